/// The statements that work on a collection's tables; each connection compiles them once.
///
/// `flags >> 16` is the row's subsequence, which counts changes that gave it no new sequence. With
/// the sequence it tells whether a row is still the one that was read.
enum DocumentStatement: Int, CaseIterable {
    /// Reads a live document by ID.
    case read
    /// Reads live documents by row, behind a row.
    case readAfter
    /// Reads a document that is to be changed, live or deleted.
    case readForChange
    /// Counts live documents, where none that is deleted lies among them.
    case countAll
    /// Counts live documents, where some that are deleted may lie among them.
    case countLive
    /// Adds a live document, if there is none of its ID, not even a deleted one.
    case insertNew
    /// Adds a live document.
    case insert
    /// Changes a live document.
    case update
    /// Takes a document out of the live ones.
    case remove
    /// Adds a deleted document.
    case insertDeleted
    /// Changes a deleted document.
    case updateDeleted
    /// Takes a document out of the deleted ones.
    case removeDeleted

    /// The number of statements.
    static let count = allCases.count

    /// What it does, for error messages.
    var purpose: String {
        switch self {
        case .read, .readAfter: "read a document"
        case .countAll, .countLive: "count the documents"
        case .readForChange: "read a document to change it"
        case .insertNew, .insert, .update: "save a document"
        case .remove, .insertDeleted, .updateDeleted, .removeDeleted: "delete a document"
        }
    }

    /// The statement's text.
    ///
    /// - Parameter keyStore: The collection's tables.
    /// - Returns: SQL.
    func sql(_ keyStore: KeyStore) -> SQLText {
        let live = keyStore.liveTable
        let dead = keyStore.deadTable
        let isUnchanged: SQLText = "rowid = ?1 AND sequence = ?2 AND (flags >> 16) = ?3"
        return switch self {
        case .read:
            "SELECT sequence, flags, version, body FROM \(live) WHERE key = ?1"
        case .readAfter:
            """
            SELECT sequence, flags, version, body, key, rowid FROM \(live) \
            WHERE rowid > ?1 ORDER BY rowid LIMIT ?2
            """
        case .readForChange:
            """
            SELECT sequence, flags, version, body, extra, expiration, rowid, 0 \
            FROM \(live) WHERE key = ?1 UNION ALL \
            SELECT sequence, flags, version, body, extra, expiration, rowid, 1 \
            FROM \(dead) WHERE key = ?1
            """
        case .countAll:
            "SELECT count(*) FROM \(live)"
        case .countLive:
            "SELECT count(*) FROM \(live) WHERE (flags & 1) = 0"
        case .insertNew:
            """
            INSERT INTO \(live) (key, sequence, flags, version, body) SELECT ?1, ?2, ?3, ?4, ?5 \
            WHERE NOT EXISTS (SELECT 1 FROM \(dead) WHERE key = ?1) ON CONFLICT (key) DO NOTHING
            """
        // Where a row changes, `extra` is always set: what it was must not stay beside a new body,
        // into which it may point. Mostly nothing is bound to it, which is NULL.
        case .insert:
            """
            INSERT INTO \(live) (key, sequence, flags, version, body, expiration, extra) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        case .update:
            """
            UPDATE \(live) SET sequence = ?4, flags = ?5, version = ?6, body = ?7, extra = ?8 \
            WHERE \(isUnchanged)
            """
        case .insertDeleted:
            """
            INSERT OR REPLACE INTO \(dead) (key, sequence, flags, version, expiration, extra) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        case .updateDeleted:
            """
            UPDATE \(dead) SET sequence = ?4, flags = ?5, version = ?6, body = NULL, extra = ?7 \
            WHERE \(isUnchanged)
            """
        case .remove:
            "DELETE FROM \(live) WHERE \(isUnchanged)"
        case .removeDeleted:
            "DELETE FROM \(dead) WHERE \(isUnchanged)"
        }
    }
}
