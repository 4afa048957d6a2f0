import Fleece
import Testing

@Suite struct StringSharingTests {
    /// Returns the number of occurrences of a string's bytes in a document.
    static func occurrences(of text: String, in bytes: [UInt8]) -> Int {
        let text = Array(text.utf8)
        return bytes.indices.count { bytes[$0...].starts(with: text) }
    }

    static func document(_ write: (FleeceWriter) -> Void) throws -> [UInt8] {
        let writer = FleeceWriter()
        writer.beginArray()
        write(writer)
        writer.endArray()
        return try writer.finish()
    }

    @Test(arguments: [
        (1, 3), (2, 1), (3, 1), (8, 1), (9, 1), (14, 1), (15, 1), (16, 3), (17, 3), (40, 3),
    ])
    func `a string of 2 to 15 bytes is written once`(count: Int, times: Int) throws {
        let text = String("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef".prefix(count))
        let bytes = try Self.document { writer in
            for _ in 0..<3 { writer.write(text) }
        }
        #expect(Self.occurrences(of: text, in: bytes) == times)
    }

    /// The bytes are "ab" at 0, and an array of three items at 4: pointers 6, 8 and 10 back.
    @Test func `a repeated string is written as a pointer`() throws {
        let bytes = try Self.document { writer in
            for _ in 0..<3 { writer.write("ab") }
        }
        #expect(bytes == [UInt8](hex: "426162 00 6003 8003 8004 8005 8004"))
    }

    /// 0: "ab". 4: {"ab": "ab"}
    @Test func `a key shares with a value`() throws {
        let writer = FleeceWriter()
        writer.beginDictionary()
        writer.writeKey("ab")
        writer.write("ab")
        writer.endDictionary()
        #expect(try writer.finish() == [UInt8](hex: "426162 00 7001 8003 8004 8003"))
    }

    @Test(arguments: 1...17)
    func `strings that differ in one byte are not shared`(count: Int) throws {
        let texts = (0..<count).map { index in
            String(decoding: (0..<count).map { $0 == index ? 0x62 : 0x61 }, as: UTF8.self)
        }
        let bytes = try Self.document { writer in
            for text in texts + texts { writer.write(text) }
        }
        #expect(FleeceStorage(bytes).root?.array?.map(\.string) == texts + texts)
    }

    @Test func `strings that differ only in a trailing NUL are not shared`() throws {
        let bytes = try Self.document { writer in
            writer.write("ab")
            writer.write("ab\0")
        }
        #expect(ValueTree(bytes) == .array([.string("ab"), .string("ab\0")]))
    }

    @Test func `canonically equivalent strings are not shared`() throws {
        let bytes = try Self.document { writer in
            writer.write("\u{E9}x")
            writer.write("e\u{301}x")
        }
        #expect(ValueTree(bytes) == .array([.string("\u{E9}x"), .string("e\u{301}x")]))
    }

    /// A string at 0, data of 4 bytes and `filler`, then the string again.
    ///
    /// A narrow pointer reaches 0x7FFE bytes back; 32 of them are reserved for the enclosing
    /// collection.
    @Test(arguments: [(0x7FFE - 32 - 8, 1), (0x7FFE - 32 - 7, 2), (0x7FFE, 2)])
    func `a string out of a pointer's reach is written again`(filler: Int, times: Int) throws {
        let bytes = try Self.document { writer in
            writer.write("shared")
            [UInt8](repeating: 0, count: filler - 4).withUnsafeBytes { writer.write(data: $0) }
            writer.write("shared")
        }
        #expect(Self.occurrences(of: "shared", in: bytes) == times)
    }

    @Test func `later references point to the rewritten string`() throws {
        let bytes = try Self.document { writer in
            for _ in 0..<3 {
                writer.write("shared")
                [UInt8](repeating: 0, count: 20000).withUnsafeBytes { writer.write(data: $0) }
            }
            writer.write("shared")
        }
        // Written at 0, shared after 20,000 bytes, written again after 40,000, shared again
        #expect(Self.occurrences(of: "shared", in: bytes) == 2)
    }

    @Test func `strings are not shared between documents`() throws {
        let writer = FleeceWriter()
        let documents = try (0..<2).map { _ in
            writer.write("shared")
            return try writer.finish()
        }
        #expect(
            documents == [[UInt8]](repeating: [UInt8](hex: "46 736861726564 00 8004"), count: 2))
    }

    @Test func `thousands of strings are each written once`() throws {
        let texts = (0..<3000).map { "s\($0 % 1500)" }
        let bytes = try Self.document { writer in
            for text in texts { writer.write(text) }
        }
        let expected = ValueTree.array(texts.map { .string(Text($0)) })
        #expect(
            [ValueTree(bytes) == expected, bytes.count < 1500 * 6 + 3000 * 2 + 8] == [true, true])
    }
}
