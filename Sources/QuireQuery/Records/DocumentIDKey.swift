import Fleece

/// A document ID as the key of a dictionary or set.
///
/// Canonically equivalent strings are equal in Swift, but are different document IDs. An engine
/// that keeps documents in a dictionary uses these keys:
///
/// ```swift
/// var documents: [DocumentIDKey: DocumentRecord] = [:]
/// documents[DocumentIDKey("caf\u{e9}")] = record
/// print(documents[DocumentIDKey("cafe\u{301}")] == nil)  // true
/// ```
public struct DocumentIDKey: Hashable, Sendable {
    /// The document ID.
    public let id: String

    /// Creates a key.
    ///
    /// - Parameter id: The document ID.
    public init(_ id: String) {
        self.id = id
    }

    /// Returns whether two IDs have the same UTF-8 bytes.
    public static func == (left: DocumentIDKey, right: DocumentIDKey) -> Bool {
        left.id.hasSameBytes(as: right.id)
    }
}
