import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension QuireError {
    /// Creates the error for a system call that just failed.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - purpose: The failed action as a verb, such as `open`.
    ///   - path: The path of the file or folder.
    ///   - number: The value of `errno`.
    init(_ code: Code, cannot purpose: String, _ path: String, number: Int32 = errno) {
        let reason =
            number == ELOOP
            ? "symbolic links are not followed here" : String(cString: strerror(number))
        self.init(
            code, "Cannot \(purpose) \(path): \(reason).",
            underlyingError: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
    }
}

/// Calls a system function, and calls it again if a signal interrupted it.
///
/// - Parameter call: A call that returns -1 if it fails.
/// - Returns: The result of the last call.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
