import Fleece

/// A document: values by key, with an ID, as it was when it was read.
///
/// ```swift
/// if let hotel = try collection.document(id: "hotel-42") {
///     print(hotel.string(forKey: "name") ?? "", hotel.double(forKey: "room_rate"))
/// }
/// ```
///
/// Of the stored bytes only what is asked for is read. The document does not change, whatever others
/// save; to change it make a mutable one with ``toMutable()``.
///
/// It is not thread-safe: use it, and the objects in it, on one thread at a time.
public class Document: DictionaryProtocol, DictionaryFragment {
    /// The document's ID, which never changes.
    public final let id: String

    let content: DictionaryContent

    private final var provisional: ProvisionalRevision

    private final var lastOwner: (any DocumentOwner)?

    /// The properties that were read, before any change.
    final let storedBody: FleeceDictionary?

    init(
        id: String, _ content: DictionaryContent, revision: DocumentRevision? = nil,
        owner: (any DocumentOwner)? = nil, storedBody: FleeceDictionary? = nil
    ) {
        self.id = id
        self.content = content
        provisional = ProvisionalRevision(revision)
        lastOwner = owner
        self.storedBody = storedBody
    }

    /// Makes a document that was read.
    convenience init(
        id: String, body: FleeceDictionary, revision: DocumentRevision, owner: any DocumentOwner
    ) {
        self.init(
            id: id, DictionaryContent(body, blobs: owner.blobStorage, isMutable: false),
            revision: revision, owner: owner, storedBody: body)
    }

    /// The revision that the document was read from, or last saved or deleted as; `nil` if it was
    /// neither, or was purged.
    final var revision: DocumentRevision? { provisional.current }

    /// Takes the revision that a transaction gives, or none if it purges the document.
    final func setRevision(
        _ revision: DocumentRevision?, in part: TransactionPart, of owner: any DocumentOwner
    ) {
        provisional.set(revision, in: part)
        lastOwner = owner
    }

    /// The collection that the document is in; `nil` if it has no revision.
    final var owner: (any DocumentOwner)? { revision == nil ? nil : lastOwner }

    /// Says whether a value was set, to another than the stored one.
    ///
    /// - Parameter key: The key.
    /// - Returns: `false` also for a value that was removed.
    final func isSet(_ key: FleeceKey) -> Bool {
        let form = content.peek(key)
        if form.isMissing { return false }
        guard let stored = storedBody?[key] else { return true }
        return !ContentEquality.areEqual(form, .stored(stored))
    }

    // MARK: Identity

    /// The ID of the revision, as text; `nil` for a document that was never saved.
    ///
    /// Every save and every deletion gives another one to the object that was saved or deleted; other
    /// objects keep theirs.
    public var revisionID: String? { revision?.id.description }

    /// The number of the change in its collection that made the revision; 0 for a document that was
    /// never saved.
    ///
    /// The first change of a collection is 1, and each one counts, also a deletion and a save of what
    /// has not changed.
    public var sequence: UInt64 { revision?.sequence ?? 0 }

    /// When the revision was made, in nanoseconds since 1970, with a counter in the low 16 bits; 0 for
    /// a document that was never saved, or that an older Couchbase Lite wrote.
    public var timestamp: UInt64 { revision?.id.timestamp ?? 0 }

    // MARK: Values

    /// The number of values.
    public var count: Int { content.count }

    /// The keys: those that were read in the order in which they are stored, then added ones.
    ///
    /// - Complexity: O(*n*) in their number.
    public var keys: [String] { content.keys }

    /// Returns the value of a key, as the typed accessors take it.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, which may say that there is none.
    /// - Complexity: O(log *n*) in the number of values.
    public final func documentValue(forKey key: String) -> DocumentValue {
        DocumentValue(content.value(forKey: key))
    }

    /// The place of a value.
    ///
    /// - Parameter key: The key; there need not be a value.
    public subscript(key: String) -> Fragment { Fragment(.key(key, content)) }

    // MARK: Conversions

    /// Returns a mutable document of the same ID, revision and values, to be changed and saved.
    ///
    /// - Returns: Another object each time; a mutable document returns itself.
    public func toMutable() -> MutableDocument { MutableDocument(copying: self) }

    /// Returns all values, with native collections in place of objects.
    ///
    /// Of keys that differ only in how their characters are composed, a Swift dictionary can hold one.
    ///
    /// - Returns: The values by key; null is `NSNull`, a number an `NSNumber`, a blob a ``Blob``.
    /// - Complexity: O(*n*) in the size of the document.
    public func toDictionary() -> [String: Any] { content.plain() }

    /// Returns the values as a JSON object as they are now, with all keys sorted.
    ///
    /// - Returns: The text. The ID is not in it.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func toJSON() -> String { content.json }
}

extension Document: Sequence {}

extension Document: Hashable {
    /// Whether two documents are the same: of one ID and one collection, with the same values.
    ///
    /// Two that were never saved are the same if ID and values are. Whether a document is mutable, and
    /// at which revision, does not matter; nor does it which ``Database`` object has opened the file.
    ///
    /// - Complexity: O(*n*) in the size of the documents.
    public static func == (left: Document, right: Document) -> Bool {
        if left === right { return true }
        return left.id.utf8.elementsEqual(right.id.utf8)
            && left.owner?.location == right.owner?.location
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
    /// The ID and the revision, for people to read.
    public var description: String {
        "\(type(of: self))[\(id)\(revisionID.map { " @ \($0)" } ?? "")]"
    }
}

/// The body that a model was read from or saved as, which a merge compares both changes with.
///
/// It is an object, so that copies of a model share it. It is released with the last of them.
final class DocumentBase: Sendable {
    let body: FleeceDictionary

    init(_ body: FleeceDictionary) {
        self.body = body
    }
}

/// The collection that a document is in: what a document knows of it.
protocol DocumentOwner: AnyObject, Sendable {
    /// Where the contents of its documents' blobs are.
    var blobStorage: any BlobStorage { get }

    /// Names the collection and its file. Two objects with one location are one collection.
    var location: String { get }
}
