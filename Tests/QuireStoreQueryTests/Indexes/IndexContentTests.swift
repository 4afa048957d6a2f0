import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireQuery

/// The contents of indexes match the documents after any changes.
@Suite struct IndexContentTests {
    static let table = #""kv_.\Odd.\Inns""#
    static let fullText = #""kv_.\Odd.\Inns::by\Text""#

    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func open() throws -> (Database, DocumentCollection) {
        let database = try folder.open()
        return (database, try database.createCollection(name: "Inns", scope: "Odd"))
    }

    func makeIndexes(_ collection: DocumentCollection) throws {
        try collection.indexPlan(for: [
            IndexDefinition("byName", ValueIndexConfiguration(["name", "n"])),
            IndexDefinition("byAny", ValueIndexConfiguration(["`any`"])),
            IndexDefinition("byBig", ValueIndexConfiguration(["n"], where: "n > 50")),
            IndexDefinition(
                "byText",
                FullTextIndexConfiguration(
                    ["text", "tags"], where: "n > 10", ignoreAccents: true, language: "en")),
            IndexDefinition("byTag", ArrayIndexConfiguration(path: "tags")),
            IndexDefinition(
                "byPart", ArrayIndexConfiguration(path: "rooms[].parts", expressions: ["k"])),
        ]).apply()
    }

    /// The contents of an index from its table or entries, and the contents computed from the
    /// documents.
    static let comparisons: [(name: String, index: String, documents: String)] = [
        (
            "byName",
            """
            SELECT key, fl_value(body, 'name'), fl_value(body, 'n') FROM \(table) INDEXED BY byName
                WHERE fl_value(body, 'name') >= '' ORDER BY 1
            """,
            """
            SELECT key, fl_value(body, 'name'), fl_value(body, 'n') FROM \(table) NOT INDEXED
                WHERE fl_value(body, 'name') >= '' ORDER BY 1
            """
        ),
        (
            "byBig",
            """
            SELECT key FROM \(table) INDEXED BY byBig WHERE fl_value(body, 'n') > 50 ORDER BY 1
            """,
            """
            SELECT key FROM \(table) NOT INDEXED WHERE fl_value(body, 'n') > 50 ORDER BY 1
            """
        ),
        (
            "byText",
            """
            SELECT docid, text, tags FROM \(fullText) ORDER BY 1
            """,
            """
            SELECT rowid, fl_fts_value(body, 'text'), fl_fts_value(body, 'tags') FROM \(table)
                WHERE fl_value(body, 'n') > 10 ORDER BY 1
            """
        ),
        (
            "byTag",
            """
            SELECT docid, i, body FROM "$tags" ORDER BY 1, 2
            """,
            """
            SELECT d.rowid, e.rowid, e.value FROM \(table) AS d, fl_each(d.body, 'tags') AS e
                ORDER BY 1, 2
            """
        ),
        (
            "byPart",
            """
            SELECT r.docid, r.i, p.i, p.body FROM "$rooms" AS r JOIN "$parts" AS p
                ON p.docid = r.rowid ORDER BY 1, 2, 3
            """,
            """
            SELECT d.rowid, r.rowid, p.rowid, p.value FROM \(table) AS d,
                fl_each(d.body, 'rooms') AS r, fl_each(r.data, 'parts') AS p ORDER BY 1, 2, 3
            """
        ),
    ]

