import Quire

/// The indexes of the command `save`, in addition to those of the fixture.
enum TortureIndexes {
    private static let values = "byBatch"
    private static let words = "byWord"
    private static let items = "byMember"

    private static var all: [(name: String, config: any IndexConfiguration)] {
        [
            (values, ValueIndexConfiguration(["batch"])),
            (words, FullTextIndexConfiguration(["description"], language: "")),
            (items, ArrayIndexConfiguration(path: "ids")),
            (TortureVectors.index, TortureVectors.configuration),
        ]
    }

    /// Creates missing indexes.
    static func create(in database: Database) throws {
        let collection = try database.defaultCollection()
        let present = try collection.indexes()
        for (name, config) in all where !present.contains(name) {
            try collection.createIndex(withName: name, config: config)
        }
    }

    /// Deletes all of the indexes.
    static func delete(in database: Database) throws {
        let collection = try database.defaultCollection()
        for (name, _) in all { try collection.deleteIndex(forName: name) }
    }

    /// Checks that queries that use the indexes have the same results as full scans.
    static func check(_ documents: [BatchDocument], in database: Database) throws {
        let present = try database.defaultCollection().indexes()
        let batch = documents.map(\.batch).max() ?? 0
        try check(
            "d.batch = \(batch)", documents.filter { $0.batch == batch }, in: database)
        if present.contains(words) {
            try check(
                "MATCH(\(words), 'lantern')",
                documents.filter { $0.description.contains("lantern") }, in: database)
        }
        for id in ["doc-7", BatchDocument.headID] {
            try check(
                "ANY m IN d.ids SATISFIES m = '\(id)' END",
                documents.filter { $0.ids.contains(id) }, in: database)
        }
    }

    private static func check(
        _ condition: String, _ expected: [BatchDocument], in database: Database
    ) throws {
        let query = try database.createQuery(
            QuerySource(
                verbatim:
                    "SELECT META(d).id AS id FROM _ AS d WHERE \(condition) AND d.type = 'torture'")
        )
        struct Row: Decodable { let id: String }
        let found = try query.execute().decode(Row.self).map(\.id)
        try require(
            found.sorted() == expected.map(\.id).sorted(),
            "a query for \(condition) finds \(found.count) documents, a scan \(expected.count)")
    }
}
