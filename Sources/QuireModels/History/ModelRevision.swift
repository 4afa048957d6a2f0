import Fleece
public import Foundation

/// A revision of a model's document that the database has a record of.
///
/// ```swift
/// for revision in try hotels.history(of: "hotel-1") {
///     let name = try revision.model()?.name ?? "no body"
///     print(revision.revision, revision.date as Any, name)
/// }
/// ```
///
/// A database stores the body of the current revision, and the bodies that a replicator keeps for
/// remote databases and conflicts. For most other revisions, it stores only the ID.
public struct ModelRevision<Model: DocumentModel>: Sendable, Identifiable {
    /// The document's ID.
    public let documentID: String
    /// Whether this is the current revision of the document.
    public let isCurrent: Bool

    private let stored: StoredRevision
    private let repository: Repository<Model>

    init(
        _ stored: StoredRevision, of documentID: String, isCurrent: Bool,
        in repository: Repository<Model>
    ) {
        self.documentID = documentID
        self.isCurrent = isCurrent
        self.stored = stored
        self.repository = repository
    }

    /// The ID of the revision.
    public var revisionID: RevisionID { stored.revisionID }

    /// The ID of the revision as a string.
    public var revision: String { stored.revisionID.description }

    /// The ID of the revision as a string, which identifies it within the document's history.
    public var id: String { revision }

    /// The date of the edit, or `nil` if the revision ID contains no time.
    public var date: Date? { stored.revisionID.date }

    /// The sequence of the revision within the collection, or `nil` if it is not recorded.
    public var sequence: UInt64? { stored.sequence }

    /// Whether the revision deleted the document, or `nil` if this is not recorded.
    ///
    /// It is recorded for the current revision and for all revisions that have a body.
    public var isDeletion: Bool? { stored.isDeletion }

    /// Whether the revision conflicts with the current one and the conflict is not resolved.
    public var isConflicting: Bool { stored.isConflicting }

    /// The numbers of the remote databases whose latest known revision this is, as a replicator
    /// recorded them.
    public var remotes: [Int] { stored.remotes }

    /// Whether the body of the revision is stored.
    public var hasBody: Bool {
        switch stored.content {
        case .success(let body): body != nil
        case .failure: true
        }
    }

    /// Decodes the body of the revision.
    ///
    /// A ``DocumentID`` of the model contains this revision, so saving the model of an older
    /// revision throws a conflict. To restore it, use `Repository.upsert(_:)` or a save with
    /// `ifMatch:`.
    ///
    /// - Returns: The model, or `nil` if the body is not stored or the revision is a deletion.
    /// - Throws: `DecodingError` if the body does not match the model; ``QuireError`` with code
    ///   `decodingError` if it has another type or cannot be migrated, `corruptRevisionData` or
    ///   `corruptData` if it is damaged.
    /// - Complexity: O(*n*) in the size of the body.
    public func model() throws -> Model? {
        guard let record = try record() else { return nil }
        guard repository.isOwn(record) else {
            let type = (try? record.body[repository.typeKey]?.json()) ?? "no type"
            throw QuireError(
                .decodingError,
                """
                Revision \(revision) of document "\(documentID)" in \
                \(repository.store.fullName) is not a \(Model.self): its type is \(type)
                """)
        }
        return try repository.decodeStored(record).value
    }

    /// Returns the body of the revision as JSON, as it is stored.
    ///
    /// - Returns: The JSON, or `nil` if the body is not stored or the revision is a deletion.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` or `corruptData` if the body is
    ///   damaged.
    /// - Complexity: O(*n*) in the size of the body.
    public func json() throws -> String? {
        try record().map { try repository.json(of: $0) }
    }

    private func record() throws -> DocumentRecord? {
        try stored.content.get().map {
            DocumentRecord(
                id: documentID, revisionID: stored.revisionID, sequence: stored.sequence ?? 0,
                body: $0)
        }
    }
}

extension ModelRevision: CustomStringConvertible {
    /// The revision and what is recorded about it.
    public var description: String {
        let facts = [
            isCurrent ? "current" : nil, isConflicting ? "conflicting" : nil,
            isDeletion == true ? "deletion" : hasBody ? nil : "no body",
        ].compactMap(\.self)
        return facts.isEmpty ? revision : "\(revision) (\(facts.joined(separator: ", ")))"
    }
}
