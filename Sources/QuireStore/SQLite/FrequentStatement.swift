/// The statements that nearly every transaction runs.
///
/// Looking up a statement by its SQL text, as ``SQLiteConnection/statement(_:purpose:)`` does,
/// takes longer than binding its values.
package enum FrequentStatement: Int, CaseIterable {
    case beginReading, endReading
    case beginTransaction, commitTransaction
    /// A nested transaction. If several savepoints have the same name, SQLite uses the innermost.
    case beginPart, endPart, undoPart
    case readSharedKeys
    case writeSequences
    case readSchemaVersion

    /// The SQL text of the statement.
    var sql: SQLText {
        switch self {
        case .beginReading: "BEGIN"
        case .beginTransaction: "BEGIN IMMEDIATE"
        case .endReading, .commitTransaction: "COMMIT"
        case .beginPart: "SAVEPOINT nested"
        case .endPart: "RELEASE nested"
        case .undoPart: "ROLLBACK TO nested"
        case .readSharedKeys: "SELECT body FROM kv_info WHERE key = 'SharedKeys'"
        case .writeSequences:
            """
            INSERT INTO kvmeta (name, lastSeq, purgeCnt) VALUES (?1, ?2, ?3) ON CONFLICT (name) \
            DO UPDATE SET lastSeq = excluded.lastSeq, purgeCnt = excluded.purgeCnt
            """
        case .readSchemaVersion: "PRAGMA schema_version"
        }
    }

    /// A description of the statement for error messages.
    var purpose: String {
        switch self {
        case .beginReading: "begin a read transaction"
        case .endReading: "end a read transaction"
        case .beginTransaction: "begin a transaction"
        case .commitTransaction: "commit a transaction"
        case .beginPart: "begin a nested transaction"
        case .endPart: "end a nested transaction"
        case .undoPart: "roll back a nested transaction"
        case .readSharedKeys: "read the shared keys"
        case .writeSequences: "write the last sequence"
        case .readSchemaVersion: "read the schema version"
        }
    }
}
