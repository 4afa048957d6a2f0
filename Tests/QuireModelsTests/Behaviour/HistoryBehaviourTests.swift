import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

/// The revisions of models, in every engine.
@Suite struct HistoryBehaviourTests {
    @Test(arguments: TestStore.all)
    func `the history begins with the current revision and its model`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        try inns.update("a") { $0.name = "B" }
        let history = try inns.history(of: "a")
        let stored = try #require(try inns.findStored("a"))
        let current = try #require(history.first)
        #expect(history.count == 1 && current.isCurrent && current.hasBody)
        #expect(current.revision == stored.revision && current.sequence == stored.sequence)
        #expect(current.isDeletion == false && !current.isConflicting && current.remotes.isEmpty)
        #expect(try current.model() == stored.value)
        #expect(try current.json() == inns.json("a"))
        let date = try #require(current.date)
        #expect(abs(date.timeIntervalSinceNow) < 60)
        #expect("\(current)" == "\(stored.revision) (current)")
    }

    @Test(arguments: TestStore.all)
    func `a deleted document has a history without a body`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "A"))
        try await inns.delete(id: "a")
        let history = try await inns.history(of: "a")
        #expect(history.map(\.isDeletion) == [true] && history.map(\.isCurrent) == [true])
        #expect(try history[0].model() == nil && history[0].json() == nil && !history[0].hasBody)
        #expect("\(history[0])".hasSuffix("(current, deletion)"))
        try await inns.save(Inn(id: "a", name: "again"))
        #expect(try await inns.history(of: "a").first?.model()?.name == "again")
    }

    @Test(arguments: TestStore.all)
    func `missing, purged and other documents have no history`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        try inns.purge(id: "a")
        try store.put("other", #"{"type":"seat","id":1,"row":2}"#)
        try store.put("untyped", "{}")
        for id in ["a", "none", "", "other", "untyped", "_x", "\0"] {
            #expect(try inns.history(of: id).isEmpty, "\(id)")
        }
    }

    @Test(arguments: TestStore.all)
    func `the model of a revision that cannot be decoded throws when it is read`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.put("a", #"{"type":"inn","name":7}"#)
        let history = try inns.history(of: "a")
        #expect(history.count == 1 && history[0].hasBody)
        #expect(throws: DecodingError.self) { try history[0].model() }
        #expect(try history[0].json()?.contains("7") == true)
    }

    @Test(arguments: TestStore.all)
    func `a model's own ID finds its history`(kind: TestStore) async throws {
        let seats = try kind.open().repository(of: Seat.self)
        try await seats.save(Seat(id: 7, row: 1))
        let synchronous = { try seats.history(of: 7).count }
        #expect(try synchronous() == 1)
        #expect(try await seats.history(of: 7).first?.model() == Seat(id: 7, row: 1))
        #expect(try await seats.history(of: 8).isEmpty)
    }

    @Test(arguments: TestStore.all)
    func `middleware excludes the history of the documents that it excludes`(
        kind: TestStore
    ) throws {
        struct Room: DocumentModel {
            @DocumentID var id: String?
            var number: Int
            var deletedAt: Date?
        }
        let rooms = try kind.open().repository(of: Room.self).softDeleting(\.deletedAt)
        try rooms.save(Room(id: "a", number: 1))
        #expect(try rooms.history(of: "a").count == 1)
        try rooms.delete(id: "a")
        #expect(try rooms.history(of: "a").isEmpty)
        #expect(try rooms.includingDeleted.history(of: "a").first?.model()?.number == 1)
    }

    @Test func `an older revision can be read and restored`() throws {
        struct Rated: DocumentModel, Equatable {
            static let documentType = "I"
            @DocumentID var id: String?
            var rate: Int
        }
        let folder = try StoreFolder()
        let records = [
            LegacyBundle.Record(id: LegacyBundle.revision(3, 0x33), parent: 1, flags: 2),
            LegacyBundle.Record(
                id: LegacyBundle.revision(2, 0x22), parent: 2, flags: 0x10, sequence: 2,
                body: LegacyBundle.body("I", 7)),
            LegacyBundle.Record(
                id: LegacyBundle.revision(1, 0x11), flags: 0x10, sequence: 1,
                body: LegacyBundle.body("B", 6)),
        ]
        let document = LegacyBundle.Document(
            id: "a", sequence: 3, body: LegacyBundle.body("I", 8), records: records)
        try LegacyBundle(schema: 502, documents: [document]).write(to: folder)
        let database = try folder.open()
        let inns = try database.repository(of: Rated.self, typeKey: "name")
        let history = try inns.history(of: "a")
        #expect(history.map { $0.revision.prefix(4) } == ["3-33", "2-22", "1-11"])
        let older = try #require(try history[1].model())
        #expect(older == Rated(id: "a", rate: 7) && older.$id == history[1].revision)
        #expect(history[1].date == nil && history[1].sequence == 2)
        let error = thrownError { _ = try history[2].model() }
        #expect(error?.code == .decodingError && error?.message.contains("\"B\"") == true)
        #expect(thrownCode { try inns.save(older) } == .conflict)
        try inns.save(older, ifMatch: history[0].revision)
        #expect(try inns.find("a")?.rate == 7)
        // The save discards the tree.
        #expect(try inns.history(of: "a").map(\.hasBody) == [true, false])
        // After a deletion, the type is unknown.
        try inns.delete(id: "a")
        #expect(try inns.history(of: "a").map(\.isDeletion) == [true, nil])
    }
}
