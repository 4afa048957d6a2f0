/// The version of an HTTP message.
package enum HTTPVersion: String, Sendable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"

    init(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
        let text = HTTPSyntax.text(bytes)
        if let version = HTTPVersion(rawValue: text) {
            self = version
        } else if text.utf8.count == 8, text.hasPrefix("HTTP/") {
            throw HTTPError(status: 505, "The version \(text) of HTTP is not supported.")
        } else {
            throw .invalid("The first line does not name the version of HTTP.")
        }
    }
}

/// The start line and the header fields of an HTTP message.
package protocol HTTPHead: Sendable {
    /// Parses the start line.
    init(startLine line: [UInt8]) throws(HTTPError)

    var startLine: String { get }
    var version: HTTPVersion { get }
    var headers: HTTPHeaders { get set }

    /// Checks the rules that concern several fields.
    func validate() throws(HTTPError)
}

extension HTTPHead {
    /// Returns the bytes to send.
    ///
    /// - Returns: The start line, the fields and an empty line.
    /// - Throws: `HTTPError` if the start line or a field contains a character that would end it.
    package func encoded() throws(HTTPError) -> [UInt8] {
        guard HTTPSyntax.isValue(startLine.utf8) else {
            throw .invalid("The first line contains a control character.")
        }
        var text = startLine + "\r\n"
        for field in headers.fields {
            guard HTTPSyntax.isToken(field.name.utf8) else {
                throw .invalid("The name of the field \"\(field.name)\" is invalid.")
            }
            guard HTTPSyntax.isValue(field.value.utf8) else {
                throw .invalid("The field \"\(field.name)\" contains a control character.")
            }
            text += "\(field.name): \(field.value)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }

    /// Returns how many bytes follow the head, if a field determines it.
    func declaredFraming() throws(HTTPError) -> HTTPBodyFraming? {
        let lengths = headers.values(of: "Content-Length")
        let codings = headers.values(of: "Transfer-Encoding")
        if !codings.isEmpty {
            // Another program in between could use the other field, and see another message.
            guard lengths.isEmpty else {
                throw .invalid("The message has both Content-Length and Transfer-Encoding.")
            }
            guard version == .http11 else {
                throw .invalid("HTTP/1.0 has no Transfer-Encoding.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HTTPError(status: 501, "The transfer coding is not supported.")
            }
            return .chunked
        }
        if lengths.isEmpty { return nil }
        guard lengths.count == 1, let length = HTTPSyntax.decimal(lengths[0]) else {
            throw .invalid("Content-Length is not one number.")
        }
        return .length(length)
    }
}

/// The start line and the header fields of a request.
package struct HTTPRequestHead: HTTPHead, Equatable {
    /// The method, such as `GET`.
    package let method: String
    /// The target as it was sent, with percent encoding, such as `/db/_blipsync?a=b`.
    package let target: String
    package let version: HTTPVersion
    package var headers: HTTPHeaders

    package init(
        method: String, target: String, version: HTTPVersion = .http11, headers: HTTPHeaders
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
    }

    package init(startLine line: [UInt8]) throws(HTTPError) {
        let parts = line.split(
            separator: HTTPSyntax.space, omittingEmptySubsequences: false)
        guard parts.count == 3, HTTPSyntax.isToken(parts[0]), parts[0].count <= 32,
            HTTPSyntax.isVisible(parts[1])
        else { throw .invalid("The first line is no request.") }
        self.init(
            method: HTTPSyntax.text(parts[0]), target: HTTPSyntax.text(parts[1]),
            version: try HTTPVersion(parts[2]), headers: HTTPHeaders())
    }

    package var startLine: String { "\(method) \(target) \(version.rawValue)" }

    /// Returns how many bytes of a body follow.
    ///
    /// - Returns: The framing of the body.
    /// - Throws: `HTTPError` if the fields contradict each other.
    package func bodyFraming() throws(HTTPError) -> HTTPBodyFraming {
        try declaredFraming() ?? .length(0)
    }

    package func validate() throws(HTTPError) {
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 || (hosts.isEmpty && version == .http10) else {
            throw .invalid("The request does not have one field Host.")
        }
        _ = try bodyFraming()
    }
}

/// The start line and the header fields of a response.
package struct HTTPResponseHead: HTTPHead, Equatable {
    /// The status code, 100 to 999.
    package let status: Int
    /// The phrase that follows the status code.
    package let reason: String
    package let version: HTTPVersion
    package var headers: HTTPHeaders

    package init(
        status: Int, reason: String, version: HTTPVersion = .http11, headers: HTTPHeaders
    ) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }

    package init(startLine line: [UInt8]) throws(HTTPError) {
        let parts = line.split(
            separator: HTTPSyntax.space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1].count == 3,
            let status = HTTPSyntax.decimal(HTTPSyntax.text(parts[1])), status >= 100,
            parts.count == 2 || HTTPSyntax.isValue(parts[2])
        else { throw .invalid("The first line is no response.") }
        self.init(
            status: status, reason: parts.count == 3 ? HTTPSyntax.text(parts[2]) : "",
            version: try HTTPVersion(parts[0]), headers: HTTPHeaders())
    }

    package var startLine: String { "\(version.rawValue) \(status) \(reason)" }

    /// Returns how many bytes of a body follow, if the request was neither `HEAD` nor `CONNECT`.
    ///
    /// - Returns: The framing of the body.
    /// - Throws: `HTTPError` if the fields contradict each other.
    package func bodyFraming() throws(HTTPError) -> HTTPBodyFraming {
        if status < 200 || status == 204 || status == 304 { return .length(0) }
        return try declaredFraming() ?? .untilEnd
    }

    package func validate() throws(HTTPError) { _ = try bodyFraming() }
}
