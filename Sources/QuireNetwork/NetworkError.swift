/// An error of a connection.
package struct NetworkError: Error, Sendable, Equatable {
    /// The kinds of errors, which decide whether another attempt can succeed.
    package enum Kind: Sendable, Equatable {
        /// The name of the host has no address.
        case unknownHost
        /// No process listens at the address.
        case refused
        /// No route to the host or the network exists.
        case unreachable
        /// The peer or the network ended the connection.
        case reset
        /// A time limit was exceeded.
        case timedOut
        /// This side closed the connection.
        case closed
        /// The peers could not agree on an encrypted connection.
        case tls
        /// The certificate of the peer is not trusted.
        case untrustedCertificate
        /// The peer exceeded a limit.
        case limit
        /// The peer sent data that violates the protocol.
        case invalidData
        /// Another error of the operating system, with its number.
        case system(Int32)
    }

    package let kind: Kind

    /// A description that names the cause.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The general cause, such as ``Kind/timedOut``.
    ///   - message: A description that names the cause.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension NetworkError {
    /// The error of a call on a connection that this side has closed.
    package static let closed = NetworkError(.closed, "The connection is closed.")
}

extension NetworkError: CustomStringConvertible {
    package var description: String { message }
}
