import Quire
import Testing

@testable import QuireStore

@Suite struct VersionVectorMergeTests {
    static let merges: [(String, String, String)] = [
        ("5a", "6b", "9m, 6b, 5a;"), ("6a", "5b", "9m, 6a, 5b;"),
        ("5m", "6b", "9m, 6b, 5m;"), ("5m; 3a", "6b; 4a", "9m, 6b, 5m; 4a"),
        ("5a; 3b, 2c", "6b; 4a, 1d", "9m, 6b, 5a; 2c, 1d"),
        ("5a; 3m", "6b; 4m", "9m, 6b, 5a;"), ("8a, 5b, 4c;", "7d; 3b", "9m, 8a, 7d; 5b, 4c"),
    ]

    @Test(arguments: merges)
    func `a merge begins with the new version and both current ones`(
        one: String, other: String, merged: String
    ) {
        let vector = VersionVector.merge(
            VectorText.version("9m"), of: VectorText.vector(one), and: VectorText.vector(other))
        #expect(VectorText.text(vector) == merged)
    }

    static let choices: [(winner: String, loser: String, String)] = [
        ("5a", "6b", "5a; 6b"), ("6a", "5b", "6a; 5b"), ("5m; 3a", "6b; 4a", "5m; 6b, 4a"),
        ("5a; 4b", "6b; 3c", "5a; 6b, 3c"), ("9m, 5a, 4b;", "6c; 3a", "9m, 5a, 4b; 6c"),
        ("9m, 5a, 4b; 2d", "6c; 5b", "9m; 6c, 5b, 5a, 2d"),
        ("9m, 5m, 4b;", "6c", "9m, 5m, 4b; 6c"), ("9m, 5m, 4b;", "6c; 5b", "9m; 6c, 5b"),
        ("5a", "6b, 4c, 3d;", "5a; 6b, 4c, 3d"), ("5a", "7b; 6a", "6a; 7b"),
    ]

    @Test(arguments: choices)
    func `a chosen revision stays current and knows the other one`(
        winner: String, loser: String, result: String
    ) {
        let vector = VectorText.vector(winner).winning(over: VectorText.vector(loser))
        #expect(VectorText.text(vector) == result)
    }

    static let edits: [(String, String)] = [
        ("5m", "9m"), ("5a", "9m; 5a"), ("5m; 3a", "9m; 3a"), ("8m, 6a, 5b; 2c", "9m; 6a, 5b, 2c"),
        ("8a, 6m, 5b;", "9m; 8a, 5b"), ("8a, 6a, 5b;", "9m; 8a, 5b"),
        ("8a, 5b, 4c; 6d", "9m; 8a, 6d, 5b, 4c"), ("5a; 7b, 6m", "9m; 7b, 5a"),
    ]

    @Test(arguments: edits)
    func `an edit ends a merge and replaces the versions of its author`(
        older: String, result: String
    ) throws {
        var bytes: [UInt8] = []
        VersionVector.encode(
            VectorText.version("9m"), followedBy: VectorText.vector(older), into: &bytes)
        let vector = try bytes.withUnsafeBytes { try VersionVector(stored: $0) }
        #expect(VectorText.text(vector) == result)
    }
}
