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

extension Stored: Equatable where Model: Equatable {
    /// Returns whether two values have the same document ID, the same revision and equal models.
    public static func == (left: Stored, right: Stored) -> Bool {
        left.id == right.id && left.revisionID == right.revisionID && left.value == right.value
    }
}
