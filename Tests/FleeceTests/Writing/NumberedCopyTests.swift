import QuireTestSupport
import Testing

@testable import Fleece

/// Copies that keep the numbers of keys, against copies that look up each key.
@Suite struct NumberedCopyTests {
    /// A copy, or the reason why the value cannot be copied.
    private struct Copy: Equatable {
        var bytes: [UInt8]?
        var failure: FleeceError.Reason?
    }

    private static func copied(
        _ keys: SharedKeys, _ write: (FleeceWriter) -> Void
    ) -> Copy {
        let writer = FleeceWriter(sharedKeys: MutableSharedKeys(keys))
        write(writer)
        do {
            return Copy(bytes: try writer.finish())
        } catch {
            return Copy(failure: (error as? FleeceError)?.reason)
        }
    }

    private static func copies(of value: FleeceValue) -> [Copy] {
        let keys = value.storage.sharedKeys
        return [
            copied(keys) { $0.write(copyOf: value) },
            copied(keys) { $0.write(numberedCopyOf: value) },
        ]
    }

    @Test func `a copy of a generated value has the bytes of a copy that looks up its keys`()
        throws
    {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        let failures = try GeneratedValueTests.failures(seed: 5) { _, text in
            try JSONReader.read(text, into: writer)
            let storage = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
            let copies = Self.copies(of: try #require(storage.root))
            return copies[0] == copies[1]
        }
        #expect(failures == [])
    }

    @Test(arguments: Attack.fleece)
    func `hostile bytes are copied like by a copy that looks up their keys`(attack: Attack) {
        let storage = FleeceStorage(attack.bytes, sharedKeys: ReaderFuzzRun.sharedKeys)
        guard let value = storage.root else { return }
        let copies = Self.copies(of: value)
        #expect(copies[0] == copies[1])
    }

    @Test func `changed bytes are copied like by a copy that looks up their keys`() throws {
        let keys = MutableSharedKeys(ReaderFuzzRun.sharedKeys)
        let writer = FleeceWriter(sharedKeys: keys)
        try JSONReader.read(
            #"{"a":{"b":[1,2.5,"name","a long string of more than 15 bytes"],"é":-70000},"type":[{},[]]}"#,
            into: writer)
        let bytes = try writer.finish()
        var generator = GeneratedValues(seed: 11).generator
        for number in 0..<20_000 {
            var changed = bytes
            for _ in 0...generator.next(below: 3) {
                changed[generator.next(below: changed.count)] = UInt8(generator.next(below: 256))
            }
            let storage = FleeceStorage(changed, sharedKeys: keys.snapshot)
            guard let value = storage.root else { continue }
            let copies = Self.copies(of: value)
            #expect(copies[0] == copies[1], "change \(number): \(changed)")
        }
    }

    /// Dictionaries with the keys `a` (0), `b` (1) and `é`, and the value of `a`.
    static let dictionaries: [(hex: String, value: Int64)] = [
        ("42C3A900 7003 0000 0001 0001 0002 8007 0003 8007", 1),  // sorted
        ("42C3A900 7003 8003 0003 0001 0002 0000 0001 8007", 1),  // not sorted
        ("42C3A900 7003 4161 0001 0001 0002 8007 0003 8007", 1),  // `a` as a string
        ("42C3A900 7004 0000 0001 4161 0009 0001 0002 8009 0003 8009", 9),  // `a` twice
        ("42C3A900 7001 0001 0002 7003 0800 8005 0000 0001 800A 0003 8007", 1),  // `b` inherited
    ]

    static let exceptions = [[], ["a"], ["b"], ["é"], ["a", "é"], ["b", "a", "é"], ["c"], [""]]

    @Test(arguments: dictionaries, exceptions)
    func `pairs are copied except those with some keys`(
        dictionary: (hex: String, value: Int64), keys: [String]
    ) throws {
        let all: [String: Int64] = ["a": dictionary.value, "b": 2, "é": 3]
        let table = SharedKeys.of("a", "b")
        let storage = FleeceStorage([UInt8](hex: dictionary.hex), sharedKeys: table)
        let source = try #require(storage.rootDictionary)
        for keepsNumbers in [true, false] {
            let copied = Self.copied(table) { writer in
                writer.beginDictionary()
                writer.writePairs(
                    of: source, except: keys.map { FleeceKey($0) }, keepsNumbers: keepsNumbers)
                writer.endDictionary()
            }
            let bytes = try #require(copied.bytes)
            let copy = try #require(FleeceStorage(bytes, sharedKeys: table).rootDictionary)
            let pairs = copy.map { ($0.key, $0.value.int64 ?? 0) }
            #expect(
                Dictionary(uniqueKeysWithValues: pairs) == all.filter { !keys.contains($0.key) })
        }
    }

    @Test func `numbers are kept only if they have the same meaning`() throws {
        let keys = MutableSharedKeys(.of("a", "b"))
        let writer = FleeceWriter(sharedKeys: keys)
        let own = FleeceStorage([0x70, 0x00], sharedKeys: keys.snapshot)
        let other = FleeceStorage([0x70, 0x00], sharedKeys: .of("a", "b"))
        let extern = FleeceStorage(
            [0x70, 0x00], sharedKeys: keys.snapshot, extern: FleeceStorage([0x70, 0x00]))
        #expect([own, other, extern].map(writer.usesKeyNumbers) == [true, false, false])
        _ = keys.number(for: "c")
        #expect(!writer.usesKeyNumbers(of: own))
        #expect(FleeceWriter().usesKeyNumbers(of: FleeceStorage([0x70, 0x00])))
    }
}
