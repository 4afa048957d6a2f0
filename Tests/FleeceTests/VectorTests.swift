import Fleece
import Testing

/// JSON texts with the output of the original encoder without shared keys.
@Suite struct VectorTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let line: Int
        let json: String
        let bytes: [UInt8]
        var testDescription: String { "line \(line)" }
    }

    static let vectors: [Vector] =
        (try? Fixture.lines("fleece-vectors.tsv"))?.enumerated().map {
            let fields = $1.split(separator: "\t")
            return Vector(line: $0 + 1, json: String(fields[0]), bytes: [UInt8](hex: fields[1]))
        } ?? []

    @Test func `the fixture exists`() {
        #expect(Self.vectors.count == 300)
    }

    @Test(arguments: vectors)
    func `the original's bytes decode to its JSON`(vector: Vector) throws {
        let expected = try #require(FleeceStorage(json: vector.json).root).json(.canonical)
        let root = try #require(FleeceStorage(vector.bytes).root)
        #expect(try root.json(.canonical) == expected)
    }

    @Test(arguments: vectors)
    func `JSON is encoded to the original's bytes`(vector: Vector) throws {
        let writer = FleeceWriter()
        try JSONReader.read(vector.json, into: writer)
        #expect(try writer.finish() == vector.bytes)
    }
}
