import Fleece
import Testing

@Suite struct CopyingTests {
    static func copy(_ value: FleeceValue, sharedKeys: MutableSharedKeys? = nil) throws -> [UInt8] {
        let writer = FleeceWriter(sharedKeys: sharedKeys)
        writer.write(copyOf: value)
        return try writer.finish()
    }

    /// Documents with one value of each kind and width.
    @Test(arguments: ScalarReadingTests.values)
    func `a copy equals its source`(hex: String, value: ValueTree) throws {
        let original = try #require(FleeceStorage(RawFleece.document(hex: hex)).root)
        #expect(ValueTree(try Self.copy(original)) == value)
    }

    @Test(arguments: CollectionReadingTests.documents)
    func `a copy of a collection has the same values`(hex: String, value: ValueTree) throws {
        let original = try #require(FleeceStorage([UInt8](hex: hex)).root)
        #expect(ValueTree(try Self.copy(original)) == value)
    }

    @Test(arguments: VectorTests.vectors)
    func `a copy of the original encoder's data has the same JSON`(
        vector: VectorTests.Vector
    ) throws {
        let original = try #require(FleeceStorage(vector.bytes).root)
        let copy = try #require(FleeceStorage(try Self.copy(original)).root)
        #expect(try copy.json() == original.json())
    }

    static let equalTexts = [
        [#"{"street":"Kaigaten","zip":5003}"#, #"{"zip":5003,"street":"Kaigaten"}"#],
        [
            #"[{"a":"a long string of more than 15 bytes","b":{"street":[1.5,{}],"é":null}}]"#,
            #"[{"b":{"é":null,"street":[1.5,{}]},"a":"a long string of more than 15 bytes"}]"#,
        ],
        [#"{"name":"name","street":"street"}"#, #"{"street":"street","name":"name"}"#],
        ["{}"], ["[]"], [#"{"zip":1}"#], [#"{"zip":1.0}"#], [#"{"zip":null}"#], [#"["zip",1]"#],
    ]

    @Test func `canonical copies have equal bytes if and only if their contents are equal`() throws
    {
        let tables: [MutableSharedKeys?] = [
            nil, MutableSharedKeys(.of("zip", "street", "b", "a")),
            MutableSharedKeys(.of("name", "a", "street")),
        ]
        var forms: [Set<[UInt8]>] = []
        for texts in Self.equalTexts {
            var copies: Set<[UInt8]> = []
            for (text, keys) in texts.flatMap({ text in tables.map { (text, $0) } }) {
                let writer = FleeceWriter(sharedKeys: keys)
                try JSONReader.read(text, into: writer)
                let value = try #require(
                    FleeceStorage(try writer.finish(), sharedKeys: keys?.snapshot ?? .empty).root)
                let copy = try Self.canonicalCopy(value)
                copies.insert(copy)
                let again = try #require(FleeceStorage(copy).root)
                #expect(try Self.copy(again) == copy)
                #expect(try again.json(.canonical) == value.json(.canonical))
            }
            #expect(copies.count == 1, "\(texts[0])")
            forms.append(copies)
        }
        #expect(Set(forms).count == Self.equalTexts.count)
    }

    @Test func `a canonical copy of a float is a double`() throws {
        func copy(_ write: (FleeceWriter) -> Void) throws -> [UInt8] {
            let writer = FleeceWriter()
            write(writer)
            return try Self.canonicalCopy(try #require(FleeceStorage(try writer.finish()).root))
        }
        #expect(try copy { $0.write(Float(1.1)) } == copy { $0.write(Double(Float(1.1))) })
        #expect(try copy { $0.write(1 as Int64) } != copy { $0.write(1.0) })
    }

    private static func canonicalCopy(_ value: FleeceValue) throws -> [UInt8] {
        let writer = FleeceWriter()
        writer.write(writer.encode(canonicalCopyOf: value))
        return try writer.finish()
    }

    /// `a` and `b` have the numbers 0 and 1 in one document, and 1 and 0 in the other.
    @Test func `a copy has the key numbers of its own document`() throws {
        let storage = FleeceStorage(
            [UInt8](hex: "7002 0000 0001 0001 0002 8005"), sharedKeys: .of("a", "b"))
        let copy = try Self.copy(
            try #require(storage.root), sharedKeys: MutableSharedKeys(.of("b", "a")))
        #expect(copy == [UInt8](hex: "7002 0000 0002 0001 0001 8005"))
    }

    @Test func `a copy without shared keys has string keys`() throws {
        let storage = FleeceStorage(
            [UInt8](hex: "7002 0000 0001 0001 0002 8005"), sharedKeys: .of("b", "a"))
        let copy = try Self.copy(try #require(storage.root))
        #expect(copy == [UInt8](hex: "7002 4161 0002 4162 0001 8005"))
    }

    @Test func `a copy assigns numbers to new keys`() throws {
        let keys = MutableSharedKeys(.of("city"))
        let storage = try FleeceStorage(json: #"{"city":"Bergen","stars":4,"@x":5}"#)
        _ = try Self.copy(try #require(storage.root), sharedKeys: keys)
        #expect(["city", "stars", "@x"].map(keys.snapshot.number) == [0, 1, nil])
    }

    @Test func `a copy of a nested value contains only that value`() throws {
        let storage = try FleeceStorage(json: #"{"a":[1,2,{"b":"c"}],"d":"e"}"#)
        let part = try #require(storage.root?.dictionary?["a"]?.array?.last)
        #expect(try Self.copy(part) == [UInt8](hex: "7001 4162 4163 8003"))
    }

    @Test func `undefined is copied as undefined`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "6001 3C00 8002")).root)
        #expect(try Self.copy(value) == [UInt8](hex: "6001 3C00 8002"))
    }

    @Test func `text that is not UTF-8 is copied unchanged`() throws {
        let bytes = [UInt8](hex: "42FFFE00 8002")
        #expect(try Self.copy(try #require(FleeceStorage(bytes).root)) == bytes)
    }

    @Test func `copied values can be items next to others`() throws {
        let value = try #require(FleeceStorage([UInt8](hex: "7001 4161 0001 8003")).root)
        let writer = FleeceWriter()
        writer.beginArray()
        writer.write(Int64(0))
        writer.write(copyOf: value)
        writer.write(copyOf: value)
        writer.endArray()
        let pair = ValueTree.dictionary(["a": .integer(1)])
        #expect(ValueTree(try writer.finish()) == .array([.integer(0), pair, pair]))
    }

    static let refused: [(hex: String, reason: FleeceError.Reason)] = [
        ("6010 8001", .invalidData), ("4E61 8001", .invalidData), ("1F00 8001", .invalidData),
        ("2800 8001", .invalidData), ("7010 8001", .invalidData), ("5E61 8001", .invalidData),
        ("2000 0000C07F 8003", .nonFiniteNumber),
    ]

    @Test(arguments: refused)
    func `a damaged value cannot be copied`(hex: String, reason: FleeceError.Reason) throws {
        let value = try #require(FleeceStorage([UInt8](hex: hex)).root)
        let error = #expect(throws: FleeceError.self) { try Self.copy(value) }
        #expect(error?.reason == reason)
    }
}
