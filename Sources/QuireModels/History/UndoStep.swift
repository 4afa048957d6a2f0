import Fleece
import Foundation

/// A state of a document that a history has recorded.
///
/// Consecutive changes of a document share the state between them, so that its revision is updated
/// in one place when the state is restored with a new revision.
final class UndoState: @unchecked Sendable {
    // Sendable because the lock of the history protects `revisionID`.

    /// The body, or `nil` if the document does not exist in this state.
    let body: FleeceDictionary?
    /// The current revision with this body, or `nil` if the document does not exist.
    var revisionID: RevisionID?
    /// Whether the document was purged, leaving no tombstone.
    let isPurged: Bool
    /// The expiration date that a purge removes.
    let expiration: Date?

    init(_ record: DocumentRecord?, isPurged: Bool = false, expiration: Date? = nil) {
        body = record?.body
        revisionID = record?.revisionID
        self.isPurged = isPurged
        self.expiration = expiration
    }

    /// The approximate size in memory, in bytes.
    var size: Int { (body?.storage.count ?? 0) + 100 }
}

/// A document of any engine.
struct UndoDocument: Sendable {
    /// The identity of a document, which does not retain its database.
    struct Key: Hashable, Sendable {
        let database: ObjectIdentifier
        let store: String
        let id: DocumentIDKey
    }

    /// The identity of a revision of a document.
    struct Revision: Hashable, Sendable {
        let key: Key
        let id: RevisionID
    }

    let store: any DocumentStore
    let id: String

    /// Returns the identity of a revision, or `nil` if the document does not exist.
    func revision(_ id: RevisionID?) -> Revision? { id.map { Revision(key: key, id: $0) } }

    var key: Key {
        Key(
            database: ObjectIdentifier(store.database), store: store.fullName,
            id: DocumentIDKey(id))
    }
}

/// A change of a document.
struct UndoChange: Sendable {
    let document: UndoDocument
    var before: UndoState
    var after: UndoState
}

/// The changes of one transaction.
struct UndoStep: Sendable {
    /// The position in the order of the transactions.
    let number: Int
    let name: String?
    /// The changes, at most one for each document, in the order of the first changes.
    let changes: [UndoChange]
    let size: Int

    init(number: Int, name: String?, changes: [UndoChange]) {
        self.number = number
        self.name = name
        self.changes = changes
        size = changes.reduce(0) { $0 + $1.before.size + $1.after.size }
    }
}

/// A transaction of a thread.
struct UndoTransaction: Hashable, Sendable {
    private let thread: ObjectIdentifier
    private let database: ObjectIdentifier

    /// Creates the identity of the transaction of the current thread.
    init(of database: some DocumentDatabase) {
        thread = ObjectIdentifier(Thread.current)
        self.database = ObjectIdentifier(database)
    }
}
