import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Writes that return models, in every engine.
@Suite struct ReturningBehaviourTests {
    /// A write of document `a`, which receives the revision of the document.
    struct Write: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Repository<Inn>, String) async throws -> Stored<Inn>

        init(
            _ name: String,
            now run: @escaping @Sendable (Repository<Inn>, String) throws -> Stored<Inn>
        ) {
            testDescription = name
            self.run = run
        }

        init(
            _ name: String,
            later run: @escaping @Sendable (Repository<Inn>, String) async throws -> Stored<Inn>
        ) {
            testDescription = "asynchronous " + name
            self.run = run
        }
    }

    static let renamed: Patch<Inn> = {
        var patch = Patch<Inn>()
        patch.set(\.name, to: "new")
        return patch
    }()

    /// The writes that change the name to "new".
    static let changes: [Write] = [
        Write(
            "patch",
            now: { inns, _ in
                try inns.patch("a", returning: .stored) { $0.set(\.name, to: "new") }
            }),
        Write(
            "patch by a patch",
            now: { inns, _ in
                try inns.patch("a", returning: .stored, by: renamed)
            }),
        Write(
            "patch with ifMatch",
            now: { inns, revision in
                try inns.patch("a", ifMatch: revision, returning: .stored) {
                    $0.set(\.name, to: "new")
                }
            }),
        Write(
            "patch by a patch with ifMatch",
            now: { inns, revision in
                try inns.patch("a", ifMatch: revision, returning: .stored, by: renamed)
            }),
        Write(
            "update",
            now: { inns, _ in
                try inns.update("a", returning: .stored) { $0.name = "new" }
            }),
        Write(
            "update with ifMatch",
            now: { inns, revision in
                try inns.update("a", ifMatch: revision, returning: .stored) { $0.name = "new" }
            }),
        Write(
            "patch",
            later: { inns, _ in
                try await inns.patch("a", returning: .stored) { $0.set(\.name, to: "new") }
            }),
        Write(
            "patch by a patch",
            later: { inns, _ in
                try await inns.patch("a", returning: .stored, by: renamed)
            }),
        Write(
            "patch with ifMatch",
            later: { inns, revision in
                try await inns.patch("a", ifMatch: revision, returning: .stored) {
                    $0.set(\.name, to: "new")
                }
            }),
        Write(
            "patch by a patch with ifMatch",
            later: { inns, revision in
                try await inns.patch("a", ifMatch: revision, returning: .stored, by: renamed)
            }),
        Write(
            "update",
            later: { inns, _ in
                try await inns.update("a", returning: .stored) { $0.name = "new" }
            }),
        Write(
            "update with ifMatch",
            later: { inns, revision in
                try await inns.update("a", ifMatch: revision, returning: .stored) {
                    $0.name = "new"
                }
            }),
    ]

    static let deletions: [Write] = [
        Write("delete", now: { inns, _ in try inns.delete(id: "a", returning: .stored) }),
        Write(
            "delete with ifMatch",
            now: { inns, revision in
                try inns.delete(id: "a", ifMatch: revision, returning: .stored)
            }),
        Write("delete", later: { inns, _ in try await inns.delete(id: "a", returning: .stored) }),
        Write(
            "delete with ifMatch",
            later: { inns, revision in
                try await inns.delete(id: "a", ifMatch: revision, returning: .stored)
            }),
    ]

    static let body =
        #"{"type":"inn","name":"A","stars":4,"fax":[1,{"x":null}],"tags":["é","🏨"],"address":{"city":"c"},"opened_at":"2020-01-01T00:00:00.000Z"}"#

    @Test(arguments: TestStore.all, changes)
    func `a change returns the model that is stored afterwards`(
        kind: TestStore, write: Write
    ) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.put("a", Self.body)
        let before = try #require(try await inns.findStored("a"))
        let returned = try await write.run(inns, before.revision)
        let after = try #require(try await inns.findStored("a"))
        #expect(returned == after && returned.sequence == after.sequence)
        #expect(returned.name == "new" && returned.revisionID != before.revisionID)
        #expect(returned.value.$id == after.value.$id && returned.tags == ["é", "🏨"])
        #expect(try store.body("a")?.contains(#""fax":[1,{"x":null}]"#) == true)
    }

    @Test(arguments: TestStore.all, deletions)
    func `a deletion returns the model that was stored before`(
        kind: TestStore, write: Write
    ) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.put("a", Self.body)
        let before = try #require(try await inns.findStored("a"))
        #expect(try await write.run(inns, before.revision) == before)
        #expect(try await inns.find("a") == nil)
    }

    @Test(arguments: TestStore.all, changes + deletions)
    func `a write without a document is an error`(kind: TestStore, write: Write) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let revision = "18ea0389f3b90000@*"
        await #expect { try await write.run(inns, revision) } throws: {
            QuireError.Code.notFound ~= $0
        }
        try await inns.save(Inn(id: "a", name: "A"))
        try await inns.delete(id: "a")
        await #expect { try await write.run(inns, revision) } throws: {
            QuireError.Code.notFound ~= $0 || QuireError.Code.conflict ~= $0
        }
    }

    @Test(
        arguments: TestStore.all,
        (changes + deletions).filter { $0.testDescription.contains("ifMatch") })
    func `another revision is a conflict, and nothing is changed`(
        kind: TestStore, write: Write
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let first = try #require(try await inns.save(Inn(id: "a", name: "A")).$id)
        let second = try await inns.update("a", returning: .stored) { $0.name = "B" }
        await #expect { try await write.run(inns, first) } throws: {
            QuireError.Code.conflict ~= $0
        }
        #expect(try await inns.findStored("a") == second)
        _ = try await write.run(inns, "*")
        #expect(try await inns.find("a")?.name != "B")
    }

    @Test(arguments: TestStore.all, changes + deletions)
    func `nothing is changed if the model cannot be decoded, also in a transaction`(
        kind: TestStore, write: Write
    ) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let body = #"{"name":"A","stars":"four","type":"inn"}"#
        try store.put("a", body)
        let revision = try #require(try store.store.record(id: "a")).revisionID.description
        await #expect(throws: DecodingError.self) { try await write.run(inns, revision) }
        #expect(try store.body("a") == body)
        try await store.store.inBatch {
            _ = try? inns.patch("a", returning: .model) { $0.set(\.name, to: "new") }
            _ = try? inns.delete(id: "a", returning: .model)
        }
        #expect(try store.body("a") == body)
    }

    @Test(arguments: TestStore.all)
    func `a patch without changes returns the stored model and its revision`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try await inns.insert(Inn(name: "A"), id: "a")
        #expect(try await inns.patch("a", returning: .stored) { _ in } == saved)
        #expect(
            try await inns.patch("a", ifMatch: saved.revision, returning: .stored) { _ in } == saved
        )
        #expect(try await inns.patch("a", returning: .model) { _ in }.$id == saved.revision)
        #expect(try await inns.history(of: "a").count == 1)
    }

    struct Room: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var changedAt: Date?
        var closedAt: Date?
    }

    @Test(arguments: TestStore.all)
    func `middleware changes the model that is returned`(kind: TestStore) throws {
        let rooms = try kind.open().repository(of: Room.self)
            .timestamped(updated: \.changedAt, now: { Date(timeIntervalSince1970: 7) })
        try rooms.save(Room(id: "a", name: "A"))
        let patched = try rooms.patch("a", returning: .model) { $0.set(\.name, to: "B") }
        #expect(patched.changedAt == Date(timeIntervalSince1970: 7) && patched.name == "B")
        #expect(try rooms.update("a", returning: .model) { $0.name = "C" }.name == "C")
        let live = rooms.softDeleting(\.closedAt)
        #expect(try live.delete(id: "a", returning: .model).name == "C")
        #expect(try live.find("a") == nil && rooms.require("a").closedAt != nil)
        #expect(thrownCode { _ = try live.patch("a", returning: .model) { _ in } } == .notFound)
    }

    @Test(arguments: TestStore.all)
    func `a selection returns its changed models in its order`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save((1...9).map { Inn(id: "\($0)", name: "N\($0)", stars: $0 % 3) })
        let selected = inns.filter { $0.stars == 1 }.sorted(by: \.name, .descending)
        let patched = try await selected.patch(returning: .stored) { $0.increment(\.stars, by: 10) }
        #expect(patched.map(\.id) == ["7", "4", "1"] && patched.allSatisfy { $0.stars == 11 })
        #expect(try await inns.find(["7", "4", "1"]) == patched.map(\.value))
        let first = inns.filter { $0.stars == 2 }.sorted(by: \.name).limit(1)
        #expect(try await first.update(returning: .model) { $0.stars = 0 }.map(\.name) == ["N2"])
        #expect(try await first.delete(returning: .model).map(\.name) == ["N5"])
        #expect(try await inns.filter { $0.stars == 2 }.count() == 1)
        #expect(try await inns.filter { $0.stars == 99 }.delete(returning: .model) == [])
    }

    @Test(arguments: TestStore.all)
    func `the synchronous calls of a selection return the same models`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save((1...3).map { Inn(id: "\($0)", name: "N\($0)") })
        let all = inns.sorted(by: \.name)
        #expect(try all.patch(returning: .model) { $0.set(\.stars, to: 1) } == all.all())
        #expect(try all.update(returning: .stored) { $0.stars = 2 } == all.allStored())
        let stored = try all.allStored()
        #expect(try all.delete(returning: .stored) == stored)
        #expect(try inns.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `the calls accept the id of a model`(kind: TestStore) async throws {
        let seats = try kind.open().repository(of: Seat.self)
        try await seats.save(Seat(id: 7, row: 1))
        var patch = Patch<Seat>()
        patch.increment(\.row)
        #expect(try await seats.patch(7, returning: .model) { $0.increment(\.row) }.row == 2)
        #expect(try await seats.patch(7, returning: .model, by: patch).row == 3)
        let stored = try await seats.update(7, returning: .stored) { $0.row += 1 }
        let next = try await seats.patch(7, ifMatch: stored.revision, returning: .stored) {
            $0.increment(\.row)
        }
        #expect(next.row == 5)
        #expect(
            try await seats.update(7, ifMatch: next.revision, returning: .model) { $0.row += 1 }.row
                == 6)
        #expect(try await seats.delete(id: 7, ifMatch: "*", returning: .model).row == 6)
        try synchronously(seats)
    }

    private func synchronously(_ seats: Repository<Seat>) throws {
        try seats.save(Seat(id: 7, row: 1))
        var patch = Patch<Seat>()
        patch.increment(\.row)
        #expect(try seats.patch(7, returning: .model) { $0.increment(\.row) }.row == 2)
        #expect(try seats.patch(7, returning: .model, by: patch).row == 3)
        #expect(
            try seats.patch(7, ifMatch: "*", returning: .model) { $0.increment(\.row) }.row == 4)
        #expect(try seats.update(7, returning: .model) { $0.row += 1 }.row == 5)
        #expect(try seats.update(7, ifMatch: "*", returning: .model) { $0.row += 1 }.row == 6)
        #expect(try seats.delete(id: 7, returning: .model).row == 6)
        #expect(try seats.find(7) == nil)
    }

    /// Each claim changes a different job, although all search for the same.
    @Test(arguments: TestStore.all)
    func `no two claims of a selection receive the same model`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save((0..<24).map { Inn(id: "\($0)", name: "open") })
        let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var ids: [String] = []
                    for _ in 0..<6 {
                        ids += try await inns.filter { $0.name == "open" }.limit(1)
                            .patch(returning: .stored) { $0.set(\.name, to: "taken") }.map(\.id)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 24 && Set(claimed).count == 24)
    }
}
