import Fleece
import Testing

/// Indented JSON of deeply nested values.
@Suite(.timeLimit(.minutes(10))) struct IndentationTests {
    static func nested(_ levels: Int, items: Int) throws -> FleeceValue {
        let writer = FleeceWriter()
        for _ in 0..<levels { writer.beginArray() }
        for _ in 0..<items { writer.write(0 as Int64) }
        for _ in 0..<levels { writer.endArray() }
        return try #require(FleeceStorage(writer.finish()).root)
    }

    /// Returns the length of the JSON for nested arrays with zeros in the innermost one.
    static func length(_ levels: Int, items: Int) -> Int {
        let brackets = 2 * levels
        let lines = (1..<levels).reduce(0) { $0 + 2 * (1 + 2 * $1) } + 1
        return brackets + lines + items * (1 + 2 * levels + 1) + items - 1
    }

    @Test(arguments: [(1, 100_000), (20, 100_000), (60, 100_000), (300, 1000), (512, 100)])
    func `a value is indented by two spaces per level`(levels: Int, items: Int) throws {
        let value = try Self.nested(levels, items: items)
        #expect(try value.json(.pretty).utf8.count == Self.length(levels, items: items))
    }

    @Test(arguments: [(100, 100_000), (500, 100_000), (512, 1_000_000)])
    func `a value with far more indentation than content is rejected`(
        levels: Int, items: Int
    ) throws {
        let value = try Self.nested(levels, items: items)
        let error = #expect(throws: JSONError.self) { try value.json(.pretty) }
        #expect(error?.message.contains("write it without indentation") == true)
        let writer = JSONWriter(format: .pretty)
        #expect(throws: JSONError.self) { try writer.write(object: [("a", value)]) }
        // The writer stops at the limit.
        let size = writer.withUTF8 { $0.count }
        #expect(size < 1 << 20 || size < 80 * value.storage.count)
        #expect(try value.json().utf8.count == 2 * levels + 2 * items - 1)
    }

    @Test func `a writer can be reused after a value is rejected`() throws {
        let writer = JSONWriter(format: .pretty)
        _ = try? writer.write(Self.nested(500, items: 100_000))
        writer.removeAll()
        try writer.write(Self.nested(1, items: 1))
        #expect(writer.text == "[\n  0\n]")
    }
}
