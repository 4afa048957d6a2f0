/// An error of a peer that sent an HTTP message.
package struct HTTPError: Error, Sendable, Equatable {
    /// The status code with which a server answers.
    package let status: Int

    /// A description that names the cause.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - status: The status code with which a server answers.
    ///   - message: A description that names the cause.
    package init(status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func invalid(_ message: String) -> HTTPError { HTTPError(status: 400, message) }
}

extension HTTPError: CustomStringConvertible {
    package var description: String { message }
}

/// Limits for the HTTP messages of a peer.
package struct HTTPLimits: Sendable {
    /// The greatest number of bytes in a line.
    package var line = 8_192
    /// The greatest number of bytes in a head.
    package var head = 65_536
    /// The greatest number of header fields.
    package var fields = 100
    /// The greatest number of bytes in a body.
    package var body = 16_777_216

    package init() {}
}
