import Foundation

extension NetworkError {
    /// Returns the error for an error number of the operating system.
    ///
    /// - Parameters:
    ///   - number: The error number.
    ///   - operation: What failed, for the message.
    /// - Returns: The error.
    package static func system(_ number: Int32, _ operation: String = "") -> NetworkError {
        let kind: Kind =
            switch number {
            case ECONNREFUSED: .refused
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .unreachable
            case ECONNRESET, EPIPE, ECONNABORTED, ENETRESET, ENOTCONN: .reset
            case ETIMEDOUT: .timedOut
            default: .system(number)
            }
        let reason = String(cString: strerror(number))
        return NetworkError(kind, operation.isEmpty ? reason : "\(operation): \(reason)")
    }
}
