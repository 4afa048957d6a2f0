import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

@testable import QuireDocuments

/// Statements that change documents, with every engine.
@Suite struct StatementBehaviourTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: QuerySource
        let count: Int
        /// The documents that differ, with their new bodies; `nil` if they are deleted.
        let changed: [String: String?]
        let returned: [String]
        var testDescription: String { source.description }

        init(
            _ source: QuerySource, _ count: Int, _ changed: [String: String?] = [:],
            returning returned: [String] = []
        ) {
            self.source = source
            self.count = count
            self.changed = changed
            self.returned = returned
        }
    }

    static let original = [
        "a": #"{"city":"Bergen","name":"A","rate":100,"type":"inn"}"#,
        "b": #"{"city":"Oslo","name":"B","rate":200,"type":"inn"}"#,
        "c": #"{"city":"Oslo","name":"C","tags":[1,{"k":null}],"type":"inn"}"#,
    ]

    static let cases: [Case] = [
        Case(
            "UPDATE _ SET rate = \(5) WHERE city = \("Bergen")", 1,
            ["a": #"{"city":"Bergen","name":"A","rate":5,"type":"inn"}"#]),
        Case(
            "UPDATE _ AS i SET i.rate = i.rate + \(1.5) UNSET i.city WHERE META(i).id = \("b")", 1,
            ["b": #"{"name":"B","rate":201.5,"type":"inn"}"#]),
        Case(
            "UPDATE _ SET name = \("it's \"x\" \\ $value1"), rate = \(Int?.none) WHERE name = 'A'",
            1,
            [
                "a":
                    #"{"city":"Bergen","name":"it's \"x\" \\ $value1","rate":null,"type":"inn"}"#
            ]),
        Case(
            "UPDATE _ SET tags = \(["x", "y"]) WHERE name IN \(["A", "none"])", 1,
            ["a": #"{"city":"Bergen","name":"A","rate":100,"tags":["x","y"],"type":"inn"}"#]),
        Case("UPDATE _ SET rate = 1 WHERE city = \("none")", 0),
        Case("UPDATE _ SET rate = 1 LIMIT \(0)", 0),
        Case(
            "DELETE FROM _ WHERE city = \("Oslo") RETURNING name", 2, ["b": nil, "c": nil],
            returning: [#"{"name":"B"}"#, #"{"name":"C"}"#]),
        Case("DELETE FROM _", 3, ["a": nil, "b": nil, "c": nil]),
        Case("  delete from _default ;", 3, ["a": nil, "b": nil, "c": nil]),
        Case(
            "INSERT INTO _ (KEY, VALUE) VALUES (\("é"), \(["n": 1])), ('e', {'n': \(2)})", 2,
            ["é": #"{"n":1}"#, "e": #"{"n":2}"#]),
        Case(
            "UPSERT INTO _ (KEY, VALUE) VALUES (\("a"), {'name': \("Z")}) RETURNING META().id, name",
            1, ["a": #"{"name":"Z"}"#], returning: [#"{"id":"a","name":"Z"}"#]),
        Case(
            "UPDATE _ SET rate = rate WHERE rate >= \(100) RETURNING rate + \(1) AS next, \("x") AS x",
            2, returning: [#"{"next":101,"x":"x"}"#, #"{"next":201,"x":"x"}"#]),
    ]

    private static func open(_ kind: TestStore) throws -> OpenTestStore {
        let store = try kind.open()
        for (id, json) in original.sorted(by: { $0.key < $1.key }) { try store.put(id, json) }
        return store
    }

    /// The IDs and bodies of all documents.
    private static func documents(_ store: OpenTestStore) throws -> [String: String] {
        var documents: [String: String] = [:]
        try store.store.forEachRecord(onDamage: { throw $1 }) {
            documents[$0.id] = try $0.body.value.json(.canonical)
        }
        return documents
    }

    @Test(arguments: TestStore.all, cases)
    func `a statement changes the selected documents`(kind: TestStore, example: Case) async throws {
        var expected = Self.original
        for (id, body) in example.changed { expected[id] = body }
        func check(_ result: StatementResult, _ store: OpenTestStore) throws {
            #expect(result.count == example.count)
            let rows = result.rows.map { $0.toJSON() }
            #expect(rows.sorted() == example.returned.sorted())
            #expect(result.rows.map { $0.toJSON() } == rows)
            #expect(try Self.documents(store) == expected)
        }
        func synchronous() throws {
            let store = try Self.open(kind)
            try check(store.store.database.execute(example.source), store)
        }
        try synchronous()
        let store = try Self.open(kind)
        try check(await store.store.database.execute(example.source), store)
    }

    // MARK: Values

    struct Contents: Codable {
        var n: Int64 = .min
        var date = Date(timeIntervalSince1970: 1.5)
        var inner: [String: [Double?]] = ["a\"b": [0.1, nil, -0.0]]
    }

    static let values: [any Encodable & Sendable] = [
        "", "'; DELETE FROM _; --", "\u{0}\n\u{1F600}", Int.min, Int.max, UInt64(Int64.max), 0.1,
        -1e300, true, false, Date(timeIntervalSince1970: 0.123), Decimal(10) / 3,
        URL(filePath: "/a b"), UUID(), [Int](), [[1, 2], []], ["k": ["v": 1]],
        Contents(), Array(0..<3000), String(repeating: "é", count: 100_000),
        (0..<20).reduce(into: "x" as any Encodable & Sendable) { value, _ in
            value = Nested(value)
        },
    ]

    struct Nested: Encodable, Sendable {
        let value: any Encodable & Sendable
        init(_ value: any Encodable & Sendable) { self.value = value }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: StringKey.self)
            try container.encode(value, forKey: StringKey(stringValue: "n"))
        }
    }

    struct StringKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test(arguments: TestStore.all, values.indices)
    func `a bound value is stored as an encoder stores it`(kind: TestStore, index: Int) throws {
        let value = Self.values[index]
        let store = try kind.open()
        func source(_ value: some Encodable) -> (QuerySource, QuerySource) {
            (
                "UPSERT INTO _ (KEY, VALUE) VALUES ('a', {'v': \(value)})",
                "UPDATE _ SET w = \(value)"
            )
        }
        let (upsert, update) = source(value)
        try store.store.database.execute(upsert)
        try store.store.database.execute(update)
        let body = try #require(try store.store.record(id: "a")?.body)
        let expected = try DocumentEncoder().encodedItem(value)?.json(.canonical)
        #expect(try body["v"]?.json(.canonical) == expected)
        #expect(try body["w"]?.json(.canonical) == expected)
    }

    static let refused: [(source: QuerySource, code: QuireError.Code, message: String)] = [
        ("SELECT * FROM _", .invalidQuery, "query(_:)"),
        ("", .invalidQuery, "UPDATE, DELETE, INSERT and UPSERT"),
        (";", .invalidQuery, "query(_:)"), ("UPDAET _ SET a = 1", .invalidQuery, "UPDAET"),
        ("UPDATE _", .invalidQuery, "expected SET or UNSET"),
        ("UPDATE _ SET a = 1; DELETE FROM _", .invalidQuery, "cannot be parsed"),
        ("UPDATE _ SET a = 1 x", .invalidQuery, "cannot be parsed"),
        ("UPDATE \("_") SET a = 1", .invalidQuery, "verbatim"),
        ("UPDATE _ SET \("a") = 1", .invalidQuery, "verbatim"),
        ("UPDATE _ SET a = '\("x")'", .invalidQuery, "quotation marks"),
        ("UPDATE _ SET a = \(Double.nan)", .invalidQuery, "cannot be part of a query"),
        ("UPDATE _ SET a = \(Data([1]))", .invalidQuery, "data and blobs"),
        ("UPDATE _ SET a = \(UInt64.max)", .invalidQuery, "18446744073709551615"),
        ("UPDATE _ SET a = $x", .invalidQueryParameter, "$x"),
        ("UPDATE none SET a = 1", .invalidQuery, "no collection none"),
        ("UPDATE _ SET _id = 'x'", .invalidQuery, "metadata"),
        ("UPDATE _ SET `_rev` = 'x'", .corruptRevisionData, "reserved"),
        ("UPDATE _ SET name.first = 1", .invalidParameter, "cannot be set"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES (\(1), {})", .invalidParameter, "not a string"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES ('x', \([1]))", .invalidParameter, "not an object"),
        ("UPSERT INTO _ (KEY, VALUE) VALUES ('x', {}), ('', {})", .badDocumentID, "it is empty"),
        ("INSERT INTO _ (KEY, VALUE) VALUES ('x', {}), ('a', {})", .conflict, "\"a\""),
    ]

    @Test(arguments: TestStore.all, refused.indices)
    func `a statement that fails changes nothing`(kind: TestStore, index: Int) throws {
        let (source, code, message) = Self.refused[index]
        let store = try Self.open(kind)
        let database = store.store.database
        let error = thrownError { try database.execute(source) }
        #expect(error?.code == code)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(try Self.documents(store) == Self.original)
        // In a transaction, only the changes of the statement are rolled back.
        try database.inBatch {
            try database.execute("UPDATE _ SET name = 'first' WHERE name = 'A'")
            #expect(thrownCode { try database.execute(source) } == code)
            try database.execute("DELETE FROM _ WHERE name = 'B'")
        }
        var expected = Self.original
        expected["a"] = #"{"city":"Bergen","name":"first","rate":100,"type":"inn"}"#
        expected["b"] = nil
        #expect(try Self.documents(store) == expected)
    }

    @Test(
        arguments: TestStore.all,
        ["UPDATE _ SET a = 1", "delete from _", " UPSERT INTO _", "INSERT"])
    func `a query refers to execute for statements that change documents`(
        kind: TestStore, text: String
    ) throws {
        let store = try Self.open(kind)
        let error = thrownError {
            _ = try store.store.database.query(QuerySource(verbatim: text))
        }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains("execute(_:)") == true)
        #expect(try Self.documents(store) == Self.original)
    }

    // MARK: Returned rows

    @Test(arguments: TestStore.all)
    func `more documents than a page are changed and returned`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save((0..<1203).map { Inn(id: "\($0)", name: "n\($0)", stars: 1) })
        let result = try store.store.database.execute(
            "UPDATE _ SET stars = stars + \(1) WHERE type = 'inn' RETURNING *")
        #expect(result.count == 1203)
        let models = try result.rows.decode(Inn.self)
        #expect(models.count == 1203 && models.allSatisfy { $0.stars == 2 })
        var last = try #require(models.first { $0.id == "1202" })
        last.stars = 5
        try inns.save(last)
        #expect(try inns.sum(of: \.stars) == 1202 * 2 + 5)
        let gone = try store.store.database.execute("DELETE FROM _ RETURNING META().id AS id")
        #expect(gone.count == 1203 && Set(gone.rows.map { $0["id"]?.string }).count == 1203)
        #expect(gone.rows.columnNames == ["id"])
        let none = try store.store.database.execute("DELETE FROM _ RETURNING name, 1 + 1")
        #expect(none.count == 0 && none.rows.columnNames == ["name", "$1"])
        #expect(none.rows.allResults().isEmpty)
    }

    @Test(arguments: TestStore.all)
    func `a named store is changed by its name`(kind: TestStore) throws {
        let database = try Self.open(kind).store.database
        let others = try database.repository(of: Inn.self, in: "inns", scope: "away")
        try others.save(Inn(id: "a", name: "A"))
        #expect(try database.execute("UPDATE away.inns SET name = \("Z")").count == 1)
        #expect(try others.require("a").name == "Z")
        #expect(try database.query("SELECT name FROM _ WHERE name = 'Z'").allResults().isEmpty)
    }

    // MARK: Transactions and changes

    /// Returns the changes since a sequence when there are as many as expected.
    ///
    /// On a server, a change is in the feed when all transactions that began before it have ended.
    static func changes(
        of store: OpenTestStore, since sequence: UInt64 = 0, count: Int
    ) async throws -> [StoredChange] {
        while true {
            let changes = try store.store.changes(since: sequence, limit: 100)
            if changes.count >= count { return changes }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `statements of many tasks are not lost`(kind: TestStore) async throws {
        let store = try kind.open()
        let database = store.store.database
        try await database.execute("INSERT INTO _ (KEY, VALUE) VALUES ('a', {'n': 0})")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { try await database.execute("UPDATE _ SET n = n + 1") }
            }
            try await group.waitForAll()
        }
        #expect(try store.body("a") == #"{"n":40}"#)
    }

    @Test(.timeLimit(.minutes(10)), arguments: TestStore.all)
    func `observers and the change feed receive the changes`(kind: TestStore) async throws {
        let store = try Self.open(kind)
        let database = store.store.database
        let inns = try store.repository(of: Inn.self)
        var changes = inns.filter { $0.name == "Z" }.changes().makeAsyncIterator()
        #expect(try await changes.next()?.models.isEmpty == true)
        let before = try await Self.changes(of: store, count: 3)
        let last = try #require(before.map(\.revision.sequence).max())
        let source: QuerySource = """
            UPSERT INTO _ (KEY, VALUE) VALUES
            ('z', \(Inn(id: "z", name: "Z"))), ('other', {'type': 'x'})
            """
        try await database.execute(source)
        try await database.execute("UPDATE _ SET type = 'inn' WHERE name = 'Z'")
        try await database.execute("DELETE FROM _ WHERE name = 'A'")
        #expect(try await changes.next()?.models.map(\.name) == ["Z"])
        let feed = try await Self.changes(of: store, since: last, count: 3)
        #expect(feed.map(\.id).sorted() == ["a", "other", "z"])
        #expect(feed.filter(\.isDeleted).map(\.id) == ["a"])
    }

    @Test(arguments: TestStore.all)
    func `a statement obeys unique indexes`(kind: TestStore) throws {
        let store = try kind.open()
        guard store.store.capabilities.contains(.uniqueIndexes) else { return }
        let inns = try store.repository(of: Inn.self)
        try inns.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B")])
        try inns.createIndex(on: \.name, options: .unique)
        let code = thrownCode { try store.store.database.execute("UPDATE _ SET name = 'same'") }
        #expect(code == .duplicateValue)
        #expect(try inns.sorted(by: \.name).select(\.name).all() == ["A", "B"])
    }

    @Test(arguments: TestStore.all)
    func `a snapshot and a closed database run no statement`(kind: TestStore) throws {
        let store = try Self.open(kind)
        let database = store.store.database
        try database.snapshot {
            #expect(thrownCode { try database.execute("DELETE FROM _") } == .notWriteable)
        }
        #expect(try Self.documents(store) == Self.original)
        try database.close()
        #expect(thrownCode { try database.execute("DELETE FROM _") } == .notOpen)
    }
}
