import Fleece
import QuireTestSupport
import Testing

/// Strings chosen to collide in the string table of a writer.
@Suite(.timeLimit(.minutes(10))) struct CollidingStringTests {
    /// Strings of 15 bytes that differ only in the upper bits of their two words.
    ///
    /// Hashes that multiply by constants and fold to at most 18 bits are the same for all of them.
    static let strings: [String] = {
        func scalars(_ isIncluded: (UInt8) -> Bool) -> [Character] {
            (0x20..<0x7F).filter { $0 != 0x22 && $0 != 0x5C && isIncluded($0) }
                .map { Character(Unicode.Scalar($0)) }
        }
        let aligned = scalars { $0 & 3 == 0 }
        let all = scalars { _ in true }
        return aligned.flatMap { first in
            all.flatMap { second in
                aligned.map { third in "abcdef\(first)\(second)hijklm\(third)" }
            }
        }
    }()

    static func seconds(for strings: [String]) throws -> Double {
        let json = "[\"" + strings.joined(separator: "\",\"") + "\"]"
        let writer = FleeceWriter()
        return try (0..<2).map { _ in
            try ThreadTime.seconds {
                try JSONReader.read(json, into: writer)
                try writer.withFinishedBytes { _ in }
            }
        }.min() ?? 0
    }

    @Test func `strings with colliding hashes are written as fast as others`() throws {
        let others = Self.strings.indices.map { index in
            String("\(index * 7_919)-abcdefghijklmn".prefix(15))
        }
        let (colliding, usual) = try (
            Self.seconds(for: Self.strings), Self.seconds(for: others)
        )
        #expect(colliding < 10 * usual, "\(colliding) s and \(usual) s")
    }

    @Test func `strings with colliding hashes are all shared`() throws {
        let strings = Array(Self.strings.prefix(1000))
        let writer = FleeceWriter()
        writer.beginArray()
        for string in strings + strings { writer.write(string) }
        writer.endArray()
        let bytes = try writer.finish()
        let items = try #require(FleeceStorage(bytes).root?.array).map(\.string)
        // 18 bytes per string and 2 per slot: the second half consists of pointers to the first.
        #expect(items == strings + strings && bytes.count < strings.count * 24)
    }

    @Test func `shared keys with colliding hashes are found`() throws {
        let table = MutableSharedKeys()
        let keys = Self.strings.map { $0.filter { $0.isLetter || $0.isNumber } }
        let numbers = keys.map { table.number(for: $0) }
        let snapshot = table.snapshot
        #expect(table.count > 1000)
        #expect(zip(keys, numbers).allSatisfy { snapshot.number(for: $0) == $1 })
    }
}
