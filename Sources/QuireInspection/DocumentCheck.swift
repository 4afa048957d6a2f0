import Fleece
import Quire

/// Checks the rows of one of a collection's tables.
struct DocumentCheck {
    private let collection: CollectionName
    private let table: SQLIdentifier
    private let isLive: Bool
    private let columns: Set<String>
    /// Whether bodies are lists of revisions, as in Couchbase Lite 2.
    private let hasLists: Bool
    /// Whether the table of live documents can contain deleted documents.
    private let admitsDeleted: Bool

    init(
        _ collection: CollectionName, tables: CollectionTables, table: SQLIdentifier,
        isLive: Bool,
        check: inout BundleCheck
    ) throws {
        let reader = check.reader
        self.collection = collection
        self.table = table
        self.isLive = isLive
        columns = try reader.columns(
            of: isLive ? tables.liveTableName : tables.tombstoneTableName)
        hasLists = try reader.versioning() == 0
        let left = try InfoRow.maxRowidWithDeletedInDefault.readNumber(on: reader.sqlite)
        let isOutdated = try reader.isOutdated()
        admitsDeleted = isOutdated || collection == .default && left != 0
    }

    func run(_ check: inout BundleCheck) throws {
        let extra: SQLText = columns.contains("extra") ? "extra" : "NULL"
        let statement = try check.reader.sqlite.prepare(
            "SELECT key, sequence, flags, version, body, \(extra) FROM \(table)",
            purpose: "read the documents of \(collection.fullName)")
        while try statement.step() {
            let row = Row(statement, collection)
            if row.flags.contains(.deleted) {
                check.count(\.tombstones)
            } else {
                check.count(\.documents)
            }
            for defect in defects(of: row, statement) { try check.find(row.location, defect) }
            if row.flags.contains(.conflicted) {
                try check.find(
                    row.location, "a conflict with another database is not resolved",
                    isFault: false)
            }
            do {
                guard let body = try row.revisions(check.keys.table).currentBody(hasLists: hasLists)
                else { continue }
                try BodyCheck(row: row, keys: check.keys).run(body, &check)
            } catch let error as QuireError {
                try check.find(row.location, error.message)
            }
        }
    }

    /// A row and its values.
    struct Row {
        let id: String
        let location: String
        let flags: DocumentFlags
        let version: [UInt8]
        let body: [UInt8]
        let extra: [UInt8]

        init(_ statement: SQLiteStatement, _ collection: CollectionName) {
            id = statement.string(at: 0)
            location = "collection \(collection.fullName), document \(id.debugDescription)"
            flags = DocumentFlags(stored: statement.int64(at: 2))
            version = statement.bytes(at: 3)
            body = statement.bytes(at: 4)
            extra = statement.bytes(at: 5)
        }

        func revisions(_ keys: SharedKeys) -> RevisionCheck {
            RevisionCheck(
                version: version, body: body, extra: extra, keys: keys,
                isTombstone: flags.contains(.deleted))
        }
    }

    private func defects(of row: Row, _ statement: SQLiteStatement) -> [String] {
        var defects: [String] = []
        let isText = statement.withTextBytes(at: 0) { $0.elementsEqual(row.id.utf8) }
        if !isText { defects.append("its ID is not UTF-8") }
        if let reason = DocumentIDRules.defect(of: row.id) {
            defects.append("\(row.id.debugDescription) cannot be a document's ID: \(reason)")
        }
        if statement.int64(at: 1) < 1 {
            defects.append("its sequence is \(statement.int64(at: 1))")
        }
        if !isLive, !row.flags.contains(.deleted) {
            defects.append("it is in the table of deleted documents but not marked as deleted")
        }
        if isLive, row.flags.contains(.deleted), !admitsDeleted {
            defects.append("it is deleted but in the table of live documents")
        }
        return defects
    }
}
