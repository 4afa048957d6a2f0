import Fleece
import Testing

/// Each test uses 40,000 random values.
@Suite struct GeneratedValueTests {
    static let count = 40_000

    /// Generates values and returns those for which a closure returns `false`.
    static func failures(
        seed: UInt64, _ isRight: (ValueTree, _ text: String) throws -> Bool
    ) rethrows -> [ValueTree] {
        var values = GeneratedValues(seed: seed)
        var speller = JSONText(seed: seed)
        var failures: [ValueTree] = []
        while values.count < count {
            let value = values.next()
            if try !isRight(value, speller.spell(value)) { failures.append(value) }
        }
        return failures
    }

    static func kinds(_ value: ValueTree) -> Set<String> {
        switch value {
        case .array(let items): items.reduce(["array"]) { $0.union(kinds($1)) }
        case .dictionary(let pairs): pairs.values.reduce(["dictionary"]) { $0.union(kinds($1)) }
        default: [String("\(value)".prefix { $0 != "(" })]
        }
    }

    @Test func `the generated values cover every kind of JSON`() {
        var values = GeneratedValues(seed: 1)
        let kinds = (0..<500).reduce(into: Set<String>()) { kinds, _ in
            kinds.formUnion(Self.kinds(values.next()))
        }
        #expect(
            kinds == [
                "null", "boolean", "integer", "unsigned", "double", "string", "array", "dictionary",
            ])
    }

    @Test func `JSON parsed to Fleece has the same values`() throws {
        let writer = FleeceWriter()
        let failures = try Self.failures(seed: 1) { value, text in
            try JSONReader.read(text, into: writer)
            return ValueTree(try writer.finish()) == value
        }
        #expect(failures == [])
    }

    @Test func `JSON parsed with shared keys and written again has the same values`() throws {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        let plain = FleeceWriter()
        let failures = try Self.failures(seed: 2) { value, text in
            try JSONReader.read(text, into: writer)
            let storage = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
            let json = try #require(storage.root).json()
            try JSONReader.read(json, into: plain)
            return ValueTree(try plain.finish()) == value
        }
        #expect(failures == [])
    }

    @Test(arguments: [false, true])
    func `a streamed value has the same bytes as parsed JSON`(hasSharedKeys: Bool) throws {
        let fromText = FleeceWriter(sharedKeys: hasSharedKeys ? MutableSharedKeys() : nil)
        let streamed = FleeceWriter(sharedKeys: hasSharedKeys ? MutableSharedKeys() : nil)
        let failures = try Self.failures(seed: hasSharedKeys ? 3 : 4) { value, text in
            try JSONReader.read(text, into: fromText)
            streamed.write(value)
            return try fromText.finish() == streamed.finish()
        }
        #expect(failures == [])
    }

    @Test func `a copy between documents with different keys has the same values`() throws {
        let (left, right) = (MutableSharedKeys(), MutableSharedKeys(.of("k1", "city", "id", "k49")))
        let (source, target) = (FleeceWriter(sharedKeys: left), FleeceWriter(sharedKeys: right))
        let failures = try Self.failures(seed: 5) { value, _ in
            source.write(value)
            let original = FleeceStorage(try source.finish(), sharedKeys: left.snapshot)
            target.write(copyOf: try #require(original.root))
            return ValueTree(try target.finish(), sharedKeys: right.snapshot) == value
        }
        #expect(failures == [])
    }

    @Test func `the output of a writer is valid`() throws {
        let writer = FleeceWriter(sharedKeys: MutableSharedKeys())
        let failures = try Self.failures(seed: 6) { value, _ in
            writer.write(value)
            return try writer.withFinishedBytes { try FleeceStorage(validating: $0).root != nil }
        }
        #expect(failures == [])
    }
}

extension FleeceWriter {
    /// Writes a tree.
    func write(_ tree: ValueTree) {
        switch tree {
        case .null, .undefined, .unreadable: writeNull()
        case .boolean(let value): write(value)
        case .integer(let value): write(value)
        case .unsigned(let value): write(value)
        case .float(let value): write(value)
        case .double(let value): write(value.value)
        case .string(let value): write(value.description)
        case .data(let value): value.withUnsafeBytes { write(data: $0) }
        case .array(let items):
            beginArray()
            for item in items { write(item) }
            endArray()
        case .dictionary(let pairs):
            beginDictionary()
            for pair in ValueTree.ordered(pairs) {
                writeKey(pair.key.description)
                write(pair.value)
            }
            endDictionary()
        }
    }
}
