import Foundation
import Quire
import Testing

/// Asynchronous code as a new user writes it.
@Suite struct AsynchronousCallTests {
    struct Hotel: DocumentModel, Identifiable {
        var id: UUID
        var name: String
        var stars = 3
        var petsWelcome = false
    }

    let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"

    @Test func `everything is called with await`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try await Database.open(
            name: "hotels", config: DatabaseConfiguration(directory: folder))
        let hotels = try database.repository(of: Hotel.self)
        let id = UUID()
        try await hotels.save([
            Hotel(id: id, name: "Grand", stars: 5),
            Hotel(id: UUID(), name: "Inn", petsWelcome: true),
        ])
        try await hotels.createIndex(on: \.stars)
        #expect(try await hotels.sum(of: \.stars) == 8)
        #expect(try await hotels.average(of: \.stars) == 4)
        #expect(try await hotels.filter { $0.petsWelcome }.maximum(of: \.stars) == 3)
        #expect(try await hotels.minimum(of: { $0.name }) == "Grand")
        #expect(try await hotels.sorted(by: \.stars).select(\.name).all() == ["Inn", "Grand"])
        #expect(try await hotels.filter { $0.stars == 5 }.explain().contains("hotel(stars)"))
        #expect(try await hotels.page(size: 1).models.count == 1)
        try await hotels.patch(id) { $0.set(\.stars, to: 4) }
        let groups = try await hotels.grouped(by: \.stars).select { ($0.key, $0.count) }.all()
        #expect(groups.count == 2)
        let names = try await database.snapshot {
            try hotels.filter { $0.stars > 3 }.all().map(\.name)
        }
        #expect(names == ["Grand"])
        for row in try await database.query("SELECT COUNT(*) AS n FROM _") {
            #expect(row.int(forKey: "n") == 2)
        }
        try await database.shutDown()
        await #expect(throws: QuireError.self) { try await hotels.count() }
    }

    /// A model of a view.
    @MainActor final class HotelList {
        let collection: DocumentCollection
        private(set) var names: [String] = []

        init(_ collection: DocumentCollection) { self.collection = collection }

        func add(_ name: String) async throws {
            let document = MutableDocument()
            document.setString(name, forKey: "name")
            try await collection.store(document: document)
            let saved = try await collection.load(id: document.id)
            names.append(saved?.string(forKey: "name") ?? "")
        }
    }

    @Test func `the main actor saves and loads documents`() async throws {
        let database = try await Database.open(inMemoryNamed: "hotels")
        let list = await HotelList(try database.defaultCollection())
        try await list.add("Grand")
        #expect(await list.names == ["Grand"])
    }

    @Test @MainActor func `the main actor computes aggregates and patches documents`() async throws
    {
        let database = try await Database.open(inMemoryNamed: "hotels")
        let hotels = try database.repository(of: Hotel.self)
        let id = UUID()
        try await hotels.save(Hotel(id: id, name: "Grand", stars: 5))
        #expect(try await hotels.sum(of: \.stars) == 5)
        #expect(try await hotels.average(of: \.stars) == 5)
        #expect(try await hotels.minimum(of: \.name) == "Grand")
        #expect(try await hotels.filter { $0.stars > 3 }.maximum(of: { $0.name }) == "Grand")
        try await hotels.patch(id) { $0.set(\.stars, to: 4) }
        try await hotels.patch(id.uuidString, ifMatch: "*") { $0.set(\.petsWelcome, to: true) }
        try await hotels.selection.patch { $0.set(\.name, to: "Inn") }
        let hotel = try await hotels.require(id)
        #expect(hotel.name == "Inn" && hotel.stars == 4 && hotel.petsWelcome)
    }

    @Test func `an array of documents is saved in a task group`() async throws {
        let database = try await Database.open(inMemoryNamed: "hotels")
        let collection = try database.defaultCollection()
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let document = MutableDocument(id: "hotel-\(number)")
                    try await collection.store(document: document)
                    return document.id
                }
            }
            let ids = try await group.reduce(into: Set()) { $0.insert($1) }
            #expect(ids.count == 50)
        }
        #expect(collection.count == 50)
    }
}
