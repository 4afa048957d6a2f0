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
