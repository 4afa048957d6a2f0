/// The prepared statements for a collection's tables.
///
/// Each connection prepares them once.
///
/// `flags >> 16` is the subsequence of a row: the number of changes that didn't change its
/// sequence. Sequence and subsequence together show whether a row has changed since it was read.
package enum DocumentStatement: Int, CaseIterable {
    /// Reads a live document by ID.
    case read
    /// Reads the live documents with the IDs in an array, in its order.
    case readListed
    /// Reads live documents in row order, starting after a row.
    case readAfter
    /// Reads the live document that a write in the same transaction may change.
    case readInTransaction
    /// Reads the document or tombstone that a write changes.
    case readForChange
    /// Counts the rows of the live table.
    ///
    /// It is used if the table contains no deleted documents.
    case countAll
    /// Counts the live documents in a live table that may also contain deleted documents.
    case countLive
    /// Inserts a live document if neither a document nor a tombstone with its ID exists.
    case insertNew
    /// Inserts a live document if no document with its ID exists, in a collection without
    /// tombstones.
    case insertFirst
    /// Inserts a live document with remote revisions if neither a document nor a tombstone with its
    /// ID exists.
    case insertReplicated
    /// Inserts a live document.
    case insert
    /// Updates a live document.
    case update
    /// Updates a live document that has only an edit of this database.
    case updateOwn
    /// Removes a document from the live table.
    case remove
    /// Inserts a tombstone.
    case insertDeleted
    /// Updates a tombstone.
    case updateDeleted
    /// Removes a document from the table of tombstones.
    case removeDeleted

    /// The number of statements.
    static let count = allCases.count

    /// A description of the operation for error messages.
    var purpose: String {
        switch self {
        case .read, .readAfter, .readInTransaction: "read a document"
        case .readListed: "read documents"
        case .countAll, .countLive: "count the documents"
        case .readForChange: "read a document to change it"
        case .insertNew, .insertFirst, .insertReplicated, .insert, .update, .updateOwn:
            "save a document"
        case .remove, .insertDeleted, .updateDeleted, .removeDeleted: "delete a document"
        }
    }

    /// Returns the SQL of the statement.
    ///
    /// - Parameter tables: The collection's tables.
    /// - Returns: The SQL text.
    func sql(_ tables: CollectionTables) -> SQLText {
        let live = tables.liveTable
        let dead = tables.tombstoneTable
        let isUnchanged: SQLText = "rowid = ?1 AND sequence = ?2 AND (flags >> 16) = ?3"
        return switch self {
        case .read:
            "SELECT sequence, flags, version, body, rowid FROM \(live) WHERE key = ?1"
        case .readListed:
            """
            SELECT d.sequence, d.flags, d.version, d.body, d.key \
            FROM fl_each(?1) AS listed CROSS JOIN \(live) AS d ON d.key = listed.value
            """
        case .readAfter:
            """
            SELECT sequence, flags, version, body, key, rowid FROM \(live) \
            WHERE rowid > ?1 ORDER BY rowid LIMIT ?2
            """
        case .readInTransaction:
            """
            SELECT sequence, flags, version, body, extra, expiration, rowid, 0 \
            FROM \(live) WHERE key = ?1
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
        case .insertFirst:
            """
            INSERT INTO \(live) (key, sequence, flags, version, body) VALUES (?1, ?2, ?3, ?4, ?5) \
            ON CONFLICT (key) DO NOTHING
            """
        case .insertReplicated:
            """
            INSERT INTO \(live) (key, sequence, flags, version, body, extra) \
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS \
            (SELECT 1 FROM \(dead) WHERE key = ?1) ON CONFLICT (key) DO NOTHING
            """
        // The flags can contain `hasBlobs` (4) and a subsequence, which the new revision replaces.
        case .updateOwn:
            """
            UPDATE \(live) SET sequence = ?2, flags = ?3, version = ?4, body = ?5 WHERE key = ?1 \
            AND extra IS NULL AND (flags & 65531) = 0 AND fl_isOwnEdit(version, ?6)
            """
        // Every change sets `extra`, because the old value may point into the old body. Usually
        // nothing is bound to the parameter, which is then NULL.
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
            INSERT OR REPLACE INTO \(dead) (key, sequence, flags, version, expiration, extra, body) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        case .updateDeleted:
            """
            UPDATE \(dead) SET sequence = ?4, flags = ?5, version = ?6, body = ?8, extra = ?7 \
            WHERE \(isUnchanged)
            """
        case .remove:
            "DELETE FROM \(live) WHERE \(isUnchanged)"
        case .removeDeleted:
            "DELETE FROM \(dead) WHERE \(isUnchanged)"
        }
    }
}
