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
