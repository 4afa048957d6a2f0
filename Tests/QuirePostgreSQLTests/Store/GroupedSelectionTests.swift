#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTesting
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Groups, aggregates, properties and first rows that the server selects, compared with the
    /// evaluator.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct GroupedSelectionTests {
        private let postgres: PostgresStore
        private let memory = InMemoryStore(name: "_default._default")

        init() throws {
            let database = try PostgresDatabase(.test())
            postgres = try #require(database.defaultStore() as? PostgresStore)
        }

        private func put(_ id: String, _ json: String) throws {
            for store in [postgres, memory] as [any DocumentStore] { try store.put(id, json) }
        }

        private func text(_ statement: SelectStatement, _ store: any DocumentStore) -> String {
            do {
                return try store.rows(of: statement).map { $0.toJSON() }.joined(separator: "\n")
            } catch {
                return "\(error)"
            }
        }

        /// Returns the differences between the engines.
        private func differences(_ texts: [String]) throws -> [String] {
            try texts.compactMap { text in
                let statement = try SelectStatement.parse(text)
                let expected = self.text(statement, memory)
                let found = self.text(statement, postgres)
                return found == expected ? nil : "\(text):\n\(found)\ninstead of\n\(expected)"
            }
        }

        private func isGrouped(_ text: String) throws -> Bool {
            let explanation = try postgres.explanation(of: SelectStatement.parse(text))
            return explanation.contains("count(exact) > 0")
        }

        private func saveHotels() throws {
            let cities = [#""Bergen""#, #""bergen""#, #""Oslo""#, "null", "17", "true", "1", "1.0"]
            for number in 0..<40 {
                var properties = [#""type": "hotel", "number": \#(number)"#]
                if number % 9 != 0 { properties.append(#""city": \#(cities[number % 8])"#) }
                if number % 7 != 0 {
                    properties.append(#""rate": \#(Double(number * 37 % 50) / 4)"#)
                }
                properties.append(#""stars": \#(number % 5), "name": "Hotel \#(number % 6)""#)
                properties.append(
                    #""address": {"street": "\#(number % 3) Quay", "code": \#(number % 4)}"#)
                if number % 10 == 3 { properties.append(#""note": null"#) }
                try put("hotel\(number)", "{\(properties.joined(separator: ", "))}")
            }
        }

        static let grouped = [
            "SELECT COUNT(*) FROM _", "SELECT COUNT(*) AS n FROM _ WHERE stars > 2",
            "SELECT COUNT(city), COUNT(note), COUNT(absent) FROM _",
            "SELECT SUM(stars), AVG(stars), MIN(stars), MAX(stars) FROM _",
            "SELECT SUM(rate), AVG(rate), MIN(rate), MAX(rate) FROM _ WHERE rate < 9",
            "SELECT SUM(note), AVG(note), MIN(note), MAX(note) FROM _",
            "SELECT SUM(absent), AVG(absent), MIN(absent), MAX(absent) FROM _",
            "SELECT SUM(stars) FROM _ WHERE stars > 100", "SELECT COUNT(*) FROM _ LIMIT 0",
            "SELECT MIN(name), MAX(name) FROM _", "SELECT SUM(stars) * 2 + COUNT(*) AS x FROM _",
            "SELECT name, COUNT(*) FROM _ GROUP BY name",
            "SELECT city, COUNT(*) AS n, MAX(rate) FROM _ GROUP BY city",
            "SELECT city, COUNT(*) AS n FROM _ GROUP BY city HAVING n > 4 ORDER BY n DESC, city",
            "SELECT address.code, address.street, SUM(stars) FROM _ "
                + "GROUP BY address.code, address.street",
            "SELECT address, COUNT(*) FROM _ GROUP BY address, address.code",
            "SELECT LOWER(city) AS c, COUNT(*) FROM _ GROUP BY LOWER(city)",
            "SELECT UPPER(city) AS c, AVG(stars) FROM _ GROUP BY c ORDER BY AVG(stars), c LIMIT 3",
            "SELECT city COLLATE NOCASE AS c, COUNT(*) FROM _ GROUP BY city COLLATE NOCASE",
            "SELECT stars % 2 AS odd, SUM(rate) FROM _ GROUP BY stars % 2 HAVING SUM(rate) > 1",
            "SELECT COUNT(*) FROM _ GROUP BY absent", "SELECT stars FROM _ GROUP BY stars OFFSET 2",
            "SELECT DISTINCT COUNT(*) FROM _ GROUP BY name",
            "SELECT CASE WHEN stars > 2 THEN 'many' ELSE 'few' END AS s, COUNT(*) FROM _ GROUP BY s",
            "SELECT MAX(rate) FROM _ WHERE name = 'nobody' GROUP BY city",
            "SELECT COUNT(*) FROM _ GROUP BY 'x'",
            "SELECT 1 AS one, SUM(stars) FROM _ GROUP BY one",
            "SELECT COUNT(*) FROM _ WHERE name = 'nobody' GROUP BY 7, 'x'",
        ]

        @Test func `groups that the server computes are those of the evaluator`() throws {
            try saveHotels()
            #expect(try Self.grouped.filter { try !isGrouped($0) } == [])
            let wrong = try differences(Self.grouped)
            #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        }

        /// The server has these values, but Quire adds or compares them in another way.
        @Test(arguments: [
            "true", "false", "[1]", "[]", "{}", #"{"a": 1}"#, #""12""#, #""x""#, "null", "-0.0",
            "1.0",
            "1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e20",
            "1e300",
            "0.1", "123456789012345.67",
        ])
        func `an aggregate over a value of any type is that of the evaluator`(value: String) throws
        {
            try put("a", #"{"x": 2, "y": "b"}"#)
            try put("b", #"{"x": \#(value), "y": \#(value)}"#)
            try put("c", #"{"x": 3}"#)
            let columns = ["x", "y"].flatMap { name in
                ["COUNT", "SUM", "AVG", "MIN", "MAX", "ARRAY_AGG"].map { "\($0)(\(name))" }
            }
            let statements = columns.flatMap {
                ["SELECT \($0) FROM _", "SELECT y, \($0) FROM _ GROUP BY y"]
            }
            let wrong = try differences(statements)
            #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        }

        @Test(arguments: [
            "SELECT number, COUNT(*) FROM _ GROUP BY name", "SELECT ARRAY_AGG(name) FROM _",
            "SELECT META().id, COUNT(*) FROM _ GROUP BY META().id", "SELECT *, COUNT(*) FROM _",
            "SELECT SUM(stars * rate) FROM _",
            "SELECT COUNT(*) FROM _ WHERE UPPER(name) = 'HOTEL 1'",
            "SELECT COUNT(DISTINCT name) FROM _", "SELECT SUM(*) FROM _", "SELECT MAX(*) FROM _",
        ])
        func `other groups are computed from documents`(text: String) throws {
            try saveHotels()
            if let statement = try? SelectStatement.parse(text),
                (try? memory.rows(of: statement)) != nil
            {
                #expect(try !isGrouped(text))
                #expect(try differences([text]) == [])
            }
        }

        @Test func `a sum of integers that is out of range is an error`() throws {
            try put("a", #"{"x": 9223372036854775807}"#)
            try put("b", #"{"x": 1}"#)
            let statement = try SelectStatement.parse("SELECT SUM(x) FROM _")
            #expect(throws: QuireError.self) { try postgres.rows(of: statement) }
        }

        @Test(arguments: [
            "SELECT name FROM _", "SELECT name, address.street FROM _ WHERE stars = 3",
            "SELECT META().id, META().sequence > 0 AS s FROM _", "SELECT 1 FROM _ LIMIT 2",
            "SELECT address, address.code FROM _ ORDER BY address.code DESC, META().id LIMIT 3",
            "SELECT DISTINCT city FROM _", "SELECT name FROM _ ORDER BY rate LIMIT 4 OFFSET 2",
            "SELECT DISTINCT city FROM _ ORDER BY city LIMIT 2", "SELECT note IS NULL AS n FROM _",
            "SELECT address.absent, absent.name, number[0] FROM _", "SELECT *, name FROM _ LIMIT 3",
            "SELECT ANY x IN address SATISFIES x = 2 END AS y FROM _",
        ])
        func `a statement of some properties has the rows of the evaluator`(text: String) throws {
            try saveHotels()
            try put("exact", #"{"type": "hotel", "name": "a\u0000b", "rate": -0.0, "stars": 3}"#)
            #expect(try differences([text]) == [])
        }

        @Test func `properties with hostile names are selected`() throws {
            let names = ["'", "\"", "a.b", "é", "e\u{301}", "$1", "", " ", "\\", "];--"]
            for store in [postgres, memory] as [any DocumentStore] {
                try store.save { writer in
                    writer.beginDictionary()
                    for name in names {
                        writer.writeKey(name)
                        writer.write("value of \(name)")
                    }
                    writer.endDictionary()
                    return WriteTarget(id: "doc", if: .any)
                }
            }
            for name in names {
                let property = QueryTerm.property(PropertyPath([.key(name)]), of: nil)
                let column = ResultColumn(property, as: "x")
                let selection = SelectStatement([column], from: CollectionSource("_"))
                var grouping = selection
                grouping.grouping = [property]
                for statement in [selection, grouping] {
                    #expect(text(statement, postgres) == text(statement, memory))
                }
            }
        }

        @Test(arguments: ["", " DESC"])
        func `the first rows of an order are read from an index`(direction: String) throws {
            let values = [
                "1", "2.5", "-3", "true", "false", "null", #""a""#, #""b""#, #""é""#, #""""#,
                "\"\(String(repeating: "long", count: 400))\"", "1e15", "0",
            ]
            for number in 0..<130 {
                let value = values[number % 13]
                let x = number % 17 == 0 ? "" : #""x": \#(value), "#
                try put("doc\(number)", #"{"type": "hotel", \#(x)"y": \#(number * 31 % 7)}"#)
            }
            let config = ValueIndexConfiguration(["type", "x"])
            try postgres.createIndex(withName: "byX", config: config)
            let order = "ORDER BY x\(direction)"
            let texts = [0, 1, 5, 20, 50, 90, 200].flatMap { limit in
                [
                    "SELECT META().id, x FROM _ WHERE type = 'hotel' \(order) LIMIT \(limit)",
                    "SELECT META().id FROM _ WHERE type = 'hotel' \(order), y DESC LIMIT \(limit)",
                    "SELECT META().id FROM _ WHERE type = 'hotel' AND y > 2 \(order), META().id "
                        + "LIMIT \(limit) OFFSET 3",
                ]
            }
            #expect(try differences(texts) == [])
            let statement = try SelectStatement.parse(texts[3])
            #expect(try postgres.explanation(of: statement).contains("index.byX"))
            // The order of arrays and dictionaries is unknown to the server.
            for (number, value) in ["[]", "[2]", "{}", "[1, 2]", #"{"a": 1}"#].enumerated() {
                try put("other\(number)", #"{"type": "hotel", "x": \#(value), "y": \#(number)}"#)
            }
            #expect(try differences(texts) == [])
        }
    }
#endif
