import Fleece
import Testing

/// A writer used for several documents, and its handling of misuse.
@Suite struct WriterLifeTests {
    static let expected = [UInt8](hex: "43666F6F 7001 8003 007B 8003")

    static func writeExample(_ writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("foo")
        writer.write(Int64(123))
        writer.endDictionary()
    }

    /// Uses of a writer before the example is written.
    static let pasts: [(name: String, happen: @Sendable (FleeceWriter) throws -> Void)] = [
        ("nothing", { _ in }),
        (
            "the same document",
            { writer in
                writeExample(writer)
                _ = try writer.finish()
            }
        ),
        (
            "a document that was reset",
            { writer in
                writer.beginArray()
                writer.beginDictionary()
                writer.writeKey("foo")
                writer.reset()
            }
        ),
        (
            "a value that was refused",
            { writer in
                writer.write(Double.nan)
                _ = try? writer.finish()
            }
        ),
        (
            "a failure that was reset",
            { writer in
                writer.endArray()
                writer.reset()
            }
        ),
        (
            "collections left open",
            { writer in
                writer.beginArray()
                _ = try? writer.finish()
            }
        ),
        (
            "a closure that threw",
            { writer in
                writeExample(writer)
                try? writer.withFinishedBytes { _ in throw CancellationError() }
            }
        ),
        (
            "a text with an error",
            { writer in
                try? JSONReader.read("{\"foo\":[1,", into: writer)
                writer.reset()
            }
        ),
        (
            "a large document",
            { writer in
                writer.beginArray()
                for index in 0..<5000 { writer.write("foo \(index)") }
                writer.endArray()
                _ = try writer.finish()
            }
        ),
    ]

    @Test(arguments: pasts.map(\.name))
    func `earlier use of a writer does not affect the next document`(past: String) throws {
        let writer = FleeceWriter()
        try Self.pasts.first { $0.name == past }?.happen(writer)
        Self.writeExample(writer)
        #expect(try writer.finish() == Self.expected)
    }

    @Test func `the finished bytes can be used without a copy`() throws {
        let writer = FleeceWriter()
        Self.writeExample(writer)
        #expect(try writer.withFinishedBytes { Array($0) } == Self.expected)
    }

    /// Kinds of misuse and their error messages.
    static let misuses: [(message: String, write: @Sendable (FleeceWriter) -> Void)] = [
        ("the document has 0 roots", { _ in }),
        (
            "the document has 2 roots",
            { writer in
                writer.write(Int64(1))
                writer.write(Int64(2))
            }
        ),
        (
            "a collection is still open",
            { writer in
                writer.beginArray()
            }
        ),
        (
            "a collection is still open",
            { writer in
                writer.beginArray()
                writer.beginDictionary()
                writer.endDictionary()
            }
        ),
        ("a collection was ended that was not begun", { $0.endArray() }),
        ("a collection was ended that was not begun", { $0.endDictionary() }),
        (
            "a collection was ended that was not begun",
            { writer in
                writer.beginArray()
                writer.endDictionary()
            }
        ),
        (
            "a collection was ended that was not begun",
            { writer in
                writer.beginDictionary()
                writer.endArray()
            }
        ),
        (
            "the last key of a dictionary has no value",
            { writer in
                writer.beginDictionary()
                writer.writeKey("a")
                writer.endDictionary()
            }
        ),
    ]

    @Test(arguments: misuses.indices)
    func `misuse is reported at the end`(index: Int) {
        let (message, write) = Self.misuses[index]
        let writer = FleeceWriter()
        write(writer)
        let error = #expect(throws: FleeceError.self) { try writer.finish() }
        #expect(error == FleeceError(.misuse, message))
    }

    @Test func `the first of several errors is reported`() {
        let writer = FleeceWriter()
        writer.beginArray()
        writer.write(Double.nan)
        writer.endDictionary()
        let error = #expect(throws: FleeceError.self) { try writer.finish() }
        #expect(error?.reason == .nonFiniteNumber)
    }

    static func nested(_ depth: Int, isDictionary: Bool) throws -> [UInt8] {
        let writer = FleeceWriter()
        for _ in 0..<depth {
            guard isDictionary else {
                writer.beginArray()
                continue
            }
            writer.beginDictionary()
            writer.writeKey("a")
        }
        writer.writeNull()
        for _ in 0..<depth {
            if isDictionary { writer.endDictionary() } else { writer.endArray() }
        }
        return try writer.finish()
    }

    @Test(arguments: [false, true])
    func `512 levels of nesting can be written`(isDictionary: Bool) throws {
        #expect(try !Self.nested(512, isDictionary: isDictionary).isEmpty)
    }

    @Test(arguments: [513, 514, 100_000], [false, true])
    func `513 levels of nesting are rejected`(depth: Int, isDictionary: Bool) {
        let error = #expect(throws: FleeceError.self) {
            try Self.nested(depth, isDictionary: isDictionary)
        }
        #expect(error?.reason == .tooDeep)
    }

    @Test func `the same calls produce the same bytes`() throws {
        var values = GeneratedValues(seed: 11)
        let trees = (0..<300).map { _ in values.next() }
        let writer = FleeceWriter()
        let documents = try (0..<3).map { _ in
            try trees.map { tree in
                writer.write(tree)
                return try writer.finish()
            }
        }
        #expect(documents[0] == documents[1] && documents[1] == documents[2])
    }
}
