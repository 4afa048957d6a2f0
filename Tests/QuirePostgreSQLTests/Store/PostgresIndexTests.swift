#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTesting
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresIndexTests {
        struct Guest: DocumentModel, Equatable {
            @DocumentID var id: String?
            var email: String?
            var room = 0
        }

        private let database: PostgresDatabase
        private let store: any DocumentStore

        init() throws {
            database = try PostgresDatabase(.test())
            store = try database.createStore(named: "hotels", scope: nil)
        }

        private func statement(_ condition: String) throws -> SelectStatement {
            try SelectStatement.parse("SELECT * FROM _ WHERE \(condition)")
        }

        private func fill(_ count: Int) throws {
            try store.inBatch {
                for number in 0..<count {
                    try store.put(
                        "h\(number)",
                        """
                        {"type":"hotel","stars":\(number),"name":"Hotel \(number)",
                        "tags":["t\(number)","all"],"address":{"city":"City \(number % 50)"}}
                        """)
                }
            }
        }

        // MARK: Use

        static let indexed: [(any IndexConfiguration, String, Int)] = [
            (ValueIndexConfiguration(["stars"]), "stars = 7", 1),
            (ValueIndexConfiguration(["stars"]), "stars < 3", 3),
            (ValueIndexConfiguration(["stars"]), "stars > 1996", 3),
            (ValueIndexConfiguration(["stars"]), "stars BETWEEN 10 AND 12", 3),
            (ValueIndexConfiguration(["stars"]), "stars IN [1, 5, 9000]", 2),
            (ValueIndexConfiguration(["name"]), "name = 'Hotel 7'", 1),
            (ValueIndexConfiguration(["name"]), "name < 'Hotel 1'", 1),
            (
                ValueIndexConfiguration(["type", "address.city"]),
                "type = 'hotel' AND address.city = 'City 7'", 40
            ),
            (
                ValueIndexConfiguration(["address.city"], where: "type = 'hotel'"),
                "type = 'hotel' AND address.city = 'City 7'", 40
            ),
            (ArrayIndexConfiguration(path: "tags"), "ANY t IN tags SATISFIES t = 't5' END", 1),
        ]

        @Test(arguments: indexed.indices)
        func `the server uses an index for a condition`(number: Int) throws {
            let (configuration, condition, count) = Self.indexed[number]
            try fill(2000)
            try store.createIndex(withName: "tested", config: configuration)
            let statement = try statement(condition)
            let plan = try store.explanation(of: statement)
            let found = try store.records(selectedBy: statement).count
            #expect(found == count && plan.contains("_default.hotels.index.tested"), "\(plan)")
        }

        @Test func `the server knows how many documents are not deleted`() throws {
            try fill(5000)
            try store.createIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
            let table = try #require(store as? PostgresStore).statements.table
            let plan = try database.query {
                try $0.rows("EXPLAIN SELECT 1 FROM \(table) WHERE flags & 1 = 0")[0].text(0)
            }
            #expect(plan.contains("rows=5000 "), "\(plan)")
        }

        /// Returns the number of documents that the server expects for a condition.
        private func estimate(_ condition: String) throws -> String {
            let table = try #require(store as? PostgresStore).statements.table
            let plan = try database.query {
                try $0.rows("EXPLAIN SELECT 1 FROM \(table) WHERE \(condition)")[0].text(0)
            }
            return try #require(plan.firstMatch(of: /rows=([0-9]+)/)).output.1.description
        }

        @Test(arguments: [false, true])
        func `the server knows the indexed values`(inTransaction: Bool) throws {
            try fill(5000)
            func create() throws {
                try store.createIndex(
                    withName: "byStars", config: ValueIndexConfiguration(["type", "stars"]))
            }
            if inTransaction { try store.inBatch { try create() } } else { try create() }
            let key = IndexKey(of: "body->'stars'").sql
            let known = try estimate("\(key) > 'true'")
            try store.deleteIndex(forName: "byStars")
            let unknown = try estimate("\(key) > 'true'")
            #expect([known, unknown] == ["1", "1667"])
        }

        /// Returns the number of statistics about values of the store.
        private func statisticsCount() throws -> Int64 {
            let table = try #require(store as? PostgresStore).statements.table
            return try database.query {
                try $0.rows(
                    """
                    SELECT count(*) FROM pg_statistic_ext WHERE stxrelid = to_regclass($1)
                    AND starts_with(stxname::text, 'quire.')
                    """, [.text(table)])[0].integer(0)
            }
        }

        @Test func `statistics are removed with the last index of their values`() throws {
            func create(_ name: String, _ expressions: String...) throws {
                try store.createIndex(
                    withName: name, config: ValueIndexConfiguration(expressions))
            }
            var counts: [Int64] = []
            try create("a", "stars")
            try create("b", "stars")
            counts.append(try statisticsCount())
            try create("a", "name", "stars")
            counts.append(try statisticsCount())
            try create("b", "type")
            counts.append(try statisticsCount())
            try store.deleteIndex(forName: "a")
            counts.append(try statisticsCount())
            #expect(counts == [1, 2, 1, 0])
        }

        /// The server can remove statistics while a statement that uses them is being planned.
        @Test func `clients read while another client replaces an index`() throws {
            try fill(50)
            let store = store
            let failures = onThreads(4) { thread in
                for round in 0..<40 {
                    if thread == 0 {
                        let property = round.isMultiple(of: 2) ? "stars" : "name"
                        try store.createIndex(
                            withName: "i", config: ValueIndexConfiguration([property]))
                    } else {
                        let statement = try SelectStatement.parse(
                            "SELECT * FROM _ WHERE stars < \(round) AND name > 'H'")
                        _ = try store.records(selectedBy: statement)
                    }
                }
            }
            #expect(failures == [])
        }

        @Test func `the first documents in the order of an index are those of the evaluator`()
            throws
        {
            try fill(500)
            try store.createIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
            var statement = try statement("type = 'hotel' AND name >= 'Hotel 2'")
            statement.ordering = [OrderingTerm(try QueryTerm.parse("name"), .ascending)]
            let all = try store.records(selectedBy: statement).map(\.id)
            statement.limit = .literal(.integer(20))
            #expect(try store.records(selectedBy: statement).map(\.id) == Array(all.prefix(20)))
        }

        @Test func `long values are indexed and found`() throws {
            try store.createIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
            let long = String(repeating: "é", count: 20_000)
            try store.put("long", #"{"name":"\#(long)"}"#)
            try store.put("short", #"{"name":"b"}"#)
            try store.put("array", #"{"name":["\#(long)"]}"#)
            let found = try ["name > 'a'", "name = '\(long)'", "name < 'c'", "name > 'c'"].map {
                try store.records(selectedBy: statement($0)).map(\.id)
            }
            #expect(
                found == [["long", "short", "array"], ["long"], ["short"], ["long", "array"]])
        }

        // MARK: Definitions

        @Test func `plans contain only the changes`() throws {
            let definitions = [
                IndexDefinition("a", ValueIndexConfiguration(["x"])),
                IndexDefinition("b", ValueIndexConfiguration(["y"])),
            ]
            try store.indexPlan(for: definitions, keepingOthers: false).apply()
            let changed = [
                definitions[0], IndexDefinition("b", ValueIndexConfiguration(["z"])),
                IndexDefinition("c", ArrayIndexConfiguration(path: "tags")),
            ]
            let plan = try store.indexPlan(for: changed, keepingOthers: false)
            #expect(plan.description == "replace b\ncreate c")
            try plan.apply()
            let second = try store.indexPlan(for: [definitions[0]], keepingOthers: false)
            #expect(second.description == "drop b\ndrop c")
            try second.apply()
            #expect(try store.indexes() == ["a"])
            try store.deleteIndex(forName: "a")
            try store.deleteIndex(forName: "a")
            #expect(try store.indexes() == [])
        }

        static let refused: [(any IndexConfiguration, QuireError.Code)] = [
            (ValueIndexConfiguration([]), .invalidParameter),
            (ValueIndexConfiguration(["a b"]), .invalidQuery),
            (ValueIndexConfiguration(["a"], where: "b ="), .invalidQuery),
            (ValueIndexConfiguration(["a"], where: "b = 1", isUnique: true), .invalidParameter),
            (ValueIndexConfiguration(["LOWER(name)"]), .unsupportedOperation),
            (ValueIndexConfiguration(["tags[0]"]), .unsupportedOperation),
            (ValueIndexConfiguration(["name COLLATE NOCASE"]), .unsupportedOperation),
            (ArrayIndexConfiguration(path: "a[].b"), .unsupportedOperation),
            (ArrayIndexConfiguration(path: "a", expressions: ["b"]), .unsupportedOperation),
        ]

        @Test(arguments: refused.indices)
        func `an index that the server does not support is refused`(number: Int) throws {
            let (configuration, code) = Self.refused[number]
            let error = #expect(throws: QuireError.self) {
                try store.createIndex(withName: "i", config: configuration)
            }
            #expect(error?.code == code)
        }

        static let names = [
            "it's", "a;b --", "ü\u{301}🏨", "A", String(repeating: "n", count: 300), #"\"#, "$1",
        ]

        @Test(arguments: names)
        func `any name and property can be indexed`(name: String) throws {
            let property = SQLPlusPlus.PropertyPath([.key(name)])
            let term = QueryTerm.property(property, of: nil)
            try store.createIndex(
                withName: name, config: ValueIndexConfiguration([term.description]))
            try store.createIndex(withName: name + "2", config: ValueIndexConfiguration(["b"]))
            #expect(try store.indexes().sorted() == [name, name + "2"].sorted())
            try store.deleteIndex(forName: name)
            #expect(try store.indexes() == [name + "2"])
        }

        // MARK: Unique indexes

        private func code(_ body: () throws -> Void) -> QuireError.Code? {
            do {
                try body()
                return nil
            } catch {
                return (error as? QuireError)?.code
            }
        }

        @Test func `a unique index rejects equal values, in and outside transactions`() throws {
            let guests = try database.repository(of: Guest.self)
            try guests.createIndex(on: \.email, options: .unique)
            try guests.save(Guest(id: "a", email: "x"))
            #expect(code { try guests.save(Guest(id: "b", email: "x")) } == .duplicateValue)
            try database.inBatch {
                try guests.save(Guest(id: "c", email: "y"))
                #expect(code { try guests.save(Guest(id: "d", email: "x")) } == .duplicateValue)
                try guests.save(Guest(id: "e", email: nil))
                try guests.save(Guest(id: "f", email: nil))
            }
            try guests.delete(id: "a")
            try guests.save(Guest(id: "g", email: "x"))
            #expect(try guests.all().compactMap(\.id).sorted() == ["c", "e", "f", "g"])
        }

        @Test func `the error of a duplicate names the index and the document`() throws {
            try store.createIndex(
                withName: "byMail", config: ValueIndexConfiguration(["mail"], isUnique: true))
            try store.put("a", #"{"mail":"x"}"#)
            let error = #expect(throws: QuireError.self) { try store.put("b", #"{"mail":"x"}"#) }
            #expect(
                error?.message.contains("byMail") == true && error?.message.contains("b") == true)
        }

        @Test func `an index of documents with equal values is not created`() throws {
            try store.put("a", #"{"mail":"x"}"#)
            try store.put("b", #"{"mail":"x"}"#)
            let unique = ValueIndexConfiguration(["mail"], isUnique: true)
            #expect(
                code { try store.createIndex(withName: "byMail", config: unique) }
                    == .duplicateValue)
            #expect(try store.indexes() == [])
            try store.purge(id: "b")
            try store.createIndex(withName: "byMail", config: unique)
            #expect(try store.indexes() == ["byMail"])
        }

        @Test func `an index that a transaction created is rolled back with it`() throws {
            struct Cancellation: Error {}
            try? store.inBatch {
                try store.createIndex(withName: "i", config: ValueIndexConfiguration(["a"]))
                throw Cancellation()
            }
            #expect(try store.indexes() == [])
        }
    }
#endif
