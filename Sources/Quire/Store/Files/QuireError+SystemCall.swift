import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension QuireError {
    /// Makes the error for a call of the system that has just failed.
    ///
    /// - Parameters:
    ///   - code: What the failure means here.
    ///   - purpose: What was to be done, as a verb: `open`.
    ///   - path: The file or folder it was to be done with.
    ///   - number: The system's number of the failure.
    init(_ code: Code, cannot purpose: String, _ path: String, number: Int32 = errno) {
        let reason =
            number == ELOOP
            ? "symbolic links are not followed here" : String(cString: strerror(number))
        self.init(
            code, "Cannot \(purpose) \(path): \(reason).",
            underlyingError: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
    }
}

/// Makes a call of the system, again if a signal interrupted it.
///
/// - Parameter call: A call that returns -1 if it fails.
/// - Returns: What it returns at last.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
