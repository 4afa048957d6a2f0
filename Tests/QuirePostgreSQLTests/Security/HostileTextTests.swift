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
    struct HostileTextTests {
        private func put(
            _ id: String, _ key: String, _ value: String, in store: any DocumentStore
        ) throws {
            try store.save { writer in
                writer.beginDictionary()
                writer.writeKey(key)
                writer.write(value)
                writer.endDictionary()
                return WriteTarget(id: id, if: .any)
            }.revision(in: store)
        }

        private func ids(_ condition: QueryTerm, in store: any DocumentStore) throws -> [String] {
            try store.records(
                selectedBy: SelectStatement([.star], from: CollectionSource("_"), where: condition)
            ).map(\.id)
        }

        private func property(_ key: String) -> QueryTerm {
            .property(PropertyPath([.key(key)]), of: nil)
        }

        // MARK: Names and values

        @Test func `each text can be the name of a property, a value and a value of a query`()
            throws
        {
            let store = try PostgresDatabase(.test()).defaultStore()
            let texts = HostileTexts.all
            for (number, text) in texts.enumerated() {
                try put("doc\(number)", text, text, in: store)
            }
            for (number, text) in texts.enumerated() {
                let shown = String(text.unicodeScalars.prefix(40)).debugDescription
                let stored = try #require(try store.record(id: "doc\(number)")?.body)
                #expect(stored[text]?.string.map { Array($0.utf8) } == Array(text.utf8), "\(shown)")
                let name = property(text)
                let literal = QueryTerm.literal(.string(text))
                for condition: QueryTerm in [
                    .operation(.equal, [name, literal]), .test(.isNotMissing, name),
                    .operation(.greaterThanOrEqual, [name, literal]),
                    .membership(name, in: .array([literal]), isNegated: false),
                    .operation(
                        .and, [.test(.isValued, name), .unary(.not, .test(.isMissing, name))]),
                ] {
                    #expect(try ids(condition, in: store) == ["doc\(number)"], "\(shown)")
                    #expect(try store.count(where: condition) == 1, "\(shown)")
                }
                var ordered = SelectStatement([.star], from: CollectionSource("_"))
                ordered.ordering = [OrderingTerm(name, .descending)]
                ordered.limit = .literal(.integer(1))
                #expect(
                    try store.records(selectedBy: ordered).map(\.id) == ["doc\(number)"], "\(shown)"
                )
                _ = try store.explanation(
                    of: SelectStatement(
                        [.star], from: CollectionSource("_"),
                        where: .operation(.equal, [name, literal])))
            }
        }

        @Test func `each text that can be an ID identifies one document, and others are errors`()
            throws
        {
            let store = try PostgresDatabase(.test()).defaultStore()
            let memory = InMemoryStore()
            var valid: [String] = []
            for id in HostileTexts.all {
                let expected = Result { try put(id, "n", id, in: memory) }
                let found = Result { try put(id, "n", id, in: store) }
                switch (expected, found) {
                case (.success, .success): valid.append(id)
                case (.failure(let expected), .failure(let found)):
                    #expect((expected as? QuireError)?.code == (found as? QuireError)?.code)
                default: Issue.record("\(id.debugDescription): \(expected), \(found)")
                }
                // An ID that cannot be stored can be requested.
                _ = try store.record(id: id)
                _ = try store.revisions(of: id)
            }
            #expect(valid.count > 30)
            for id in valid {
                let bytes = Array(id.utf8)
                let record = try #require(try store.record(id: id))
                #expect(record.body["n"]?.string.map { Array($0.utf8) } == bytes)
                let condition = QueryTerm.operation(
                    .equal, [.metadata(.id, of: nil), .literal(.string(id))])
                #expect(try ids(condition, in: store).map { Array($0.utf8) } == [bytes])
            }
            let records = try store.records(ids: HostileTexts.all)
            #expect(records.map { Array($0.id.utf8) } == valid.map { Array($0.utf8) })
            let changes = try store.changes(since: 0, limit: .max)
            #expect(changes.map { Array($0.id.utf8) } == valid.map { Array($0.utf8) })
            for id in valid {
                _ = try store.delete(id: id, if: .any)
                #expect(try store.purge(id: id))
            }
            #expect(try store.count(where: .literal(.boolean(true))) == 0)
        }

        @Test func `listeners receive equivalent IDs of one transaction as different documents`()
            async throws
        {
            let store = try PostgresDatabase(.test()).defaultStore()
            var changes = store.changedDocumentIDs().makeAsyncIterator()
            try await store.inBatch {
                for id in ["é", "e\u{301}"] { try put(id, "n", id, in: store) }
            }
            let received = await changes.next() ?? []
            #expect(received.map { Array($0.utf8) } == [Array("é".utf8), Array("e\u{301}".utf8)])
        }

        // MARK: Names of stores and schemas

        @Test func `each text is the name of a store and scope, or an error as in memory`() throws {
            let database = try PostgresDatabase(.test())
            for name in HostileTexts.all + ["a'\u{301}", "a\"\u{301}", "a\u{301}", "a--", "a%_-%"] {
                for (store, scope) in [(name, nil), ("hotels", name), (name, name)]
                    as [(String, String?)]
                {
                    do {
                        let created = try database.createStore(named: store, scope: scope)
                        try put("a", "n", name, in: created)
                        #expect(
                            try database.store(named: store, scope: scope)?.record(id: "a") != nil)
                    } catch let error as QuireError {
                        #expect(
                            error.code == .invalidParameter, "\(name.debugDescription): \(error)")
                    }
                }
            }
        }

        @Test func `each text is the name of a schema, or an error`() throws {
            var configuration = try PostgresConfiguration.test()
            let prefix = configuration.schemaName
            for (number, text) in HostileTexts.all.enumerated() {
                configuration.schemaName = "\(prefix)_\(number)_\(text)"
                do {
                    let database = try PostgresDatabase(configuration)
                    let store = try database.createStore(named: "hotels", scope: nil)
                    try put("a", "n", text, in: store)
                    #expect(try store.record(id: "a") != nil)
                } catch let error as QuireError {
                    #expect(error.code == .invalidParameter, "\(text.debugDescription): \(error)")
                }
            }
            for name in [
                "", "pg_x", "pg_\u{301}x", "information_schema", "a\0b",
                String(repeating: "ü", count: 32),
            ] {
                configuration.schemaName = name
                let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
                #expect(error?.code == .invalidParameter, "\(name.debugDescription)")
            }
        }
    }
#endif
