#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTestSupport
    import QuireTesting
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Random documents and conditions whose names and texts are hostile, on a server and in memory.
    ///
    /// A failure prints the seed. `QUIRE_POSTGRES_ROUNDS=100` repeats the tests with other seeds.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct HostileTextFuzzTests {
        private struct Generator {
            var random: SplitMix64
            var names: [String]
            var texts: [String]

            init(seed: UInt64) {
                random = SplitMix64(seed: seed)
                names = []
                texts = []
                for _ in 0..<8 {
                    names.append(HostileTexts.random(&random))
                    texts.append(HostileTexts.random(&random))
                }
            }

            mutating func one<T>(of items: [T]) -> T { items[random.next(below: items.count)] }

            mutating func write(_ depth: Int, to writer: FleeceWriter) {
                switch random.next(below: depth > 2 ? 6 : 9) {
                case 0: writer.writeNull()
                case 1: writer.write(random.once(in: 2))
                case 2: writer.write(Int64(random.next(below: 5)) - 2)
                case 3...5: writer.write(one(of: texts))
                case 6:
                    writer.beginArray()
                    for _ in 0..<random.next(below: 3) { write(depth + 1, to: writer) }
                    writer.endArray()
                default: writeDictionary(depth + 1, to: writer)
                }
            }

            mutating func writeDictionary(_ depth: Int, to writer: FleeceWriter) {
                writer.beginDictionary()
                // The evaluator compares dictionaries by their bytes, which depend on the order.
                var keys: Set<ExactString> = []
                for name in names where !random.once(in: 3) { keys.insert(ExactString(name)) }
                let sorted = keys.map { Array($0.text.utf8) }.sorted {
                    $0.lexicographicallyPrecedes($1)
                }
                for key in sorted {
                    writer.writeKey(String(decoding: key, as: UTF8.self))
                    write(depth, to: writer)
                }
                writer.endDictionary()
            }

            mutating func property() -> QueryTerm {
                var components: [PropertyPath.Component] = [.key(one(of: names))]
                if random.once(in: 3) {
                    components.append(
                        random.once(in: 3)
                            ? .index(random.next(below: 3) - 1) : .key(one(of: names)))
                }
                return .property(PropertyPath(components), of: nil)
            }

            mutating func literal() -> QueryTerm {
                switch random.next(below: 8) {
                case 0: .literal(.null)
                case 1: .literal(.integer(Int64(random.next(below: 5)) - 2))
                case 2: .literal(.boolean(random.once(in: 2)))
                default: .literal(.string(one(of: texts)))
                }
            }

            mutating func condition(_ depth: Int = 0) -> QueryTerm {
                switch random.next(below: depth > 2 ? 8 : 11) {
                case 0...4:
                    let operations: [BinaryOperator] = [
                        .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan,
                        .greaterThanOrEqual, .like,
                    ]
                    let operands = [property(), literal()]
                    return .operation(one(of: operations), operands)
                case 5: return .test(one(of: Array(NullTest.allCases)), property())
                case 6:
                    return .membership(
                        property(), in: .array([literal(), literal()]),
                        isNegated: random.once(in: 2))
                case 7:
                    return .between(
                        property(), lower: literal(), upper: literal(),
                        isNegated: random.once(in: 2))
                case 8: return .unary(.not, condition(depth + 1))
                default:
                    return .operation(
                        one(of: [.and, .or]), [condition(depth + 1), condition(depth + 1)])
                }
            }
        }

        private static let rounds =
            Int(
                ProcessInfo.processInfo.environment["QUIRE_POSTGRES_ROUNDS"] ?? "") ?? 1

        @Test func `random names and texts have the same results on a server and in memory`() throws
        {
            var wrong: [String] = []
            for seed in 1...UInt64(4 * Self.rounds) {
                wrong += try differences(seed: seed)
            }
            #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5).joined(separator: "\n"))")
        }

        private func differences(seed: UInt64) throws -> [String] {
            var generator = Generator(seed: seed)
            let database = try PostgresDatabase(.test())
            let stores: [any DocumentStore] = [try database.defaultStore(), InMemoryStore()]
            for number in 0..<30 {
                let state = generator
                for store in stores {
                    generator = state
                    try store.save { writer in
                        generator.writeDictionary(0, to: writer)
                        return WriteTarget(id: "doc\(number)", if: .any)
                    }
                }
            }
            var wrong: [String] = []
            func compare(_ name: String, _ body: (any DocumentStore) throws -> String) {
                let results = stores.map { store in
                    do { return try body(store) } catch { return "\(error)" }
                }
                let cause = results[0] == results[1] ? nil : results
                if let cause { wrong.append("seed \(seed), \(name): \(cause)".shortened) }
            }
            for number in 0..<30 {
                compare("doc\(number)") { store in
                    try store.record(id: "doc\(number)")?.body.value.canonicalJSON() ?? "none"
                }
            }
            for _ in 0..<100 {
                let condition = generator.condition()
                var statement = SelectStatement(
                    [.star], from: CollectionSource("_"), where: condition)
                statement.ordering = [OrderingTerm(generator.property(), .ascending)]
                compare("count of \(condition)") { "\(try $0.count(where: condition))" }
                compare("\(statement)") { "\(try $0.records(selectedBy: statement).map(\.id))" }
                statement.limit = .literal(.integer(4))
                compare("\(statement)") { "\(try $0.records(selectedBy: statement).map(\.id))" }
            }
            return wrong
        }
    }

    extension String {
        fileprivate var shortened: String { String(unicodeScalars.prefix(1_500)) }
    }

    extension FleeceValue {
        /// JSON with sorted keys, because `jsonb` does not keep their order.
        fileprivate func canonicalJSON() throws -> String {
            if let array {
                return "[" + (try array.map { try $0.canonicalJSON() }).joined(separator: ",") + "]"
            }
            if let dictionary {
                let pairs = try dictionary.map { key, value in
                    (Array(key.utf8), "\(key.debugDescription):\(try value.canonicalJSON())")
                }
                return "{"
                    + pairs.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
                    .joined(separator: ",") + "}"
            }
            return try string?.debugDescription ?? json()
        }
    }
#endif
