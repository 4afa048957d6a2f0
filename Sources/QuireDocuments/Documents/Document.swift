package import Fleece

/// A read-only document with an ID and values for keys.
///
/// ```swift
/// if let hotel = try collection.document(id: "hotel-42") {
///     print(hotel.string(forKey: "name") ?? "", hotel.double(forKey: "room_rate"))
/// }
/// ```
///
/// Values are read lazily from the stored bytes. The document represents the state at the time of
/// reading, and does not reflect later saves. To change it, create a mutable copy with
/// ``toMutable()``.
///
/// A document is not thread-safe. Use it and its nested objects on one thread at a time.
public class Document: DictionaryProtocol, DictionaryFragment {
    /// The document ID, which is constant.
    public final let id: String

    package let content: DictionaryContent

    private final var provisional: ProvisionalRevision

    private final var lastOwner: (any DocumentOwner)?

    /// The document body as read from the database, without later changes.
    final let storedBody: FleeceDictionary?

    package init(
        id: String, _ content: DictionaryContent, revision: DocumentRevision? = nil,
        owner: (any DocumentOwner)? = nil, storedBody: FleeceDictionary? = nil
    ) {
        self.id = id
        self.content = content
        provisional = ProvisionalRevision(revision)
        lastOwner = owner
        self.storedBody = storedBody
    }

    /// Creates a document that was read from a database.
    package convenience init(
        id: String, body: FleeceDictionary, revision: DocumentRevision, owner: any DocumentOwner
    ) {
        self.init(
            id: id, DictionaryContent(body, blobs: owner.blobStorage, isMutable: false),
            revision: revision, owner: owner, storedBody: body)
    }

    /// The revision that was last read, saved or deleted, or `nil` for a new or purged
    /// document.
    package final var revision: DocumentRevision? { provisional.current }

    /// Sets the revision within a transaction.
    ///
    /// - Parameters:
    ///   - revision: The new revision, or `nil` if the transaction purges the document.
    ///   - part: The transaction or nested transaction.
    ///   - owner: The collection that contains the document.
    package final func setRevision(
        _ revision: DocumentRevision?, in part: Savepoint, of owner: any DocumentOwner
    ) {
        provisional.set(revision, in: part)
        lastOwner = owner
    }

    /// The collection that contains the document, or `nil` if the document has no revision.
    package final var owner: (any DocumentOwner)? { revision == nil ? nil : lastOwner }

    // MARK: Identity

    /// The ID of the revision as a string, or `nil` for a document that was never saved.
    ///
    /// Each save and each deletion assigns a new revision ID to the saved or deleted object. Other
    /// objects for the same document keep theirs.
    public var revisionID: String? { revision?.id.description }

    /// The sequence of the revision in its collection, or 0 for a document that was never saved.
    ///
    /// The first change in a collection has sequence 1. Each change increments the sequence,
    /// including deletions and saves without modifications.
    public var sequence: UInt64 { revision?.sequence ?? 0 }

    /// The time of the revision in nanoseconds since 1970, with a counter in the low 16 bits.
    ///
    /// The timestamp is 0 for a document that was never saved, or that was saved by an older
    /// version of Couchbase Lite.
    public var timestamp: UInt64 { revision?.id.timestamp ?? 0 }

    // MARK: Values

    /// The number of values.
    public var count: Int { content.count }

    /// The keys: first the stored keys in storage order, then the added keys.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    public var keys: [String] { content.keys }

    /// Returns the value for a key, for use by the typed accessors.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The value, or a missing value if the key is absent.
    /// - Complexity: O(log *n*) in the number of values.
    public final func documentValue(forKey key: String) -> DocumentValue {
        DocumentValue(content.value(forKey: key))
    }

    /// Returns a string.
    ///
    /// ```swift
    /// let name = hotel.string(forKey: "name") ?? "no name"
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The string, or `nil` for a missing or other value.
    /// - Complexity: O(log *n*) in the number of values.
    public final func string(forKey key: String) -> String? { content.string(forKey: key) }

    /// The fragment for a key.
    ///
    /// - Parameter key: The key. It can be absent.
    public subscript(key: String) -> Fragment { Fragment(.key(key, content)) }

    // MARK: Conversions

    /// Returns a mutable document with the same ID, revision and values.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-42")?.toMutable() {
    ///     hotel.setInt(4, forKey: "stars")
    ///     try collection.save(document: hotel)
    /// }
    /// ```
    ///
    /// - Returns: A new object for each call. A mutable document returns itself.
    public func toMutable() -> MutableDocument { MutableDocument(copying: self) }

    /// Returns all values as native Swift collections.
    ///
    /// If two keys are canonically equivalent Unicode strings, the result contains only one of
    /// them, because a Swift dictionary treats them as equal.
    ///
    /// ```swift
    /// let address = hotel.toDictionary()["address"] as? [String: Any]
    /// ```
    ///
    /// - Returns: The values by key. Null becomes `NSNull`, a number becomes `NSNumber`, and a blob
    ///   becomes ``Blob``.
    /// - Complexity: O(*n*) in the size of the document.
    public func toDictionary() -> [String: Any] { content.plain() }

    /// Returns the current values as a JSON object with sorted keys.
    ///
    /// The property `_attachments`, in which Sync Gateway keeps attachments that are no blobs of the
    /// document, is left out.
    ///
    /// - Returns: The JSON text. It does not contain the document ID.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func toJSON() -> String {
        let key = "_attachments"
        guard contains(key: key) else { return content.json }
        return MutableDocument(copying: self).removeValue(forKey: key).content.json
    }
}

extension Document: Sequence {}

extension Document: Hashable {
    /// Returns whether two documents have the same ID, the same collection and equal values.
    ///
    /// Two documents that were never saved are equal if their IDs and values are equal. The
    /// comparison ignores mutability and revisions. It also ignores which ``Database`` object
    /// opened the file.
    ///
    /// - Complexity: O(*n*) in the size of the documents.
    public static func == (left: Document, right: Document) -> Bool {
        if left === right { return true }
        return left.id.hasSameBytes(as: right.id)
            && left.owner?.storeIdentity == right.owner?.storeIdentity
            && ContentEquality.areEqual(
                .dictionary(DictionaryObject(left.content)),
                .dictionary(DictionaryObject(right.content)))
    }

    /// Hashes the ID.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Document: CustomStringConvertible {
    /// A textual representation with the ID and the revision.
    public var description: String {
        "\(type(of: self))[\(id)\(revisionID.map { " @ \($0)" } ?? "")]"
    }
}

/// The document body that a model was read from or saved as: the common ancestor of a merge.
///
/// The body is an object that copies of a model share. It is released with the last copy.
package final class DocumentBase: Sendable {
    package let body: FleeceDictionary

    package init(_ body: FleeceDictionary) {
        self.body = body
    }
}

/// The collection of a document, restricted to the properties that documents need.
package protocol DocumentOwner: AnyObject, Sendable {
    /// The storage for the contents of the documents' blobs.
    var blobStorage: any BlobStorage { get }

    /// A string that identifies the collection and its file.
    ///
    /// Two objects with the same location represent the same collection.
    var storeIdentity: String { get }
}
