#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuirePostgreSQL

    @Suite(.enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."))
    struct PostgresBodyTests {
        private let store: any DocumentStore

        init() throws {
            store = try PostgresDatabase(.test()).defaultStore()
        }

        /// Saves a value and returns whether it is stored exactly, with the same kind.
        private func roundTrip(_ write: (FleeceWriter) -> Void) throws -> (String, String) {
            let encoded = FleeceWriter()
            write(encoded)
            let original = FleeceStorage(try encoded.finish())
            try store.save { writer in
                writer.beginDictionary()
                writer.writeKey("v")
                write(writer)
                writer.endDictionary()
                return WriteTarget(id: "doc", if: .any)
            }
            let found = try store.record(id: "doc")?.body["v"]
            return (text(original.root), text(found))
        }

        /// Returns a text that differs for values of different kinds.
        private func text(_ value: FleeceValue?) -> String {
            guard let value else { return "missing" }
            switch value.kind {
            case .array:
                return "[\((value.array.map { $0.map(text) } ?? []).joined(separator: ","))]"
            case .dictionary:
                let pairs = value.dictionary.map {
                    $0.map { "\($0.key.debugDescription):\(text($0.value))" }
                }
                return "{\((pairs ?? []).sorted().joined(separator: ","))}"
            case .string:
                return value.string?.unicodeScalars.map { "\($0.value)" }.joined(separator: " ")
                    ?? ""
            case .data: return "data \(value.data ?? [])"
            case .float, .double: return "double \(value.double?.bitPattern ?? 0)"
            default: return "\(value.kind) \((try? value.json()) ?? "")"
            }
        }

        @Test(
            arguments: [
                0, -0.0, 1, -1, 1.5, 0.1, 1e15, 9_007_199_254_740_992, 1e16, 1e17, 1e22, 1e300,
                -1e300,
                .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .pi,
                1 / 3,
            ] as [Double])
        func `a double is stored exactly`(number: Double) throws {
            let (saved, found) = try roundTrip { $0.write(number) }
            #expect(saved == found)
        }

        @Test(arguments: [0, 1, -1, .min, .max, 9_007_199_254_740_993] as [Int64])
        func `an integer is stored exactly`(number: Int64) throws {
            let (saved, found) = try roundTrip { $0.write(number) }
            #expect(saved == found)
        }

        @Test func `an integer above the maximum of Int64 is stored exactly`() throws {
            let (saved, found) = try roundTrip { $0.write(UInt64.max) }
            #expect(saved == found)
        }

        @Test(arguments: [
            "", "a", "\u{0}", "a\u{0}b", "é", "e\u{301}", "🏔", "\u{fffd}", "\\u0000", "\"", "\u{1}",
            "\u{7f}",
            "\u{2028}", String(repeating: "x", count: 3_000_000),
        ])
        func `a text is stored exactly`(text: String) throws {
            let (saved, found) = try roundTrip { $0.write(text) }
            #expect(saved == found)
        }

        @Test func `data is stored exactly`() throws {
            let bytes: [UInt8] = [0, 255, 1, 0]
            let (saved, found) = try roundTrip { writer in
                bytes.withUnsafeBytes { writer.write(data: $0) }
            }
            #expect(saved == found)
        }

        @Test(arguments: [
            ("a\u{0}b", true), ("\u{0}", true), ("\\\u{0}", true), (#"\u0000"#, false),
            (#"\\u0000"#, false), (#"\"#, false), ("\"\\u0000", false), ("\u{1}u0000", false),
        ])
        func `only a string with U+0000 needs the exact column`(text: String, isNeeded: Bool) throws
        {
            for isKey in [false, true] {
                let writer = FleeceWriter()
                writer.beginDictionary()
                writer.writeKey("a")
                writer.beginArray()
                writer.beginDictionary()
                writer.writeKey(isKey ? text : "b")
                writer.write(isKey ? "b" : text)
                writer.endDictionary()
                writer.endArray()
                writer.endDictionary()
                let body = FleeceStorage(try writer.finish()).rootDictionary
                let stored = try PostgresBody(try #require(body))
                #expect((stored.exact != nil) == isNeeded)
            }
        }

        @Test func `exact strings compare by their bytes`() {
            let long = String(repeating: "x", count: 1000)
            #expect(ExactString("") == ExactString(""))
            #expect(ExactString(long) == ExactString(long + ""))
            #expect(ExactString(long + "a") != ExactString(long + "b"))
            #expect(ExactString("a") != ExactString("ab"))
            #expect(ExactString("é") != ExactString("e\u{301}"))
            #expect(ExactString("a\u{0}b") != ExactString("a\u{0}c"))
        }

        @Test func `keys that differ only in their Unicode form are different`() throws {
            let (saved, found) = try roundTrip { writer in
                writer.beginDictionary()
                for key in ["é", "e\u{301}", "", " ", "\u{0}", "a.b"] {
                    writer.writeKey(key)
                    writer.write(Int64(key.unicodeScalars.count))
                }
                writer.endDictionary()
            }
            #expect(saved == found)
        }

        @Test func `a body that is nested 400 levels deep is stored`() throws {
            let (saved, found) = try roundTrip { writer in
                for _ in 0..<400 { writer.beginArray() }
                for _ in 0..<400 { writer.endArray() }
            }
            #expect(saved == found)
        }

        @Test(arguments: [1, 2, 3] as [UInt64])
        func `generated bodies are stored exactly`(seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            for _ in 0..<100 {
                let bytes = try Self.generated(&random)
                let original = FleeceStorage(bytes)
                let root = try #require(original.root)
                let (saved, found) = try roundTrip { $0.write(copyOf: root) }
                #expect(saved == found)
            }
        }

        private static func generated(_ random: inout SplitMix64) throws -> [UInt8] {
            let writer = FleeceWriter()
            write(&random, writer, depth: 0)
            return try writer.finish()
        }

        private static func write(_ random: inout SplitMix64, _ writer: FleeceWriter, depth: Int) {
            switch random.next() % (depth > 3 ? 6 : 8) {
            case 0: writer.writeNull()
            case 1: writer.write(random.next() % 2 == 0)
            case 2: writer.write(Int64(bitPattern: random.next() >> (random.next() % 64)))
            case 3:
                // Fleece has no form for NaN.
                let number = Double(bitPattern: random.next())
                writer.write(number.isNaN ? 0 : number)
            case 4: writer.write(Double(Int64(bitPattern: random.next()) % 100_000) / 8)
            case 5: writer.write(text(&random))
            case 6:
                writer.beginArray()
                for _ in 0..<random.next() % 5 { write(&random, writer, depth: depth + 1) }
                writer.endArray()
            default:
                writer.beginDictionary()
                for number in 0..<random.next() % 5 {
                    writer.writeKey("\(number)" + text(&random))
                    write(&random, writer, depth: depth + 1)
                }
                writer.endDictionary()
            }
        }

        private static func text(_ random: inout SplitMix64) -> String {
            let scalars: [Unicode.Scalar] = [
                "a", "\0", "\"", "\\", "é", "\u{301}", "🏔", "\n", "\u{7f}",
            ]
            var text = String.UnicodeScalarView()
            for _ in 0..<random.next() % 6 {
                text.append(scalars[Int(random.next() % UInt64(scalars.count))])
            }
            return String(text)
        }
    }
#endif
