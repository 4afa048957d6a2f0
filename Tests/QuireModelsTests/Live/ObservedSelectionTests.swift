import DatabaseTestSupport
import Foundation
import Observation
import Quire
import QuireTesting
import Testing

@testable import QuireStore
@testable import QuireStoreQuery
@testable import QuireModels

@MainActor func waitOnMainActor(until condition: () -> Bool) async throws {
    for _ in 0..<12_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(condition())
}

@MainActor @Suite struct ObservedSelectionTests {
    private static let invalid = QueryCondition<Inn>(
        .failure(QuireError(.invalidQuery, "no property")))

    private static func ids(_ observed: ObservedSelection<Inn>) -> [String] {
        observed.stored.map(\.id)
    }

    @Test(arguments: TestStore.all)
    func `the observed models match the selection`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n", stars: 3))
        let observed = ObservedSelection(inns.filter { $0.stars >= 3 })
        #expect(observed.models.isEmpty && !observed.isLoaded)
        try await waitOnMainActor(until: { observed.isLoaded })
        let first = Self.ids(observed)
        let isNoted = SendableBox(false)
        withObservationTracking {
            _ = observed.models
        } onChange: {
            isNoted.value = true
        }
        try await inns.save(Inn(id: "i2", name: "n", stars: 4))
        try await waitOnMainActor(until: { observed.models.count == 2 })
        #expect(first == ["i1"] && Self.ids(observed) == ["i1", "i2"] && isNoted.value)
        #expect(observed.models.map(\.id) == ["i1", "i2"])
    }

    @Test(arguments: TestStore.all)
    func `models that are loaded immediately are available when the initializer returns`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n"))
        let observed = ObservedSelection(inns.selection, loadingImmediately: true)
        #expect(observed.isLoaded && Self.ids(observed) == ["i1"])
        try await inns.save(Inn(id: "i2", name: "n"))
        try await waitOnMainActor(until: { Self.ids(observed) == ["i1", "i2"] })
    }

    @Test func `the first result does not replace equal models that were loaded immediately`()
        async throws
    {
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n"))
        let observed = ObservedSelection(inns.selection, loadingImmediately: true)
        let isNoted = SendableBox(false)
        withObservationTracking {
            _ = (observed.models, observed.stored, observed.isLoaded, observed.error)
        } onChange: {
            isNoted.value = true
        }
        let live = try #require(inns.store as? CollectionStore)
            .liveQuery(selectedBy: inns.selection.documents())
        try await waitOnMainActor(until: { live.runCount > 0 && live.isAtRest })
        try await Task.sleep(for: .milliseconds(30))
        #expect(!isNoted.value)
    }

    @Test func `ten lists of equal selections cause one run for each change`() async throws {
        let database = try Database(inMemoryNamed: "inns")
        let inns = try database.repository(of: Inn.self)
        let lists = try (0..<10).map { _ in
            ObservedSelection(try database.repository(of: Inn.self).filter { $0.stars >= 3 })
        }
        try await waitOnMainActor(until: { lists.allSatisfy(\.isLoaded) })
        let live = try #require(inns.store as? CollectionStore)
            .liveQuery(selectedBy: inns.filter { $0.stars >= 3 }.documents())
        try await waitOnMainActor(until: { live.isAtRest })
        let before = live.runCount
        try await inns.save(Inn(id: "i1", name: "n", stars: 3))
        try await waitOnMainActor(until: { lists.allSatisfy { $0.models.count == 1 } })
        try await waitOnMainActor(until: { live.isAtRest })
        #expect(live.runCount == before + 1)
    }

    // MARK: Replacing the selection

    @Test(arguments: TestStore.all)
    func `the models remain until those of the new selection are loaded`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save((1...5).map { Inn(id: "i\($0)", name: "n\($0)", stars: $0) })
        let observed = ObservedSelection(inns.limit(2), loadingImmediately: true)
        #expect(Self.ids(observed) == ["i1", "i2"])
        observed.selection = inns.filter { $0.stars > 3 }.sorted(by: \.stars, .descending)
        #expect(Self.ids(observed) == ["i1", "i2"] && !observed.isLoaded)
        try await waitOnMainActor(until: { observed.isLoaded })
        #expect(Self.ids(observed) == ["i5", "i4"])
        observed.selection = inns.offset(4)
        observed.load()
        #expect(observed.isLoaded && Self.ids(observed) == ["i5"])
        try await inns.save(Inn(id: "i6", name: "n"))
        try await waitOnMainActor(until: { Self.ids(observed) == ["i5", "i6"] })
    }

    @Test(arguments: TestStore.all)
    func `no models of a former selection appear after those of the new one`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        try await inns.save((1...5).map { Inn(id: "i\($0)", name: "n", stars: $0) })
        let observed = ObservedSelection(inns.filter { $0.stars == 0 })
        for round in 1...60 {
            let stars = round % 5 + 1
            observed.selection = inns.filter { $0.stars == stars }
            if round % 3 == 0 { observed.load() }
            // Changes keep the former queries running.
            try await inns.update("i\((round + 1) % 5 + 1)") { $0.name += "x" }
            if observed.isLoaded { #expect(observed.models.allSatisfy { $0.stars == stars }) }
        }
        try await waitOnMainActor(until: { observed.isLoaded })
        for _ in 0..<10 {
            #expect(Self.ids(observed) == ["i1"])
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    // MARK: Errors

    @Test(arguments: [false, true])
    func `an invalid selection is an error, which another selection clears`(
        immediately: Bool
    ) async throws {
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        let observed = ObservedSelection(
            inns.filter { _ in Self.invalid }, loadingImmediately: immediately)
        #expect((observed.error != nil) == immediately)
        try await waitOnMainActor(until: { observed.error != nil })
        #expect(observed.error is QuireError && !observed.isLoaded)
        observed.selection = inns.selection
        #expect(observed.error == nil)
        try await waitOnMainActor(until: { observed.isLoaded })
        #expect(observed.error == nil)
    }

    @Test func `the models remain after an error, and the next successful read clears it`()
        async throws
    {
        let store = CountingStore(InMemoryStore())
        let inns = store.repository(of: Inn.self)
        try await inns.save(Inn(id: "i1", name: "n"))
        let observed = ObservedSelection(inns.selection, loadingImmediately: true)
        store.fail(with: QuireError(.ioError, "no disk"))
        try await inns.save(Inn(id: "i2", name: "n"))
        try await waitOnMainActor(until: { observed.error != nil })
        #expect(Self.ids(observed) == ["i1"])
        store.fail(with: nil)
        try await inns.purge(id: "i2")
        // The models are the same as before the error.
        try await waitOnMainActor(until: { observed.error == nil })
        #expect(Self.ids(observed) == ["i1"])
        store.fail(with: QuireError(.ioError, "no disk"))
        observed.load()
        #expect(observed.error != nil && Self.ids(observed) == ["i1"])
        store.fail(with: nil)
        observed.load()
        #expect(observed.error == nil)
    }

    @Test func `documents that cannot be decoded are listed`() async throws {
        let store = try TestStore.memory.open()
        try store.put("bad", #"{"type": "inn", "name": 3}"#)
        let inns = try store.repository(of: Inn.self)
        let observed = ObservedSelection(inns.selection, loadingImmediately: true)
        #expect(observed.failures.map(\.id) == ["bad"] && observed.models.isEmpty)
        try await inns.purge(id: "bad")
        try await waitOnMainActor(until: { observed.failures.isEmpty })
    }

    @Test func `releasing the object ends the updates`() async throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        var observed: ObservedSelection<Inn>? = ObservedSelection(inns.selection)
        weak let released = observed
        try await waitOnMainActor(until: { released?.isLoaded == true })
        observed = nil
        #expect(released == nil)
        try await waitOnMainActor(until: { !database.file.changes.hasSubscriptions })
    }

    // MARK: Lists of SwiftUI

    struct Room: DocumentModel, Identifiable {
        let id: UUID
        var number: Int
    }

    struct Guest: DocumentModel, Identifiable {
        @DocumentID var id: String?
        var name: String
    }

    /// Returns the IDs of the elements, as `ForEach` does.
    private func identities<Elements: RandomAccessCollection>(
        _ elements: Elements
    ) -> [Elements.Element.ID] where Elements.Element: Identifiable {
        elements.map(\.id)
    }

    @Test func `a list can identify observed models`() throws {
        let database = try Database(inMemoryNamed: "inns")
        let rooms = try database.repository(of: Room.self)
        let guests = try database.repository(of: Guest.self)
        let memos = try database.repository(of: Memo.self)
        let room = try rooms.save(Room(id: UUID(), number: 1))
        try guests.save(Guest(id: "g", name: "n"))
        _ = try memos.insert(Memo(text: "t"), id: "m")
        let observedRooms = ObservedSelection(rooms.selection, loadingImmediately: true)
        #expect(identities(observedRooms.models) == [room.id])
        #expect(identities(observedRooms.stored) == [room.id.uuidString])
        let observedGuests = ObservedSelection(guests.selection, loadingImmediately: true)
        #expect(identities(observedGuests.models) == ["g"])
        let observedMemos = ObservedSelection(memos.selection, loadingImmediately: true)
        #expect(identities(observedMemos.stored) == ["m"])
    }
}
