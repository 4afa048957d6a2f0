public import Foundation

/// An error of the database: what went wrong, with which thing, and why.
///
/// The codes are an open set, so a new one breaks nobody's `switch`. Catch one of them with a
/// pattern:
///
/// ```swift
/// do { try collection.delete(document) } catch QuireError.Code.conflict { … }
/// ```
///
/// As an `NSError` it has Couchbase Lite's domain and numbers.
public struct QuireError: Error, Sendable {
    /// What kind of failure this is.
    public let code: Code

    /// A sentence that names the thing: the database, collection, document, path or offset.
    public let message: String

    /// The error that led to this one, if there was one.
    public let underlyingError: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure this is.
    ///   - message: A sentence that names the thing that failed.
    ///   - underlyingError: The error that led to this one.
    public init(_ code: Code, _ message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }
}

extension QuireError: CustomStringConvertible {
    /// The code's name, the message, and the cause if the message does not tell it.
    public var description: String {
        let text = "\(code): \(message)"
        guard let cause = underlyingError.map({ "\($0)" }), !message.contains(cause) else {
            return text
        }
        return "\(text) (\(cause))"
    }
}

extension QuireError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

extension QuireError: CustomNSError {
    /// Couchbase Lite's error domain, `CouchbaseLite`.
    public static var errorDomain: String { "CouchbaseLite" }

    /// Couchbase Lite's number of the code.
    public var errorCode: Int { code.rawValue }

    /// The message, and the cause under `NSUnderlyingErrorKey`.
    public var errorUserInfo: [String: Any] {
        var information: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let underlyingError { information[NSUnderlyingErrorKey] = underlyingError }
        return information
    }
}
