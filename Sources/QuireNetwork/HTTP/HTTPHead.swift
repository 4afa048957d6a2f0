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
