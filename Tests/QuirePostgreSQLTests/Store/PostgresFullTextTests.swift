#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTestSupport
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Full-text indexes and searches of the server.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresFullTextTests {
        private let database: PostgresDatabase
        private let store: any DocumentStore

        init() throws {
            database = try PostgresDatabase(.test())
            store = try database.createStore(named: "hotels", scope: nil)
        }

        private func ids(_ condition: String, _ rest: String = "") throws -> [String] {
            let statement = try SelectStatement.parse("SELECT * FROM _ WHERE \(condition) \(rest)")
            return try store.records(selectedBy: statement).map(\.id)
        }

        private func create(
            _ properties: String..., where condition: String? = nil, accents: Bool = true,
            language: String = ""
        ) throws {
            let config = FullTextIndexConfiguration(
                properties, where: condition, ignoreAccents: !accents, language: language)
            try store.createIndex(withName: "words", config: config)
        }

        private func put(_ id: String, _ text: String) throws {
            let json = String(decoding: try JSONEncoder().encode(["t": text]), as: UTF8.self)
            try store.put(id, json)
        }

        // MARK: Plans

        static let plans: [(properties: [String], condition: String?, query: String, count: Int)] =
            [
                (["t"], nil, "MATCH(words, 'w77')", 1),
                (["t"], nil, "MATCH(words, 'w77 OR w78') AND n > 77", 1),
                (["t"], nil, "MATCH(words, '\"hotel w77\"')", 1),
                (["t"], nil, "MATCH(words, 'w199*')", 11),
                (["t", "u.v"], nil, "MATCH(words, 'w77 x78')", 1),
                (["t", "u.v"], nil, "MATCH(words, 'u.v:x78')", 1),
                (["t"], "type = 'hotel'", "type = 'hotel' AND MATCH(words, 'w77')", 1),
                (["t"], "type = 'hotel'", "MATCH(words, 'w77')", 1),
                (["t"], "LOWER(type) = 'hotel'", "MATCH(words, 'w77')", 1),
            ]

        @Test(arguments: plans.indices)
        func `the server uses the index for a search`(number: Int) throws {
            let (properties, condition, query, count) = Self.plans[number]
            try store.inBatch {
                for number in 0..<2000 {
                    try store.put(
                        "h\(number)",
                        """
                        {"type":"hotel","n":\(number),"t":"The hotel w\(number)",
                        "u":{"v":"x\(number + 1)"}}
                        """)
                }
            }
            let config = FullTextIndexConfiguration(properties, where: condition, language: "en")
            try store.createIndex(withName: "words", config: config)
            let term = try QueryTerm.parse(query)
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: term)
            let plan = try store.explanation(of: statement)
            #expect(plan.contains("Index Scan on \"_default.hotels.index.words\""), "\(plan)")
            #expect(try store.records(selectedBy: statement).count == count)
            #expect(try store.count(where: term) == count)
        }

        @Test func `only documents that meet the condition of an index are found`() throws {
            try create("t", where: "LOWER(kind) = 'a'")
            try store.put("1", #"{"kind":"A","t":"sea"}"#)
            try store.put("2", #"{"kind":"b","t":"sea"}"#)
            #expect(try ids("MATCH(words, 'sea')") == ["1"])
            #expect(try store.count(where: .parse("MATCH(words, 'sea')")) == 1)
            #expect(try ids("NOT MATCH(words, 'sea')") == ["2"])
            #expect(try ids("MATCH(words, 'sea')", "ORDER BY RANK(words) LIMIT 1") == ["1"])
        }

        // MARK: Conditions

        @Test func `searches can be negated and combined`() throws {
            try create("t", "u")
            try store.put("1", #"{"t":"sea view","u":"quiet"}"#)
            try store.put("2", #"{"t":"sea","n":1}"#)
            try store.put("3", #"{"t":null}"#)
            try store.put("4", #"{"u":["quiet",{"x":"VIEW"}],"n":{"d":1}}"#)
            #expect(try ids("NOT MATCH(words, 'sea')") == ["3", "4"])
            #expect(try ids("MATCH(words, 'sea') OR n IS NOT MISSING") == ["1", "2", "4"])
            #expect(try ids("MATCH(words, 'view') AND NOT MATCH(words, 'sea')") == ["4"])
            #expect(try ids("MATCH(words, 'quiet view')") == ["1", "4"])
            #expect(try ids("MATCH(words, 'u:view')") == ["4"])
            #expect(try ids("MATCH(words, 'T:View')") == ["1"])
            #expect(try ids("MATCH(words, NULL)") == [])
            #expect(try ids("MATCH(words, 'sea') OR MATCH(words, 'quiet')") == ["1", "2", "4"])
            #expect(
                try store.rows(
                    of: .parse("SELECT MATCH(words, 'sea') AS m FROM _ WHERE n IS MISSING")
                ).map { $0.boolean(forKey: "m") } == [true, false])
            let error = #expect(throws: QuireError.self) { try ids("MATCH(words, t)") }
            #expect(error?.code == .unsupportedOperation)
        }

        @Test func `the server groups the documents that a search finds`() throws {
            try create("t")
            for number in 0..<10 {
                try store.put(
                    "\(number)",
                    #"{"t":"\#(number < 6 ? "sea" : "hill")","city":"c\#(number % 2)","n":\#(number)}"#
                )
            }
            let statement = try SelectStatement.parse(
                """
                SELECT city, COUNT(*) AS c, MAX(n) AS m FROM _ WHERE MATCH(words, 'sea')
                GROUP BY city ORDER BY city
                """)
            #expect(try store.explanation(of: statement).contains("GROUP BY"))
            #expect(
                try store.rows(of: statement).map {
                    "\($0.string(forKey: "city") ?? "") \($0.int(forKey: "c")) \($0.int(forKey: "m"))"
                } == ["c0 3 4", "c1 3 5"])
        }

        @Test func `a search reads only the properties that the query uses`() throws {
            try create("t")
            try store.put("1", #"{"t":"sea","a":{"b":1},"large":"x"}"#)
            try store.put("2", #"{"t":"sea sea","a":{"b":2}}"#)
            let statement = try SelectStatement.parse(
                """
                SELECT a.b AS b, RANK(words) > 0 AS r FROM _
                WHERE MATCH(words, 'sea') AND NOT MATCH(words, 'hill') ORDER BY RANK(words) DESC
                """)
            #expect(try !store.explanation(of: statement).contains("body, created"))
            #expect(
                try store.rows(of: statement).map {
                    "\($0.int(forKey: "b")) \($0.boolean(forKey: "r"))"
                } == ["2 true", "1 true"])
        }

        @Test func `a search can have an order of an index, and a query in EXISTS`() throws {
            try create("t")
            try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
            for number in 0..<30 {
                try store.put(
                    "\(number)",
                    #"{"t":"\#(number % 3 == 0 ? "sea" : "hill")","n":\#(30 - number)}"#)
            }
            #expect(
                try ids("MATCH(words, 'sea') AND n > 5", "ORDER BY n LIMIT 3") == [
                    "24", "21", "18",
                ])
            let exists = "EXISTS (SELECT 1 FROM hotels AS h WHERE h.n = 30)"
            #expect(try ids("MATCH(words, 'sea') AND n > 25 AND \(exists)") == ["0", "3"])
        }

        @Test func `large searches are read in pages`() throws {
            try create("t")
            for start in stride(from: 0, to: 20_500, by: 500) {
                _ = try store.save(
                    (start..<start + 500).map { number in
                        DocumentSave { writer in
                            try JSONReader.read(#"{"t":"sea \#(number)"}"#, into: writer)
                            return WriteTarget(id: "\(number)", if: .absent)
                        }
                    })
            }
            let statement = try SelectStatement.parse("SELECT * FROM _ WHERE MATCH(words, 'sea')")
            var pages: [Int] = []
            try store.forEachPage(selectedBy: statement) { pages.append($0.count) }
            #expect(pages == Array(repeating: 500, count: 41))
        }

        @Test func `documents whose bodies JSON cannot represent are found`() throws {
            try create("t")
            try store.save { writer in
                writer.beginDictionary()
                writer.writeKey("t")
                writer.write("the sea\0side")
                writer.writeKey("infinity")
                writer.write(Double.infinity)
                writer.endDictionary()
                return WriteTarget(id: "exact", if: .any)
            }
            try put("other", "sea sea")
            #expect(try ids("MATCH(words, 'sea side')") == ["exact"])
            #expect(
                try ids("MATCH(words, 'sea')", "ORDER BY RANK(words) DESC LIMIT 1") == ["other"])
            #expect(
                try ids("MATCH(words, 'sea') AND infinity > 1", "ORDER BY RANK(words) LIMIT 1")
                    == ["exact"])
            #expect(try store.count(where: .parse("MATCH(words, 'sea')")) == 2)
        }

        // MARK: Languages

        static let plurals: [(FullTextLanguage, String, String)] = [
            (.danish, "husene", "hus"), (.dutch, "kamers", "kamer"), (.english, "rooms", "room"),
            (.finnish, "talossa", "talo"), (.french, "chambres", "chambre"),
            (.german, "Häuser", "Haus"), (.hungarian, "házak", "ház"),
            (.italian, "alberghi", "albergo"), (.norwegian, "husene", "hus"),
            (.portuguese, "quartos", "quarto"), (.romanian, "camerele", "camera"),
            (.russian, "Отели", "отель"), (.spanish, "hoteles", "hotel"),
            (.swedish, "husen", "hus"), (.turkish, "oteller", "otel"),
        ]

        @Test(arguments: plurals)
        func `an index contains the stems of its language`(
            language: FullTextLanguage, plural: String, singular: String
        ) throws {
            #expect(Set(Self.plurals.map(\.0)) == Set(FullTextLanguage.allCases))
            try put("a", "x \(plural) y")
            try create("t", language: language.rawValue)
            #expect(try ids("MATCH(words, '\(singular)')") == ["a"])
            try create("t", language: "\(language)")
            #expect(try ids("MATCH(words, '\(singular.uppercased())')") == ["a"])
            try create("t", language: "xx")
            #expect(try ids("MATCH(words, '\(singular)')") == [])
            #expect(try ids("MATCH(words, '\(plural.lowercased())')") == ["a"])
        }

        @Test func `the case of all letters is ignored, and accents if this is requested`() throws {
            let words = ["ÄRGER", "Élan", "ΑΘΗΝΑ", "МОСКВА", "naïve", "cafe\u{301}"]
            for word in words { try put(word, "(\(word))") }
            try create("t")
            for word in words {
                for form in [word.lowercased(), word.uppercased()] {
                    #expect(try ids("MATCH(words, '\(form)')") == [word])
                }
            }
            #expect(try ids("MATCH(words, 'CAFÉ')") == ["cafe\u{301}"])
            #expect(try ids("MATCH(words, 'cafe')") == [])
            try create("t", accents: false)
            #expect(try ids("MATCH(words, 'cafe')") == ["cafe\u{301}"])
            #expect(try ids("MATCH(words, 'ëlan OR arger OR Αθήνα')").count == 3)
        }

        @Test func `stop words are ignored and counted in phrases`() throws {
            try create("t", language: "en")
            try put("a", "bed and breakfast")
            try put("b", "bed, breakfast")
            #expect(try ids("MATCH(words, 'the bed')") == ["a", "b"])
            #expect(try ids("MATCH(words, '\"bed and breakfast\"')") == ["a"])
            #expect(try ids("MATCH(words, '\"bed breakfast\"')") == ["b"])
            #expect(try ids("MATCH(words, 'the')") == [])
            #expect(try ids("MATCH(words, 'bed NOT the')") == ["a", "b"])
        }

        // MARK: Large texts

        @Test func `documents with large texts can be saved and found`() throws {
            try create("t")
            try create("t", accents: false, language: "en")
            let count = 1_048_576 / 6
            let different = (0..<count).map { String($0 + 46_656, radix: 36) }
            let letters = (0..<200_000).compactMap { Unicode.Scalar(0x20000 + $0 % 42_000) }
            let texts = [
                "start " + different.joined(separator: " ") + " end",
                "start " + letters.map { String(Character($0)) }.joined(separator: " ") + " end",
                "start " + String(repeating: "a", count: 1_048_576) + " end",
                "start " + String(repeating: "é-", count: 300_000) + " end",
                "start " + String(repeating: "\u{fb2c} ", count: 200_000) + " end",
                "start " + String(repeating: "\0", count: 1_048_576) + " end",
            ]
            for (number, text) in texts.enumerated() { try put("\(number)", text) }
            #expect(try ids("MATCH(words, 'start')").count == texts.count)
            // The end is beyond the indexed part.
            #expect(try ids("MATCH(words, 'end')") == [])
            #expect(try ids("MATCH(words, '\(different[1000])')") == ["0"])
            let search = FullTextSearch(
                "start", properties: [try PropertyPath("t")], scope: .literal(.boolean(true)))
            let words = try #require(try store.fullTextCondition(for: search))
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: words.term)
            let matches = try store.fullTextMatches(selectedBy: statement, using: [words])
            #expect(matches.allSatisfy { $0.texts.first?.highlights.count == 1 })
        }

        @Test func `an expression can have thousands of words`() throws {
            try create("t", "u")
            try put("a", (0..<4000).map { "w\($0)" }.joined(separator: " "))
            let words = (0..<4000).map { "w\($0)" }
            for (separator, count) in [(" ", 4000), (" OR ", 4000), (" NOT x OR ", 2000)] {
                let query = words.prefix(count).joined(separator: separator)
                #expect(try ids("MATCH(words, '\(query)')") == ["a"], "\(separator)")
            }
            #expect(try ids("MATCH(words, '\"\(words.joined(separator: " "))\"')") == ["a"])
            let nested =
                String(repeating: "(", count: 100) + "w1" + String(repeating: ")", count: 100)
            #expect(try ids("MATCH(words, '\(nested)')") == ["a"])
            let long = String(repeating: "é", count: 490)
            let tooLarge = [
                (0..<10_000).map { "w\($0)" }.joined(separator: " "),
                (0..<1000).map { "\(long)\($0)" }.joined(separator: " "),
                words.prefix(1000).joined(separator: " NEAR/50 "), "(\(nested))",
            ]
            for query in tooLarge {
                let error = #expect(throws: QuireError.self) { try ids("MATCH(words, '\(query)')") }
                #expect(error?.code == .invalidQuery && error?.underlyingError == nil)
            }
        }

        // MARK: Hostile expressions

        @Test(arguments: 1...8)
        func `no expression is an error of the server`(seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            let parts = [
                "sea", "view*", "the", "\"", "(", ")", "OR", "AND", "NOT", "NEAR", "NEAR/3",
                "NEAR/0",
                "t:", "u:", "T:", "-", "'", "\\", ":*", "!", "&", "|", "<->", "<2>", "''", "\\'",
                ":A",
                "*", "🌊", "\u{301}", "e\u{301}", "é", "\0", "\n", "\u{202e}", "海", "½", "12.5",
                "a.b@c.de",
                "http://x.y/z?q=1", "\u{feff}", "\u{37e}", "\u{1fef}", "\u{fb2c}", "ﬀ", "İ", "ß",
                "$1", "%s",
            ]
            try store.put("a", #"{"t":"the sea, view & 'quiet' rooms","u":"sea:* é"}"#)
            try create("t", "u", accents: seed % 2 == 0, language: seed % 3 == 0 ? "" : "en")
            for _ in 0..<150 {
                let query = (0..<random.next(below: 9)).map { _ in
                    parts[random.next(below: parts.count)]
                        + (random.next(below: 3) == 0 ? "" : " ")
                }.joined()
                let term = QueryTerm.match(index: "words", of: nil, .literal(.string(query)))
                do {
                    let condition = FullTextCondition(index: "words", query: query)
                    let statement = SelectStatement(
                        [.star], from: CollectionSource("_"), where: term)
                    let matches = try store.fullTextMatches(
                        selectedBy: statement, using: [condition])
                    #expect(try store.count(where: term) == matches.count)
                    #expect(matches.allSatisfy { !$0.texts.isEmpty }, "\(query.debugDescription)")
                } catch let error as QuireError {
                    #expect(error.underlyingError == nil, "\(query.debugDescription): \(error)")
                    #expect([.invalidQuery, .unsupportedOperation].contains(error.code))
                }
            }
        }

        @Test(arguments: ["^sea", "sea NEAR/51 view", "sea NEAR/99999999999999999999 view"])
        func `what the server cannot search for is refused by name`(query: String) throws {
            try create("t")
            let error = #expect(throws: QuireError.self) { try ids("MATCH(words, '\(query)')") }
            #expect(error?.code == .unsupportedOperation)
            #expect(error?.message.contains("The engine PostgreSQL cannot search for") == true)
        }

        // MARK: Definitions

        static let refused: [(FullTextIndexConfiguration, QuireError.Code)] = [
            (FullTextIndexConfiguration([]), .invalidParameter),
            (FullTextIndexConfiguration(["a b"]), .invalidQuery),
            (FullTextIndexConfiguration(["LOWER(name)"]), .invalidQuery),
            (FullTextIndexConfiguration(["meta().id"]), .invalidQuery),
            (FullTextIndexConfiguration(["a"], where: "b ="), .invalidQuery),
            (
                FullTextIndexConfiguration(["a"], where: "EXISTS (SELECT 1 FROM _)"),
                .unsupportedOperation
            ),
            (FullTextIndexConfiguration(["a"], language: "e'n"), .invalidParameter),
        ]

        @Test(arguments: refused.indices)
        func `an index that is not valid is refused`(number: Int) throws {
            let (configuration, code) = Self.refused[number]
            let error = #expect(throws: QuireError.self) {
                try store.createIndex(withName: "i", config: configuration)
            }
            #expect(error?.code == code && error?.underlyingError is PostgresServerError == false)
        }

        @Test func `an index of four properties finds words in each of them`() throws {
            try create("a", "b", "c", "d.e")
            try store.put("1", #"{"a":"sea","d":{"e":"quiet view"}}"#)
            #expect(try ids("MATCH(words, 'sea \"quiet view\"')") == ["1"])
            #expect(try ids("MATCH(words, 'a:sea d.e:view')") == ["1"])
            #expect(try ids("MATCH(words, 'd.e:sea OR c:view')") == [])
            func condition(_ properties: String...) throws -> FullTextCondition? {
                try store.fullTextCondition(
                    for: FullTextSearch(
                        "sea", properties: properties.map { try PropertyPath($0) },
                        scope: .literal(.boolean(true))))
            }
            #expect(try condition("c", "a")?.query == "(a:sea OR c:sea)")
            #expect(try condition("z") == nil)
            let error = #expect(throws: QuireError.self) { try create("a", "b", "c", "d", "e") }
            #expect(error?.code == .unsupportedOperation)
            #expect(error?.message.contains("more than 4 properties") == true)
        }

        @Test func `an index with a definition that is too long is refused`() throws {
            let long = (0..<4).map { number in
                (0..<300).map { "k\(number * $0 * 7919)" }.joined(separator: ".")
            }
            let error = #expect(throws: QuireError.self) {
                try create(long[0], long[1], long[2], long[3])
            }
            #expect(error?.code == .unsupportedOperation)
            #expect(try store.indexes() == [])
            try create("t")
        }

        @Test func `an index in a database with another encoding is refused`() throws {
            let name = "latin_\(PostgresServer.schemaName())"
            try database.pool.withConnection {
                try $0.execute(
                    "CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
            }
            defer {
                try? database.pool.withConnection {
                    try $0.execute("DROP DATABASE \(name) WITH (FORCE)")
                }
            }
            var configuration = database.configuration
            configuration.connectionString = configuration.connectionString
                .replacing("/quire?", with: "/\(name)?")
            let latin = try PostgresDatabase(configuration)
            let error = #expect(throws: QuireError.self) {
                try latin.defaultStore().createIndex(
                    withName: "i", config: FullTextIndexConfiguration(["t"], language: ""))
            }
            #expect(error?.code == .unsupportedOperation)
            #expect(error?.message.contains("LATIN1") == true)
            try latin.close()
        }

        @Test func `an index that another program creates or replaces is used`() throws {
            try put("a", "rooms")
            let other = try PostgresDatabase(database.configuration)
            let second = try #require(try other.store(named: "hotels", scope: nil))
            let term = try QueryTerm.parse("MATCH(words, 'room')")
            #expect(throws: QuireError.self) { try second.count(where: term) }
            try create("t", language: "en")
            #expect(try second.count(where: term) == 1)
            try second.deleteIndex(forName: "words")
            #expect(try store.indexes() == [])
            try other.close()
        }

        @Test func `an index that a transaction creates is used in it and rolled back with it`()
            throws
        {
            struct Cancellation: Error {}
            try put("a", "rooms")
            try? store.inBatch {
                try create("t", language: "en")
                try put("b", "room")
                #expect(try ids("MATCH(words, 'room')") == ["a", "b"])
                throw Cancellation()
            }
            #expect(try store.indexes() == [])
            let search = FullTextSearch(
                "room", properties: [try PropertyPath("t")], scope: .literal(.null))
            #expect(try store.fullTextCondition(for: search) == nil)
        }

        static let names = ["it's", "a;b --", "ü\u{301}🏨", "'", #"\"#, "$1", "a.b", ":"]

        @Test(arguments: names)
        func `any property can be indexed`(name: String) throws {
            let path = SQLPlusPlus.PropertyPath([.key(name), .index(0)])
            let property = QueryTerm.property(path, of: nil).description
            try create(property)
            try store.inBatch {
                let key = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
                try store.put("a", "{\(key):[\"sea\",\"view\"]}")
            }
            #expect(try ids("MATCH(words, 'sea')") == ["a"])
            #expect(try ids("MATCH(words, 'view')") == [])
            let search = FullTextSearch("sea", properties: [path], scope: .literal(.null))
            let condition = try #require(try store.fullTextCondition(for: search))
            let statement = SelectStatement(
                [.star], from: CollectionSource("_"), where: condition.term)
            let match = try store.fullTextMatches(selectedBy: statement, using: [condition])[0]
            #expect(match.texts.map(\.property) == [path.storedText])
        }
    }
#endif
