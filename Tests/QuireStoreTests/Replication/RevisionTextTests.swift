import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct RevisionTextTests {
    static let own = "AAAAAAAAAAAAAAAAAAAAAQ"
    static let other = "W1CjMjs6Q1ea50VmbPxQzQ"
    static let third = "bvAXHtwbSnCy0e5vUJGqXg"

    static func lineage(_ current: String, _ history: String = "") throws -> RevisionLineage {
        let source = try #require(RevisionID.SourceID(text: Substring(own)))
        return try RevisionLineage(current, history: history, own: source)
    }

    /// The current revision, the history, and the vector as this database would write it.
    static let texts: [(String, String, String)] = [
        ("5@\(own)", "", "5@*"), ("5@\(other)", "", "5@\(other)"),
        ("5@\(other)", "4@\(own)", "5@\(other); 4@*"),
        ("5@\(other)", "4@\(own),3@\(third)", "5@\(other); 4@*, 3@\(third)"),
        ("9@\(own)", "5@\(other), 4@\(third);", "9@*, 5@\(other), 4@\(third);"),
        ("9@\(own)", " 5@\(other) ; 4@\(third) ", "9@*, 5@\(other); 4@\(third)"),
        ("9@\(own), 5@\(own);", "", "9@*, 5@*;"), ("9@\(own); 5@\(other)", "", "9@*; 5@\(other)"),
        ("5@\(other)", "3-abcd, 2-ef01", "5@\(other)"),
        ("ffffffffffffffff@\(other)", "", "ffffffffffffffff@\(other)"),
    ]

    @Test(arguments: texts)
    func `a revision and its history are read`(
        current: String, history: String, vector: String
    ) throws {
        #expect(try Self.lineage(current, history).vector?.text(asSourceOf: nil) == vector)
    }

    @Test func `rev-tree revisions follow the versions`() throws {
        let lineage = try Self.lineage("5@\(Self.other)", "4@\(Self.own), 3-abcd, 2-ef01")
        #expect(lineage.trees.map(\.description) == ["3-abcd", "2-ef01"])
    }

    @Test func `a rev-tree revision has no vector`() throws {
        let lineage = try Self.lineage("3-abcd", "2-ef01,1-2345")
        #expect(
            lineage.vector == nil
                && lineage.trees.map(\.description) == ["3-abcd", "2-ef01", "1-2345"])
    }

    static let invalid: [(String, String)] = [
        ("", ""), (" ", ""), ("x", ""), ("5@*", ""), ("5@", ""), ("@\(other)", ""),
        ("0@\(other)", ""), ("-5@\(other)", ""), ("5@\(other.dropLast())", ""),
        ("5@\(other)A", ""), ("5@\(other)", "4@*"), ("5@\(other)", ","),
        ("5@\(other)", "4@\(own),"),
        ("5@\(other)", "4@\(other)"), ("5@\(other)", "4@\(own), 3@\(own)"),
        ("5@\(other)", "4@\(own), 3@\(own);"), ("5@\(other)", "6@\(other);"),
        ("5@\(other)", "4@\(other), 3@\(other);"), ("5@\(other)", "4@\(own); 3@\(own)"),
        ("5@\(other)", "4@\(own);; 3@\(third)"), ("10000000000000000@\(other)", ""),
        ("3-", ""), ("0-ab", ""), ("3-abc", ""), ("3-ab", "5@\(other)"),
        ("3-" + String(repeating: "ab", count: 65), ""), ("5@\u{0}\(other)", ""), ("5@🙂", ""),
        ("5@\(other)", String(repeating: "2-ab,", count: 4096) + "1-ab"),
    ]

    @Test(arguments: invalid)
    func `invalid text is refused`(current: String, history: String) {
        #expect(
            thrownCode { _ = try Self.lineage(current, history) } == .badRevisionID)
    }

    @Test func `a vector with too many versions is refused`() throws {
        let versions = (1...4097).map { number in
            RevisionID.Version(time: 5, source: RevisionID.SourceID(high: 1, low: number)).text(
                asSourceOf: nil)
        }
        #expect(
            thrownCode {
                _ = try Self.lineage("5@\(Self.other)", versions.joined(separator: ","))
            } == .badRevisionID)
    }
}
