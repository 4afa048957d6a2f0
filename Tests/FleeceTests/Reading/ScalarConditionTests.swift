import Fleece
import Testing

@Suite struct ScalarConditionTests {
    // JSON texts, and whether all of their scalars are integers.
    static let texts: [(json: String, areIntegers: Bool)] = [
        ("{}", true), ("[]", true), ("{\"a\": {}}", true), ("[[], {}]", true),
        ("1", true), ("\"text\"", false), ("null", false),
        ("[1, 2]", true), ("[1, true]", false), ("[true, 1]", false),
        ("{\"a\": 1, \"b\": 2}", true), ("{\"a\": 1, \"b\": \"2\"}", false),
        ("{\"a\": \"1\", \"b\": 2}", false), ("{\"text\": [{\"a\": [1]}, 300000000000]}", true),
        ("{\"text\": [{\"a\": [1, [null]]}, 2]}", false),
    ]

    @Test(arguments: texts)
    func `a condition is checked for scalars at all levels, but not for keys and collections`(
        json: String, areIntegers: Bool
    ) throws {
        let writer = FleeceWriter()
        try JSONReader.read(json, into: writer)
        let storage = FleeceStorage(try writer.finish())
        let root = try #require(storage.root)
        #expect(root.allScalarsSatisfy { $0.kind == .integer } == areIntegers)
    }
}
