import Fleece
import QuireTestSupport
import Testing

/// Dictionaries with very long or cyclic chains of parents.
@Suite(.timeLimit(.minutes(10))) struct ParentAttackTests {
    /// An empty dictionary, and 100,000 dictionaries that contain only a parent: the previous one.
    static let chain: [UInt8] = {
        let link = [UInt8](hex: "7001 0800 8005")
        return [UInt8](hex: "7001 4161 0007 7001 0800 8005")
            + repeatElement(link, count: 99_999).joined() + [0x80, 0x03]
    }()

    static func dictionary() throws -> FleeceDictionary {
        try #require(FleeceStorage(chain).root?.dictionary)
    }

    @Test func `a lookup follows a long chain of parents`() throws {
        let dictionary = try Self.dictionary()
        #expect(["a", "b"].map { dictionary[$0]?.int64 } == [7, nil])
    }

    @Test func `iteration follows a long chain of parents`() throws {
        #expect(try Self.dictionary().map(\.value.int64) == [7])
    }

    @Test func `writing a long chain of parents is rejected or succeeds`() throws {
        let json = try? Self.dictionary().value.json()
        #expect(json == nil || json == #"{"a":7}"#)
    }

    @Test func `copying a long chain of parents is rejected or succeeds`() throws {
        let value = try Self.dictionary().value
        let copy = try? FleeceWriter.document { $0.write(copyOf: value) }
        #expect(copy == nil || copy == [UInt8](hex: "7001 4161 0007 8003"))
    }

    @Test func `a long chain of parents is too deep to be valid`() {
        let error = #expect(throws: FleeceError.self) {
            try Self.chain.withUnsafeBytes { try FleeceStorage(validating: $0) }
        }
        #expect(error?.reason == .tooDeep)
    }

    /// Overlapping dictionaries of 2,046 pairs each; each takes 6 bytes more than its parent.
    static func overlapping(_ count: Int) -> [UInt8] {
        let link = [UInt8](hex: "77FE 0800 8005")
        let start = [UInt8](hex: "7001 4161 0007")
        return start + repeatElement(link, count: count).joined()
            + [UInt8](repeating: 0x30, count: 2046 * 4) + pointer(back: 2046 * 4 + 6)
    }

    /// A trailer for a root at the given distance before the end of the data.
    static func pointer(back distance: Int) -> [UInt8] {
        let units = UInt16(distance / 2)
        return [0x80 | UInt8(units >> 8), UInt8(units & 0xFF)]
    }

    @Test func `a lookup in dictionaries with overlapping parents is bounded`() throws {
        let root = try #require(FleeceStorage(Self.overlapping(66_000)).root?.dictionary)
        var found: [FleeceValue?] = []
        let seconds = ThreadTime.seconds {
            for name in ["a", "b", "type", "a long key of more than 16 bytes"] {
                found += [
                    root[name], root[FleeceKey(name)],
                    root.string(FleeceKey(name)).map { _ in root.value },
                ]
            }
        }
        #expect(found.allSatisfy { $0 == nil } && root.parent != nil && seconds < 2, "\(seconds) s")
    }

    @Test func `iteration over dictionaries with overlapping parents is bounded`() throws {
        let root = try #require(FleeceStorage(Self.overlapping(66_000)).root?.dictionary)
        var count = 0
        let seconds = ThreadTime.seconds { count = root.count + root.keys.count }
        #expect(count == 0 && seconds < 5, "\(seconds) s")
    }

    @Test func `iteration over overlapping long keys is bounded`() throws {
        var document = RawFleece()
        let strings = document.addOverlappingStrings(3000)
        let parent = document.add(hex: "7001 4161 0007")
        let link: (RawFleece.Slot, RawFleece.Slot) = (.inline(0x0800), .pointer(parent))
        let root = document.addDictionary([link] + strings.map { (.pointer($0), .inline(0)) })
        let dictionary = try #require(FleeceStorage(document.document(root: root)).root?.dictionary)
        let bytes = dictionary.reduce(0) { $0 + $1.key.utf8.count }
        #expect(bytes > 24_107 && bytes < 200 * dictionary.storage.count)
    }

    @Test func `parents count toward the limit`() {
        var document = RawFleece()
        var last = document.add(hex: "7000")
        for _ in 0..<3000 { last = document.addDictionary([(.inline(0x0800), .pointer(last))]) }
        let root = document.addArray(repeatElement(.pointer(last), count: 3000))
        let uses: [AttackTests.Use] = [.json, .pretty, .canonical, .copy]
        #expect(AttackTests.refused(document.document(root: root), by: uses) == uses)
    }

    /// Narrow and wide dictionaries that are their own parents, and two that are each other's
    /// parents.
    static let circles = [
        "7002 0800 8002 4161 0001 8005", "7802 08000000 80000003 41610000 00010000 8009",
        "7002 0800 7001 4161 0001 8005",
    ]

    @Test(arguments: circles)
    func `a lookup in a cycle of parents ends`(hex: String) throws {
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(["a", "b"].map { dictionary[$0]?.int64 } == [1, nil])
    }

    @Test(arguments: circles)
    func `iteration over a cycle of parents ends`(hex: String) throws {
        let dictionary = try #require(FleeceStorage([UInt8](hex: hex)).root?.dictionary)
        #expect(dictionary.keys == ["a"])
    }

    @Test(arguments: circles)
    func `a cycle of parents is invalid`(hex: String) {
        #expect(throws: FleeceError.self) {
            try [UInt8](hex: hex).withUnsafeBytes { try FleeceStorage(validating: $0) }
        }
    }
}
