import Fleece

/// A model with the document that it was read from or saved as.
///
/// It serves models that have no identity of their own, and tells of any model its revision and
/// sequence. The model's properties can be read and changed as though they were its own:
///
/// ```swift
/// var note = try #require(try notes.findStored(id))
/// note.text = "…"
/// note = try notes.save(note)      // a conflict if somebody else saved the note meanwhile
/// ```
@dynamicMemberLookup
public struct Stored<Model: Sendable>: Sendable {
    /// The document's ID.
    public let id: String

    /// The revision that was read or saved.
    public let revisionID: RevisionID

    /// The number of the change that made the revision, counted within the collection.
    public let sequence: UInt64

    /// The model.
    public var value: Model

    /// The body that was read, which a merge of a conflict begins from.
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

    /// A property of the model.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Model, Member>) -> Member {
        value[keyPath: keyPath]
    }

    /// A property of the model that can be changed.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Model, Member>) -> Member {
        get { value[keyPath: keyPath] }
        set { value[keyPath: keyPath] = newValue }
    }
}

extension Stored where Model: DocumentModel {
    /// A model as it has been saved.
    init(_ saved: Repository<Model>.Saved) {
        self.init(
            id: saved.revision.id, revisionID: saved.revision.revisionID,
            sequence: saved.revision.sequence, value: saved.value, body: saved.body)
    }
}

extension Stored: Equatable where Model: Equatable {
    /// Whether two values are the same revision of a document, with equal models.
    public static func == (left: Stored, right: Stored) -> Bool {
        left.id == right.id && left.revisionID == right.revisionID && left.value == right.value
    }
}
