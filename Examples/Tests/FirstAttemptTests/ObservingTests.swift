import Foundation
import Quire
import Testing

/// Live lists, as a new user writes them.
@MainActor @Suite struct ObservingTests {
    struct Hotel: DocumentModel, Identifiable, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int
    }

    struct Note: DocumentModel {
        var text: String
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save(Hotel(id: "h1", name: "Grand", stars: 5))
        try hotels.save(Hotel(id: "h2", name: "Anker", stars: 3))
    }

    private func wait(until condition: () -> Bool) async throws {
        for _ in 0..<12_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(condition())
    }

    @Test func `the first models are available immediately`() {
        let best = ObservedSelection(hotels.filter { $0.stars > 3 }, loadingImmediately: true)
        #expect(best.models == [Hotel(id: "h1", name: "Grand", stars: 5)])
    }

    @Test func `filter, order and limit can be replaced`() async throws {
        let list = ObservedSelection(hotels.sorted(by: \.name), loadingImmediately: true)
        #expect(list.models.map(\.name) == ["Anker", "Grand"])
        list.selection = list.selection.filter { $0.name.hasPrefix("Gr") }
        try await wait(until: { list.models.map(\.name) == ["Grand"] })
        list.selection = hotels.sorted(by: \.stars).limit(1)
        try await wait(until: { list.models.map(\.name) == ["Anker"] })
    }

    @Test func `models without an ID are listed as stored models`() throws {
        let notes = try database.repository(of: Note.self)
        _ = try notes.insert(Note(text: "quiet room"), id: "n")
        let list = ObservedSelection(notes, loadingImmediately: true)
        #expect(list.stored.map(\.id) == ["n"] && list.models.map(\.text) == ["quiet room"])
    }

    @Test func `an error is visible and is cleared`() async throws {
        let list = ObservedSelection(hotels, loadingImmediately: true)
        #expect(list.error == nil)
        try database.close()
        list.load()
        #expect((list.error as? QuireError)?.code == .notOpen && list.models.count == 2)
        list.selection = try Database(inMemoryNamed: "other").repository(of: Hotel.self).selection
        try await wait(until: { list.isLoaded })
        #expect(list.error == nil && list.models.isEmpty)
    }

    @Test func `several lists of one selection show the same changes`() async throws {
        let lists = (0..<10).map { _ in ObservedSelection(hotels.filter { $0.stars > 3 }) }
        try await hotels.save(Hotel(id: "h3", name: "Palace", stars: 4))
        try await wait(until: { lists.allSatisfy { $0.models.count == 2 } })
    }
}
