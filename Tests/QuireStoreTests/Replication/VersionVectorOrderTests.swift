import Quire
import Testing

@testable import QuireStore

@Suite struct VersionVectorOrderTests {
    static let versions: [(String, String, RevisionOrder)] = [
        ("5a", "5a", .same), ("5a", "4a", .newer), ("5a", "6a", .older), ("5a", "1b", .older),
        ("5a; 3b", "3b", .newer), ("5a; 3b", "2b", .newer), ("5a; 3b", "4b", .older),
        ("5m; 3b", "5m", .same), ("9m, 5a, 3b;", "5a", .newer), ("9m, 5a, 3b; 2c", "2c", .newer),
        ("9m, 5a, 3b;", "9m", .same), ("9m, 5m, 3b;", "5m", .newer), ("9m, 5m, 3b;", "6m", .newer),
        ("9m, 5a, 3b;", "8c", .older),
    ]

    @Test(arguments: versions)
    func `a vector is compared with a version by the entry of its author`(
        vector: String, version: String, order: RevisionOrder
    ) {
        #expect(VectorText.vector(vector).order(to: VectorText.version(version)) == order)
    }

    static let vectors: [(String, String, RevisionOrder)] = [
        ("5a", "5a", .same), ("5a; 3b", "5a", .same), ("6a", "5a", .newer), ("5a", "6a", .older),
        ("5a", "5b", .conflicting), ("6b; 5a", "5a", .newer), ("5a", "6b; 5a", .older),
        ("6a; 3b", "5b; 4a", .conflicting), ("9m, 6a, 5b;", "6a; 3b", .newer),
        ("9m, 6a, 5b;", "5b; 4a", .newer), ("9m, 6a, 5b;", "7b; 4a", .conflicting),
        ("9m, 6a, 5b;", "8c, 6a, 5b;", .conflicting), ("6a; 5b", "5b; 6a", .newer),
        ("5b; 6a", "6a; 5b", .older),
    ]

    @Test(arguments: vectors)
    func `vectors are compared by their current versions`(
        one: String, other: String, order: RevisionOrder
    ) {
        #expect(VectorText.vector(one).order(to: VectorText.vector(other)) == order)
    }

    @Test(arguments: vectors)
    func `the opposite comparison gives the opposite result`(
        one: String, other: String, order: RevisionOrder
    ) {
        #expect(VectorText.vector(other).order(to: VectorText.vector(one)) == order.reversed)
    }

    static let merges: [(String, String, Bool)] = [
        // Both merged the same versions.
        ("9m, 6a, 5b;", "8c, 6a, 5b;", true), ("9m, 6a, 5b; 2d", "8c, 5b, 6a;", true),
        // Changed after the merge, and changed by a third database.
        ("9m; 6a, 5b", "8c, 6a, 5b;", true), ("9d; 7m, 6a, 5b", "8c, 6a, 5b;", true),
        // One version is missing, or the other revision is no merge.
        ("9m, 6a, 4b;", "8c, 6a, 5b;", false), ("9m, 6a, 5b;", "8c; 6a, 5b", false),
        ("9m, 6a, 5b;", "8c, 6a, 5b; 2d", false), ("9m, 6a, 5b;", "8c", false),
    ]

    @Test(arguments: merges)
    func `a revision contains the parents of a merge if it knows all merged versions`(
        one: String, other: String, contains: Bool
    ) {
        #expect(
            VectorText.vector(one).containsParents(ofMerge: VectorText.vector(other)) == contains)
    }

    static let ancestors: [(String, String, String, Bool)] = [
        ("5a", "7m; 5a", "8b; 5a", true), ("5a", "7m; 6c, 5a", "8b; 6c, 5a", false),
        ("5a; 6c", "7m; 6c, 5a", "8b; 6c, 5a", true), ("5a", "7m; 6a", "8b; 5a", true),
        ("5a", "7m; 6a", "8b; 7a", false), ("5a", "7m", "8b", true),
    ]

    @Test(arguments: ancestors)
    func `the last common ancestor contains all versions that both revisions have`(
        ancestor: String, one: String, other: String, isLast: Bool
    ) {
        #expect(
            VectorText.vector(ancestor).containsCommonEdits(
                of: VectorText.vector(one), and: VectorText.vector(other)) == isLast)
    }

    static let lineages: [(String, String, RevisionOrder)] = [
        ("/ 2-bb 1-aa", "/ 2-bb 1-aa", .same), ("/ 2-bb", "/ 2-bb 1-aa", .same),
        ("/ 3-cc 2-bb 1-aa", "/ 2-bb 1-aa", .newer), ("/ 2-bb", "/ 3-cc 2-bb 1-aa", .older),
        ("/ 2-bb 1-aa", "/ 2-cc 1-aa", .conflicting), ("/ 1-aa", "5a", .conflicting),
        ("/ 1-aa", "5a / 1-aa", .older), ("/ 2-bb 1-aa", "5a / 2-bb", .older),
        ("/ 1-aa", "5a / 2-bb 1-aa", .older), ("/ 2-bb 1-aa", "5a / 1-aa", .conflicting),
        ("/ 2-bb", "5a / 2-cc", .conflicting), ("5a", "5a / 1-aa", .same),
        ("5a / 1-aa", "5a / 1-aa", .same), ("5a / 2-bb", "5a / 2-cc", .conflicting),
        ("6a / 2-bb", "5a / 2-cc", .newer), ("5a / 1-aa", "5b / 1-aa", .conflicting),
        ("6b; 5a / 1-aa", "5a / 1-aa", .newer),
    ]

    @Test(arguments: lineages)
    func `revisions with a rev-tree are compared by vectors and by trees`(
        one: String, other: String, order: RevisionOrder
    ) {
        #expect(VectorText.lineage(one).order(to: VectorText.lineage(other)) == order)
        #expect(VectorText.lineage(other).order(to: VectorText.lineage(one)) == order.reversed)
    }

    static let ids: [(String, String, RevisionOrder)] = [
        ("/ 2-bb 1-aa", "2-bb", .same), ("/ 2-bb 1-aa", "1-aa", .newer), ("/ 2-bb", "3-cc", .older),
        ("5a / 2-bb 1-aa", "2-bb", .newer), ("5a", "2-bb", .older),
    ]

    @Test(arguments: ids)
    func `a revision is compared with the ID of a rev-tree revision`(
        one: String, id: String, order: RevisionOrder
    ) throws {
        #expect(VectorText.lineage(one).order(to: try #require(RevisionID(id))) == order)
    }

    @Test func `a rev-tree revision counts as a version with its generation and digest`() throws {
        let id = try #require(RevisionID("3-abcdef0123456789abcdef0123456789"))
        #expect(
            RevisionID(id.version).description == "3abcdef0123@Revision+Tree+Encoding")
    }
}
