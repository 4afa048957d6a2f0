import Fleece

/// A model together with the ID, revision and sequence of its document.
///
/// Use it for models without a ``DocumentID``, or to get the revision and sequence of any model.
/// You can read and change the model's properties directly:
///
/// ```swift
/// var note = try #require(try notes.findStored(id))
/// note.text = "The room is quiet."
/// note = try notes.save(note)  // throws `conflict` if another writer has saved the note
/// ```
@dynamicMemberLookup
public struct Stored<Model: Sendable>: Sendable {
    /// The document's ID.
    public let id: String

    /// The revision that was read or saved.
    public let revisionID: RevisionID

    /// The sequence number of the change that created the revision, within the collection.
    public let sequence: UInt64

    /// The model.
    public var value: Model

    /// The body that was read, which is the base for merging a conflict.
    let body: FleeceDictionary?

    init(
        id: String, revisionID: RevisionID, sequence: UInt64, value: Model,
        body: FleeceDictionary? = nil
    ) {
        self.id = id
        self.revisionID = revisionID
        self.sequence = sequence
        self.value = value
        self.body = body
    }

    /// Accesses a property of the model.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Model, Member>) -> Member {
        value[keyPath: keyPath]
    }

    /// Accesses a mutable property of the model.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Model, Member>) -> Member {
        get { value[keyPath: keyPath] }
        set { value[keyPath: keyPath] = newValue }
    }
}

extension Stored where Model: DocumentModel {
    /// Creates a stored model from the result of a save.
    init(_ saved: Repository<Model>.Saved) {
        self.init(
            id: saved.revision.id, revisionID: saved.revision.revisionID,
            sequence: saved.revision.sequence, value: saved.value, body: saved.body)
    }
}

extension Stored: Identifiable {}

extension Stored: Equatable where Model: Equatable {
    /// Returns whether two values have the same document ID, the same revision and equal models.
    public static func == (left: Stored, right: Stored) -> Bool {
        left.id == right.id && left.revisionID == right.revisionID && left.value == right.value
    }
}

extension Stored: Hashable where Model: Hashable {
    /// Hashes the document ID, the revision and the model.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(revisionID)
        hasher.combine(value)
    }
}

extension Stored: CustomStringConvertible {
    /// The document's ID, its revision and the model.
    public var description: String { "\(id) (\(revisionID)): \(value)" }
}

// MARK: Coding

private enum StoredKeys: String, CodingKey {
    case id, revisionID, sequence, value
}

extension Stored: Encodable where Model: Encodable {
    /// Encodes the document's ID, its revision and sequence, and the model under the key `value`.
    ///
    /// ```swift
    /// let data = try JSONEncoder().encode(note)
    /// ```
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StoredKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(revisionID.description, forKey: .revisionID)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(value, forKey: .value)
    }
}

extension Stored: Decodable where Model: Decodable {
    /// Decodes a stored model in the form that `encode(to:)` creates.
    ///
    /// Saving the model throws a conflict if the document has another revision.
    ///
    /// - Throws: `DecodingError` if a key is missing or a value is invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: StoredKeys.self)
        let text = try container.decode(String.self, forKey: .revisionID)
        guard let revisionID = RevisionID(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .revisionID, in: container,
                debugDescription: "\(text.debugDescription) is not a revision ID")
        }
        self.init(
            id: try container.decode(String.self, forKey: .id), revisionID: revisionID,
            sequence: try container.decode(UInt64.self, forKey: .sequence),
            value: try container.decode(Model.self, forKey: .value))
    }
}