    /// Returns the indexes whose contents do not match the documents.
    func wrongIndexes(_ database: Database) throws -> [String] {
        let names = try ["tags", "rooms", "rooms[].parts"].map { path in
            try #require(
                UnnestedTable.tables(named: "kv_.\\Odd.\\Inns:unnest:\(path)").last?.name)
        }
        return try database.readSnapshot { connection in
            var wrong = try Self.comparisons.filter { _, index, documents in
                let sql = index.replacing("$tags", with: names[0])
                    .replacing("$rooms", with: names[1]).replacing("$parts", with: names[2])
                return try connection.sqlite.rows(sql) != connection.sqlite.rows(documents)
            }.map(\.name)
            // Rows of items whose array no longer exists.
            let lost = try connection.sqlite.rows(
                """
                SELECT count(*) FROM "\(names[2])" WHERE docid NOT IN
                    (SELECT rowid FROM "\(names[1])")
                """)
            if lost != ["0"] { wrong.append("lost parts") }
            return wrong
        }
    }

    static func body(_ random: inout SplitMix64) -> String {
        let words = ["cat", "Cats", "running", "the", "café", "CAFE", "ærø", "islands", "\\u0000"]
        func text() -> String {
            "\""
                + (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                }.joined(separator: " ") + "\""
        }
        func value(_ depth: Int) -> String {
            switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &random) {
            case 0: "null"
            case 1: "true"
            case 2: "1.5"
            case 3: "\(Int.random(in: -3...99, using: &random))"
            case 4, 5: text()
            case 6: "18446744073709551615"
            case 7: "[" + (0..<3).map { _ in value(depth - 1) }.joined(separator: ",") + "]"
            default: "{\"k\":\(value(depth - 1)),\"parts\":[\(value(depth - 1))],\"no_key!\":1}"
            }
        }
        let members = [
            "\"name\":\(text())", "\"n\":\(Int.random(in: 0...99, using: &random))",
            "\"text\":\(value(1))", "\"tags\":\(value(2))", "\"any\":\(value(3))",
            "\"rooms\":[\(value(2)),{\"parts\":\(value(2))}]",
        ].filter { _ in Int.random(in: 0...3, using: &random) > 0 }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Performs random changes of some documents.
    func act(
        _ database: Database, _ collection: DocumentCollection, _ random: inout SplitMix64
    ) throws {
        struct Failure: Error {}
        let id = "d\(Int.random(in: 0..<25, using: &random))"
        switch Int.random(in: 0...9, using: &random) {
        case 0...4: try collection.save(id, Self.body(&random))
        case 5:
            if try collection.json(id) != nil { try collection.delete(id: id, expecting: .any) }
        case 6:
            if try collection.json(id) != nil { try collection.purge(id: id) }
        case 7:
            if try collection.json(id) != nil {
                try collection.setDocumentExpiration(
                    id: id, expiration: Date(timeIntervalSince1970: 1))
                try database.purgeExpired()
            }
        default:
            var inner = random
            try? database.inBatch {
                for _ in 0..<3 { try act(database, collection, &inner) }
                throw Failure()
            }
            random = inner
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `they match the contents of the documents`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (database, collection) = try open()
        for _ in 0..<20 { try act(database, collection, &random) }
        try makeIndexes(collection)
        var wrong: [String] = []
        for step in 0..<120 {
            try act(database, collection, &random)
            if step % 40 == 20 {
                try database.close()
                (database, collection) = try open()
            }
            if step % 20 == 0 { wrong += try wrongIndexes(database) }
        }
        wrong += try wrongIndexes(database)
        try database.performMaintenance(type: .integrityCheck)
        #expect(wrong == [])
    }

    @Test func `they can be rebuilt from the documents`() throws {
        var random = SplitMix64(seed: 99)
        let (database, collection) = try open()
        try makeIndexes(collection)
        for _ in 0..<40 { try collection.save("x\(random.next() % 30)", Self.body(&random)) }
        try database.close()
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        let tags = try #require(
            UnnestedTable.tables(named: "kv_.\\Odd.\\Inns:unnest:tags").first?.name)
        try sqlite.execute(
            """
            DELETE FROM \(Self.fullText) WHERE docid % 2; DELETE FROM "\(tags)" WHERE i = 0;
            INSERT INTO "\(tags)" (docid, i, body) VALUES (9999, 0, 'x')
            """, purpose: "test")
        sqlite.close()
        let (again, _) = try open()
        let before = try wrongIndexes(again)
        try again.performMaintenance(type: .reindex)
        #expect(try before == ["byText", "byTag"] && wrongIndexes(again) == [])
        try again.performMaintenance(type: .integrityCheck)
    }

    @Test func `they survive compaction, and copying`() throws {
        var random = SplitMix64(seed: 7)
        let (database, collection) = try open()
        try makeIndexes(collection)
        for number in 0..<30 { try collection.save("x\(number)", Self.body(&random)) }
        for number in 0..<15 { try collection.purge(id: "x\(number)") }
        try database.performMaintenance(type: .compact)
        try Database.copy(
            fromPath: try #require(database.path), toDatabase: "copy",
            withConfig: folder.configuration)
        let copy = try folder.open("copy")
        let copied = try #require(try copy.collection(name: "Inns", scope: "Odd"))
        try copied.save("y", Self.body(&random))
        #expect(
            try wrongIndexes(database) == [] && wrongIndexes(copy) == []
                && copied.indexes() == collection.indexes())
    }

    @Test func `they are correct after compaction renumbers the rows`() throws {
        let (database, collection) = try open()
        try makeIndexes(collection)
        for number in 0..<30 { try collection.save("x\(number)", #"{"n":60,"tags":["a"]}"#) }
        try database.close()
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        try sqlite.allowingAttachment {
            try sqlite.execute(
                "PRAGMA journal_mode=delete; PRAGMA auto_vacuum=0; VACUUM", purpose: "test")
        }
        sqlite.close()
        let (again, kept) = try open()
        for number in 0..<15 { try kept.purge(id: "x\(number)") }
        try again.performMaintenance(type: .compact)
        #expect(try wrongIndexes(again) == [])
    }
}
