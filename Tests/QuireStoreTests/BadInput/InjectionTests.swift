import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Names that would be executed if they were inserted into SQL without quoting.
@Suite struct InjectionTests {
    let folder: StoreFolder
    let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        try database.defaultCollection().save("kept", #"{"n":1}"#)
        try database.createCollection(name: "kept", scope: "kept").save("kept", "{}")
    }

    private var content: [String] {
        get throws {
            try folder.rows(
                """
                SELECT type, name, sql FROM sqlite_master UNION ALL SELECT key, body, flags \
                FROM kv_default UNION ALL SELECT key, body, 0 FROM kv_info ORDER BY 1, 2
                """)
        }
    }

    /// Invalid names; the last ones are valid.
    static let badNames = HostileNames.attacks.filter { $0 != "sqlite_master" && $0 != "kv_info" }

    @Test(arguments: badNames)
    func `SQL in a collection or scope name is rejected and not executed`(
        name: String
    ) throws {
        let before = try content
        let codes = CollectionNameTests.calls.map { call in
            thrownCode { try call(database, name) }
        }
        #expect(Set(codes) == [.invalidParameter])
        #expect(try content == before)
    }

    @Test(arguments: ["sqlite_master", "kv_info", "indexes", "kvmeta", "kv_default", "default"])
    func `a collection named like a table of the format is a separate collection`(
        name: String
    ) throws {
        let before = try content.filter { !$0.contains(".") }
        let collection = try database.createCollection(name: name)
        try collection.save("a", #"{"n":1}"#)
        try collection.delete(id: "a", expecting: .any)
        #expect(collection.count == 0)
        try database.deleteCollection(name: name)
        #expect(try content.filter { !$0.contains(".") } == before)
    }

    @Test(arguments: HostileNames.attacks)
    func `SQL in a document ID is just an ID`(id: String) throws {
        let before = try content
        let collection = try database.defaultCollection()
        try collection.save(id, "{}")
        try collection.save(id, #"{"n":2}"#)
        try collection.setDocumentExpiration(id: id, expiration: .distantFuture)
        #expect(try collection.json(id) == #"{"n":2}"# && collection.count == 2)
        try collection.delete(id: id, expecting: .any)
        try collection.purge(id: id)
        #expect(try content == before)
    }

    @Test(arguments: HostileNames.attacks)
    func `SQL in a query's collection name is not executed`(name: String) throws {
        let before = try content
        for quote in ["", "`", "\"", "'"] {
            let text = "SELECT n FROM \(quote)\(name)\(quote)"
            _ = thrownError {
                for row in try database.createQuery(QuerySource(verbatim: text)).execute() {
                    _ = row
                }
            }
        }
        #expect(try content == before)
    }

    // A quote and a combining mark are one Character in Swift, but two characters in SQLite.
    static let properties =
        HostileNames.attacks + [
            "'\u{301}", "\"\u{301}", "'\u{301}) FROM kv_info; --",
            "\"\u{301}, hex(body) FROM kv_info --",
            "x'\u{301}' || (SELECT hex(body) FROM kv_info) || '", "a\nb",
            "\"; DROP TABLE kv_info; --\u{301}",
        ]

    /// The rows of ``content`` except for the list of indexes and the shared keys.
    private var lastingContent: [String] {
        get throws {
            try content.filter { !$0.contains("indexes") && !$0.hasPrefix("SharedKeys|") }
        }
    }

    private func values(_ query: String) throws -> [String] {
        try database.createQuery(QuerySource(verbatim: query)).execute().map { $0.toJSON() }
    }

    @Test(arguments: properties)
    func `a property of any name can be queried and indexed`(name: String) throws {
        let before = try lastingContent
        let collection = try database.createCollection(name: "odd")
        let key = try String(decoding: JSONEncoder().encode(name), as: UTF8.self)
        try collection.save("a", "{\(key):\"sea view\"}")
        let doubled = name.utf8.flatMap { $0 == UInt8(ascii: "`") ? [$0, $0] : [$0] }
        let property = "`\(String(decoding: doubled, as: UTF8.self))`"
        let query = "SELECT \(property) AS v FROM odd WHERE \(property) = 'sea view'"
        let scanned = try values(query)
        try collection.createIndex(
            withName: "values", config: ValueIndexConfiguration([property]))
        try collection.save("b", "{\(key):\"mountain view\"}")
        #expect(try scanned == [#"{"v":"sea view"}"#] && values(query) == scanned)
        // A full-text table treats an equals sign in a column name as an option.
        if !name.contains("=") {
            try collection.createIndex(
                withName: "words", config: FullTextIndexConfiguration([property], language: ""))
            let words = try values("SELECT META().id AS v FROM odd WHERE MATCH(words, 'mountain')")
            #expect(words == [#"{"v":"b"}"#])
        }
        try database.deleteCollection(name: "odd")
        #expect(try lastingContent == before)
    }
}
