import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore

@Suite struct OpenConflictTests {
    let databases: [Database]
    let pair: ReplicatedPair
    let active: DocumentCollection
    let passive: DocumentCollection

    init() throws {
        databases = try ["active", "passive"].map { try Database(inMemoryNamed: $0) }
        pair = try ReplicatedPair(active: databases[0], passive: databases[1])
        active = try databases[0].defaultCollection()
        passive = try databases[1].defaultCollection()
        // A common revision, and an edit on both sides.
        try passive.save("a", #"{"n":0}"#)
        try pair.pull()
        try active.save("a", #"{"n":1}"#)
        try passive.save("a", #"{"n":2}"#)
        try pair.pull()
    }

    private func conflict() throws -> OpenConflict {
        try #require(try active.openConflict(of: "a"))
    }

    @Test func `a conflict has both revisions and the last common one`() throws {
        let conflict = try conflict()
        #expect(conflict.local.record?.json == #"{"n":1}"#)
        #expect(conflict.other.record?.json == #"{"n":2}"#)
        #expect(conflict.base?.json == #"{"n":0}"#)
        #expect(conflict.remote == 1 && conflict.local.time < conflict.other.time)
        #expect(try conflict.other.version == passive.currentVersions()["a"])
        #expect(try conflict.local.version == active.currentVersions()["a"])
    }

    @Test func `a local edit keeps the conflict`() throws {
        try active.save("a", #"{"n":3}"#)
        let conflict = try conflict()
        #expect(conflict.local.record?.json == #"{"n":3}"#)
        #expect(conflict.other.record?.json == #"{"n":2}"# && conflict.base?.json == #"{"n":0}"#)
    }

    @Test(arguments: [false, true])
    func `a local revision that is kept becomes a new one unless it is the later one`(
        isLater: Bool
    ) throws {
        if isLater { try active.save("a", #"{"n":1}"#) }
        let version = try active.currentVersions()["a"]
        #expect(try active.resolve(conflict(), .keepLocal))
        #expect(try active.openConflicts() == [])
        #expect(try (active.currentVersions()["a"] == version) == isLater)
        #expect(try pair.push() == ["a": .inserted])
        #expect(try passive.json("a") == #"{"n":1}"#)
    }

    @Test func `the remote revision can be kept, and nothing is pushed`() throws {
        #expect(try active.resolve(conflict(), .keepRemote))
        #expect(try active.json("a") == #"{"n":2}"# && active.openConflicts() == [])
        #expect(try active.currentVersions() == passive.currentVersions())
        #expect(try pair.push().isEmpty && pair.pull().isEmpty)
    }

    @Test func `a merged document is pushed, and knows both revisions`() throws {
        let versions = try [active, passive].map { try $0.currentVersions()["a"] ?? "" }
        #expect(
            try active.resolve(
                conflict(), .merged { try JSONReader.read(#"{"n":[1,2],"@type":"x"}"#, into: $0) }))
        #expect(try pair.push() == ["a": .inserted])
        #expect(try passive.json("a") == #"{"@type":"x","n":[1,2]}"#)
        let history = try #require(try passive.outgoingRevision(of: "a", version: nil)).history
        #expect(history == "\(versions[1]), \(versions[0]);")
    }

    @Test func `the document can be deleted`() throws {
        #expect(try active.resolve(conflict(), .deleted))
        #expect(try active.count == 0 && active.openConflicts() == [])
        #expect(try pair.push() == ["a": .inserted])
        #expect(try passive.count == 0 && passive.contents() == ["a": "deleted"])
    }

    @Test func `a tombstone of the remote database can be kept`() throws {
        try passive.delete(id: "a", expecting: .any)
        try pair.pull()
        #expect(try conflict().other.isDeleted)
        #expect(try active.resolve(conflict(), .deleted))
        #expect(try active.currentVersions() == passive.currentVersions() && active.count == 0)
        #expect(try pair.push().isEmpty)
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `two databases that resolve a conflict of tombstones choose the same one`(
        order: [Int]
    ) throws {
        for index in order {
            try databases[index].defaultCollection().delete(id: "a", expecting: .any)
        }
        let other = try ReplicatedPair(
            active: databases[1], passive: databases[0], named: "active")
        for pair in [pair, other] { try pair.pull() }
        for pair in [pair, other] { try pair.resolveAll { _ in .deleted } }
        #expect(try active.currentVersions() == passive.currentVersions())
    }

    @Test func `a local tombstone can be kept or replaced`() throws {
        try active.delete(id: "a", expecting: .any)
        let conflict = try conflict()
        #expect(conflict.local.isDeleted && conflict.other.record?.json == #"{"n":2}"#)
        #expect(try active.resolve(conflict, .keepRemote))
        #expect(try active.json("a") == #"{"n":2}"# && active.contents() == passive.contents())
    }

    @Test func `a resolution fails if the document has changed`() throws {
        let conflict = try conflict()
        try active.save("a", #"{"n":3}"#)
        #expect(try !active.resolve(conflict, .keepRemote))
        #expect(try active.json("a") == #"{"n":3}"# && active.openConflicts() == ["a"])
    }

    @Test func `a resolution fails if the remote revision has changed`() throws {
        let conflict = try conflict()
        try passive.save("a", #"{"n":3}"#)
        try pair.pull()
        #expect(try !active.resolve(conflict, .keepLocal))
    }

    @Test func `a purged document has no conflict`() throws {
        let conflict = try conflict()
        #expect(try active.removeForReplication("a"))
        #expect(try active.openConflicts() == [] && active.openConflict(of: "a") == nil)
        #expect(try !active.resolve(conflict, .keepLocal))
    }

    @Test func `a resolution that throws or writes no dictionary changes nothing`() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try active.resolve(conflict(), .merged { _ in throw Refusal() })
        }
        #expect(
            thrownCode {
                _ = try active.resolve(conflict(), .merged { $0.write(Int64(1)) })
            } == .invalidParameter)
        #expect(
            thrownCode { _ = try active.resolve(conflict(), .merged { _ in }) } == .invalidParameter
        )
        #expect(try active.openConflicts() == ["a"] && active.json("a") == #"{"n":1}"#)
    }

    @Test func `conflicts with several remote databases are resolved one by one`() throws {
        let third = try ReplicatedPair(
            active: databases[0], passive: Database(inMemoryNamed: "third"), named: "third")
        try third.passiveCollection.save("a", #"{"n":9}"#)
        try third.pull()
        #expect(try conflict().remote == 1)
        #expect(try active.resolve(conflict(), .keepLocal))
        #expect(try active.openConflicts() == ["a"] && conflict().remote == 2)
        #expect(try active.resolve(conflict(), .keepRemote))
        #expect(try active.openConflicts() == [] && active.json("a") == #"{"n":9}"#)
        // The kept revision of the first conflict is later than that of the third database.
        #expect(try third.push() == ["a": .inserted])
        #expect(try pair.push() == ["a": .inserted] && passive.json("a") == #"{"n":9}"#)
    }

    static let trees: [(ConflictResolution, String)] = [
        (.keepLocal, #"{"n":1}"#), (.keepRemote, #"{"n":5}"#),
        (.merged { try JSONReader.read(#"{"n":6}"#, into: $0) }, #"{"n":6}"#),
    ]

    @Test(arguments: 0..<3)
    func `a conflict with a rev-tree revision can be resolved`(index: Int) throws {
        let (resolution, body) = Self.trees[index]
        try active.save("t", #"{"n":1}"#)
        _ = try active.insert(
            [IncomingRevision(id: "t", version: "3-abcd", body: Array(#"{"n":5}"#.utf8))], from: 1)
        let conflict = try #require(try active.openConflict(of: "t"))
        #expect(try active.resolve(conflict, resolution))
        #expect(try active.json("t") == body && active.openConflict(of: "t") == nil)
        let tree = try #require(RevisionID("3-abcd"))
        let row = try #require(try active.readReplicated("t") { _, row, _ in row })
        #expect(try RevisionLineage(of: row).order(to: tree) != .older)
    }
}
