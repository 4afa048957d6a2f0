import Fleece
import QuireNetwork

/// An answer of a studio.
struct StudioAnswer {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty if it is something else.
    var object: FleeceDictionary? { try? FleeceStorage(json: text).rootDictionary }

    /// The code of the error in the body.
    var errorCode: String? { object?["error"]?.dictionary?["code"]?.string }

    subscript(key: String) -> FleeceValue? { object?[key] }
}

/// A connection to a studio that sends any bytes.
struct StudioClient {
    let transport: SocketTransport
    let stream: HTTPStream

    init(port: UInt16) async throws {
        transport = try await SocketTransport.connect(host: "127.0.0.1", port: port)
        var limits = HTTPLimits()
        limits.body = 64 << 20
        stream = HTTPStream(transport, limits: limits)
    }

    /// Sends text as it is.
    func send(_ text: String) async throws { try await stream.send(Array(text.utf8)) }

    /// Receives the next answer.
    ///
    /// - Returns: The answer, or `nil` if the server closed the connection.
    func answer() async throws -> StudioAnswer? {
        try await transport.closing(after: .seconds(30), "The answer") {
            guard let head = try await stream.responseHead() else { return nil }
            let body = try await stream.body(head.bodyFraming())
            return StudioAnswer(status: head.status, headers: head.headers, body: body)
        }
    }
}
