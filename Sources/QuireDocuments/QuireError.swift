public import Foundation

/// An error thrown by Quire, with a code and a message that names the affected object.
///
/// The set of codes is open, so a new code doesn't break an existing `switch`. Catch a specific
/// code with a pattern:
///
/// ```swift
/// do {
///     try hotels.save(hotel)
/// } catch QuireError.Code.conflict {
///     hotel = try hotels.require("hotel-42")
/// }
/// ```
///
/// As an `NSError`, it has Couchbase Lite's domain and error codes.
public struct QuireError: Error, Sendable {
    /// The code of the error.
    public let code: Code

    /// A message that names the affected database, collection, document, path or offset.
    public let message: String

    /// The error that caused this error, if any.
    public let underlyingError: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - message: A message that names the object that caused the failure.
    ///   - underlyingError: The error that caused this error.
    public init(_ code: Code, _ message: String, underlyingError: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlyingError = underlyingError
    }
}

extension QuireError: CustomStringConvertible {
    /// The code's name, the message, and the underlying error if the message doesn't contain it.
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

    /// Couchbase Lite's number of the error code.
    public var errorCode: Int { code.rawValue }

    /// The message, and the underlying error under `NSUnderlyingErrorKey`.
    public var errorUserInfo: [String: Any] {
        var information: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let underlyingError { information[NSUnderlyingErrorKey] = underlyingError }
        return information
    }
}
