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
