#if PostgreSQL
    import DatabaseTestSupport
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuirePostgreSQL
    import QuireTestSupport
    import QuireTesting
    import SQLPlusPlus
    import Testing

    /// Comparison of PostgreSQL with the evaluator, which reads the same documents from memory.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresFilterTests {
        private let postgres: any DocumentStore
        private let memory: any DocumentStore

        init() throws {
            postgres = try TestStore.postgres.open().store
            memory = try TestStore.memory.open().store
        }

        private func save(_ id: String, _ json: String) throws {
            for store in [postgres, memory] {
                try store.save { writer in
                    try JSONReader.read(json, into: writer)
                    return WriteTarget(id: id, if: .any)
                }
            }
        }

        private func ids(_ condition: QueryTerm, in store: any DocumentStore) -> [String]? {
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            return try? store.records(selectedBy: statement).map(\.id)
        }

        /// Creates an index of each property on the server.
        private func index(_ paths: [PropertyPath]) throws {
            for (number, path) in paths.enumerated() {
                let expression = QueryTerm.property(path, of: nil).description
                // Paths with array indices cannot be indexed.
                try? postgres.createIndex(
                    withName: "index\(number)", config: ValueIndexConfiguration([expression]))
            }
        }

        @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
        func `the server returns all documents that meet a condition`(seed: UInt64) throws {
            var terms = RandomTerms(seed: seed)
            if seed > 3 { try index(RandomTerms.paths) }
            for number in 0..<60 { try save("doc\(number)", terms.document()) }
            var wrong: [String] = []
            for _ in 0..<300 {
                let condition = terms.condition()
                // Engines choose their sequences differently.
                if condition.description.contains("META().sequence") { continue }
                let expected = ids(condition, in: memory)
                if ids(condition, in: postgres) != expected {
                    wrong.append("\(condition): \(expected ?? [])")
                }
            }
            #expect(wrong.isEmpty, "\(wrong.prefix(8).joined(separator: "\n"))")
        }

        /// Each value of a property is compared with each literal.
        @Test(arguments: [false, true])
        func `comparisons have the results of the evaluator for all pairs of types`(
            isIndexed: Bool
        ) throws {
            if isIndexed { try index([PropertyPath("a"), PropertyPath("type")]) }
            for (number, value) in RandomTerms.values.enumerated() {
                try save("doc\(number)", #"{"a": \#(value), "type": \#(value)}"#)
            }
            try save("none", "{}")
            let operators: [BinaryOperator] = [
                .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
                .is, .isNot,
            ]
            let properties: [QueryTerm] = [
                .property(PropertyPath([.key("a")]), of: nil),
                .property(PropertyPath([.key("type")]), of: nil), .metadata(.id, of: nil),
            ]
            var conditions: [QueryTerm] = []
            for property in properties {
                conditions.append(property)
                conditions += [
                    .isNull, .isNotNull, .isMissing, .isNotMissing, .isValued, .isNotValued,
                ].map { (test: NullTest) in .test(test, property) }
                for literal in RandomTerms.literals.map({ QueryTerm.literal($0) }) {
                    for operation in operators {
                        conditions.append(.operation(operation, [property, literal]))
                        conditions.append(.operation(operation, [literal, property]))
                    }
                    conditions.append(
                        .between(
                            property, lower: .literal(.integer(0)), upper: literal, isNegated: false
                        ))
                    conditions.append(
                        .membership(
                            property, in: .array([literal, .literal(.null)]), isNegated: true))
                }
            }
            var wrong: [String] = []
            for condition in conditions + conditions.map({ .unary(.not, $0) }) {
                let expected = ids(condition, in: memory)
                let found = ids(condition, in: postgres)
                let count = try? postgres.count(where: condition)
                if count != expected?.count {
                    wrong.append("count of \(condition): \(count ?? -1)")
                }
                if found != expected {
                    wrong.append("\(condition): \(expected ?? []), \(found ?? [])")
                }
            }
            #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(8).joined(separator: "\n"))")
        }

        @Test(arguments: [1, 2, 3, 4] as [UInt64])
        func `the first documents of an order are those of the evaluator`(seed: UInt64) throws {
            var terms = RandomTerms(seed: seed)
            if seed > 2 { try index(RandomTerms.paths) }
            for number in 0..<50 { try save("doc\(number)", terms.document()) }
            var wrong: [String] = []
            for _ in 0..<150 {
                var statement = SelectStatement([.star], from: CollectionSource("_"))
                let paths = RandomTerms.paths + [PropertyPath([.key("id")])]
                for _ in 0..<terms.random.next(below: 3) {
                    statement.ordering.append(
                        OrderingTerm(
                            .property(terms.one(of: paths), of: nil),
                            terms.random.once(in: 2) ? .ascending : .descending))
                }
                if terms.random.once(in: 2) {
                    statement.condition = .operation(
                        terms.one(of: [.lessThan, .greaterThanOrEqual, .notEqual]),
                        [
                            .property(terms.one(of: RandomTerms.paths), of: nil),
                            .literal(terms.one(of: RandomTerms.literals)),
                        ])
                }
                statement.limit = .literal(.integer(Int64(terms.random.next(below: 12)) - 1))
                if terms.random.once(in: 3) { statement.offset = .literal(.integer(3)) }
                let expected = try memory.records(selectedBy: statement).map(\.id)
                let found = try postgres.records(selectedBy: statement).map(\.id)
                if found != expected { wrong.append("\(statement): \(expected), \(found)") }
            }
            #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4).joined(separator: "\n"))")
        }

        @Test(arguments: [
            "'", "''", "\\", "\\'", "$1", "$$", "--", "/*", "\"", "a'; DROP TABLE x; --", "é",
            "e\u{301}",
            "\u{0}", "", " ", "🏔", "a.b", "%", "_",
        ])
        func `names and texts with any characters are found`(text: String) throws {
            for store in [postgres, memory] {
                try store.save { writer in
                    writer.beginDictionary()
                    writer.writeKey(text)
                    writer.write(text)
                    writer.endDictionary()
                    return WriteTarget(id: "doc", if: .any)
                }
            }
            let condition = QueryTerm.operation(
                .equal, [.property(PropertyPath([.key(text)]), of: nil), .literal(.string(text))])
            #expect(ids(condition, in: postgres) == ["doc"])
            #expect(try postgres.record(id: "doc")?.body[text]?.string == text)
        }
    }
#endif
