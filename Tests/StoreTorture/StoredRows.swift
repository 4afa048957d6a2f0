/// The rows of a collection's tables, which contain more than the API returns.
struct StoredRows {
    struct Row {
        let sequence: Int64
        let flags: Int64
        let expiration: Int64?
    }

    /// The live documents by ID.
    let live: [String: Row]
    /// The deleted documents by ID.
    let deleted: [String: Row]
    /// `kvmeta.lastSeq`.
    let lastSequence: Int64
    /// The contents of the full-text index by document ID.
    let indexedTexts: [String: String]

    private static let fullTextTable = #""kv_default::by\Description_content""#

    /// Reads the rows of the default collection.
    ///
    /// - Parameter path: The path of the database file.
    /// - Throws: ``TortureFailure`` if the rows cannot be read.
    init(ofFile path: String) throws {
        let sql = try PlainSQL(path: path)
        live = try Self.rows(of: "kv_default", sql)
        deleted = try Self.rows(of: "kv_del_default", sql)
        lastSequence =
            try sql.number("SELECT lastSeq FROM kvmeta WHERE name = 'default'") ?? 0
        let texts = try sql.rows(
            "SELECT key, c0description FROM \(Self.fullTextTable) LEFT JOIN kv_default ON "
                + "kv_default.rowid = docid")
        var indexedTexts: [String: String] = [:]
        for columns in texts {
            let key = try require(columns[0], "the full-text index has a document too many")
            indexedTexts[key] = columns[1]
        }
        self.indexedTexts = indexedTexts
    }

    private static func rows(of table: String, _ sql: PlainSQL) throws -> [String: Row] {
        var rows: [String: Row] = [:]
        for columns in try sql.rows("SELECT key, sequence, flags, expiration FROM \(table)") {
            guard let key = columns[0], let sequence = columns[1].flatMap({ Int64($0) }),
                let flags = columns[2].flatMap({ Int64($0) })
            else { throw TortureFailure("\(table) has a row without key, sequence or flags") }
            rows[key] = Row(
                sequence: sequence, flags: flags, expiration: columns[3].flatMap { Int64($0) })
        }
        return rows
    }

    /// Checks that sequences are unique and at most the last sequence.
    func checkSequences() throws {
        let both = Set(live.keys).intersection(deleted.keys)
        try require(both.isEmpty, "documents are both live and deleted: \(both.sorted())")
        var owners: [Int64: String] = [:]
        for (id, row) in live.merging(deleted, uniquingKeysWith: { first, _ in first }) {
            if let other = owners.updateValue(id, forKey: row.sequence) {
                throw TortureFailure("\(id) and \(other) have one sequence, \(row.sequence)")
            }
            try require(row.sequence >= 1, "\(id) has sequence \(row.sequence)")
        }
        let highest = owners.keys.max() ?? 0
        try require(
            lastSequence >= highest,
            "kvmeta.lastSeq is \(lastSequence), but a document has sequence \(highest)")
    }
}
