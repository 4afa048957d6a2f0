/// A database of Couchbase Lite 2 or 3, created with plain SQL.
package struct LegacyBundle: Sendable {
    /// A record of a revision tree; the document contains the body of the current one.
    package struct Record: Sendable {
        package var id: [UInt8]
        package var parent: UInt16?
        package var flags: UInt8
        package var sequence: UInt8
        package var body: [UInt8]?

        package init(
            id: [UInt8], parent: UInt16? = nil, flags: UInt8 = 0, sequence: UInt8 = 0,
            body: [UInt8]? = nil
        ) {
            self.id = id
            self.parent = parent
            self.flags = flags
            self.sequence = sequence
            self.body = body
        }

        package func bytes(currentBody: [UInt8]? = nil) -> [UInt8] {
            let body = body ?? currentBody
            let parent = parent ?? 0xFFFF
            let content =
                [UInt8(parent >> 8), UInt8(parent & 0xFF), flags | (body == nil ? 0 : 0x80)]
                + [UInt8(id.count)] + id + [sequence] + (body ?? [])
            let size = content.count + 4
            return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + content
        }
    }

    package struct Document: Sendable {
        package var id: String
        package var sequence: Int
        package var flags: Int
        package var body: [UInt8]
        package var records: [Record]
        /// Pairs of a remote's number and the index of its revision.
        package var remotes: [UInt8]

        package init(
            id: String, sequence: Int, flags: Int = 0, body: [UInt8], records: [Record],
            remotes: [UInt8] = []
        ) {
            self.id = id
            self.sequence = sequence
            self.flags = flags
            self.body = body
            self.records = records
            self.remotes = remotes
        }

        package var version: [UInt8] { records[0].id }

        /// The column `body` of Couchbase Lite 2.
        ///
        /// A revision without properties has no body in it.
        package var list: [UInt8] {
            records[0].bytes(currentBody: body == [0x70, 0] ? nil : body)
                + records.dropFirst().flatMap { $0.bytes() } + [0, 0, 0, 0] + remotePairs
        }

        /// The column `extra` of Couchbase Lite 3.
        package var extra: [UInt8] {
            records.flatMap { $0.bytes() } + [0, 0, 0, 0] + remotePairs + [0, 0, 0, 0]
        }

        private var remotePairs: [UInt8] { remotes.flatMap { [0, $0] } }
    }

    package static let schemas = [201, 301, 302, 400, 500, 501, 502]

    package static func revision(_ generation: UInt8, _ digit: UInt8) -> [UInt8] {
        [generation] + Array(repeating: digit, count: 20)
    }

    /// Returns the Fleece of `{"name": …, "rate": …}` with the shared keys 0 and 1.
    package static func body(_ name: String, _ rate: UInt8) -> [UInt8] {
        [UInt8](hex: "7002 0000 41") + name.utf8 + [0, 1, 0, rate, 0x80, 5]
    }

    package static let documents = [
        Document(
            id: "one", sequence: 1, body: body("A", 1),
            records: [Record(id: revision(1, 0x11), flags: 2)]),
        Document(
            id: "two", sequence: 3, body: body("B", 2),
            records: [
                Record(id: revision(2, 0x22), parent: 1, flags: 2),
                Record(id: revision(1, 0x21), sequence: 2),
            ]),
        // Remote 1 has the current revision, remote 3 the previous one, whose body was kept.
        Document(
            id: "shared", sequence: 5, body: body("C", 3),
            records: [
                Record(id: revision(2, 0x32), parent: 1, flags: 2),
                Record(id: revision(1, 0x31), flags: 0x10, sequence: 4, body: body("D", 4)),
            ], remotes: [1, 0, 3, 1]),
        Document(
            id: "empty", sequence: 6, body: [0x70, 0],
            records: [Record(id: revision(1, 0x51), flags: 2)]),
        Document(
            id: "gone", sequence: 8, flags: 1, body: [0x70, 0],
            records: [
                Record(id: revision(2, 0x42), parent: 1, flags: 3),
                Record(id: revision(1, 0x41), sequence: 7),
            ]),
    ]

    package static let sharedKeys = "446E616D6500447261746500600280078005" + "8003"

    package var schema: Int
    package var documents: [Document]

    package init(schema: Int, documents: [Document] = LegacyBundle.documents) {
        self.schema = schema
        self.documents = documents
    }

    /// Whether revision trees are in the column `body`.
    package var hasLists: Bool { schema < 400 }

    package var sql: String {
        let rows =
            "(  key TEXT PRIMARY KEY,  sequence INTEGER,  flags INTEGER DEFAULT 0,  version BLOB,"
            + "  body BLOB\(schema >= 400 ? ",  extra BLOB" : "")"
            + "\(schema >= 502 ? ",  expiration INTEGER" : ""))"
        var statements = [
            "CREATE TABLE kvmeta (name TEXT PRIMARY KEY, lastSeq INTEGER DEFAULT 0"
                + "\(schema >= 302 ? ", purgeCnt INTEGER DEFAULT 0" : "")) WITHOUT ROWID",
            "CREATE TABLE kv_fts_map (alias TEXT PRIMARY KEY, expression TEXT) WITHOUT ROWID",
            "CREATE TABLE kv_default \(rows)", "CREATE TABLE kv_info \(rows)",
            "CREATE TABLE kv_checkpoints \(rows)",
            "INSERT INTO kv_checkpoints (key, body) VALUES ('a', x'0102')",
            "INSERT INTO kvmeta (name, lastSeq) VALUES ('default', 8)",
            "INSERT INTO kv_info (key, body) VALUES "
                + "('versioning', x'000000000000000\(hasLists ? 0 : 1)'), "
                + "('SharedKeys', x'\(Self.sharedKeys)')",
            "PRAGMA user_version = \(schema)",
        ]
        if schema >= 301 {
            statements.append(
                "CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, "
                    + "keyStore TEXT NOT NULL, expression TEXT, indexTableName TEXT"
                    + "\(schema >= 501 ? ", lastSeq TEXT" : ""))")
        }
        if schema >= 500 { statements.append("CREATE TABLE kv_del_default \(rows)") }
        statements += documents.map(insertion)
        return statements.joined(separator: ";\n")
    }

    private func insertion(of document: Document) -> String {
        let table = schema >= 500 && document.flags & 1 != 0 ? "kv_del_default" : "kv_default"
        let (extraName, body, extra) =
            hasLists
            ? ("", document.list, "")
            : (", extra", document.body, ", x'\(document.extra.hexadecimal)'")
        return "INSERT INTO \(table) (key, sequence, flags, version, body\(extraName)) VALUES "
            + "('\(document.id)', \(document.sequence), \(document.flags), "
            + "x'\(document.version.hexadecimal)', x'\(body.hexadecimal)'\(extra))"
    }

    /// Creates the database `test` in a folder.
    package func write(to folder: StoreFolder, and more: String = "") throws {
        try folder.execute("BEGIN; \(sql); \(more); COMMIT", purpose: "make a database")
    }
}
