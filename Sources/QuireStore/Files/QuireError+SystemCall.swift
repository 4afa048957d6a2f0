import QuirePlatform
import Foundation

extension QuireError {
    /// Creates the error for a system call that just failed.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - purpose: The failed action as a verb, such as `open`.
    ///   - path: The path of the file or folder.
    ///   - number: The value of `errno`.
    package init(_ code: Code, cannot purpose: String, _ path: String, number: Int32 = errno) {
        let reason =
            number == ELOOP
            ? "symbolic links are not followed here" : String(cString: strerror(number))
        self.init(
            code, "Cannot \(purpose) \(path): \(reason).",
            underlyingError: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
    }
}
