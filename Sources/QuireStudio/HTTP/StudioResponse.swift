import QuireFormats
import QuireNetwork

/// The answer to a request.
struct StudioResponse: Sendable {
    /// The contents of an answer.
    enum Body: Sendable {
        case bytes([UInt8])
        /// Parts that a closure sends as they become available.
        case stream(@Sendable (ResponseStream) async throws -> Void)
    }

    let status: Int
    var headers: [(String, String)]
    let body: Body
    /// Whether the connection ends with the answer.
    var closesConnection = false

    init(
        _ status: Int, headers: [(String, String)] = [], type: String? = nil, body: Body
    ) {
        self.status = status
        self.headers = headers + (type.map { [("Content-Type", $0)] } ?? [])
        self.body = body
    }

    /// Creates an answer of JSON.
    init(_ status: Int = 200, json: JSONNode, headers: [(String, String)] = []) {
        self.init(
            status, headers: headers, type: "application/json; charset=utf-8",
            body: .bytes(Array(json.compact.utf8)))
    }

    /// The answer of a successful change that has no contents.
    static var noContent: StudioResponse { StudioResponse(204, body: .bytes([])) }

    init(_ error: StudioError, headers: [(String, String)] = []) {
        self.init(error.status, json: .object([("error", error.node)]), headers: headers)
    }

    /// The fields of all answers.
    private static let commonHeaders = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
                + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Returns the head to send.
    ///
    /// - Parameter framing: The fields that determine the end of the body.
    /// - Returns: The head.
    func head(_ framing: [(String, String)]) -> HTTPResponseHead {
        var fields = framing + headers + Self.commonHeaders
        if closesConnection { fields.append(("Connection", "close")) }
        return HTTPResponseHead(
            status: status, reason: Self.reasons[status] ?? "Error", headers: HTTPHeaders(fields))
    }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 303: "See Other", 400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
        409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
        428: "Precondition Required", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
        505: "HTTP Version Not Supported",
    ]
}
