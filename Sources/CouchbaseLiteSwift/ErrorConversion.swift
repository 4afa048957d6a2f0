import Foundation
import Quire

// On Linux, an error that is not an `NSError` object never matches `catch let error as NSError`.
// Therefore, this module converts each error of Quire before it throws the error to the program.

extension NSError {
    /// Returns an error with the code, message and cause of another one.
    static func converted(_ error: any Error) -> NSError {
        switch error {
        case let error as QuireError:
            return NSError(
                domain: CBLError.domain, code: error.code.rawValue, userInfo: error.errorUserInfo)
        case let error where type(of: error) is NSError.Type:
            return error as NSError
        default: return unexpected(error)
        }
    }

    /// Returns an error with the code ``CBLError/unexpectedError`` and another error as its cause.
    static func unexpected(_ error: any Error) -> NSError {
        NSError(
            domain: CBLError.domain, code: CBLError.unexpectedError,
            userInfo: [
                NSLocalizedDescriptionKey: "\(error)", NSUnderlyingErrorKey: error,
            ])
    }
}

/// Runs a closure, and throws its error as an `NSError` object.
func convertingErrors<R>(_ body: () throws -> R) throws -> R {
    do {
        return try body()
    } catch {
        throw NSError.converted(error)
    }
}
