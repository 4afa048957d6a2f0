import Foundation
import Quire
import SQLPlusPlus
import Testing

/// The examples in the documentation of searches for the nearest vectors.
@Suite struct NearestExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var description: String
        var petsWelcome = true
        var embedding: Vector
    }

    struct Note: DocumentModel {
        @DocumentID var id: String?
        var text: String
        var embedding: Vector
    }

    let database: Database
    let hotels: Repository<Hotel>
    let notes: Repository<Note>
    let vector: Vector = [0.25, -1, 0.5]
    var store: any DocumentStore { hotels.store }

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        notes = try database.repository(of: Note.self)
        try hotels.createFullTextIndex(on: \.description, language: .english)
        try hotels.save([
            Hotel(
                id: "hotel-1", name: "Harbour House",
                description: "A quiet room with a view of the sea", embedding: [0.3, -1, 0.5]),
            Hotel(
                id: "hotel-2", name: "Grand", description: "Large halls",
                embedding: [-0.2, 0.4, 1]),
        ])
        try notes.save(Note(text: "Sea view", embedding: [0.25, -1, 0.5]))
    }

    @Test func searching() throws {
        let near = hotels.filter { $0.petsWelcome }.nearest(to: vector, in: \.embedding, limit: 10)
        for hotel in try near.all() { print(hotel.name) }
        for match in try near.matches() { print(match.name, match.distance) }
        for match in try hotels.nearest(to: vector, in: \.embedding, limit: 3).matches() {
            print(match.name, match.distance)
        }
        for match in try hotels.nearest(to: vector, in: \.embedding).matches()
        where match.distance < 0.4 {
            print(match.name)
        }
        let names = try hotels.nearest(to: vector, in: \.embedding).all().map(\.name)
        #expect(names == ["Harbour House", "Grand"])
        let hotel = try #require(try near.first())
        let similar = try hotels.nearest(to: hotel.embedding, in: \.embedding, limit: 5).all()
        #expect(similar.map(\.id) == ["hotel-1", "hotel-2"])
    }

    @Test func metrics() throws {
        let near = try hotels.nearest(to: vector, in: \.embedding, limit: 10, metric: .cosine).all()
        #expect(near.count == 2)
    }

    @Test func vectors() throws {
        do {
            let near = try notes.nearest(to: vector, in: \.embedding, limit: 3).all()
            #expect(near.count == 1)
        }
        do {
            let numbers: [Double] = [0.25, -1, 0.5]
            let near = try notes.nearest(to: numbers, in: \.embedding).all()
            #expect(near.count == 1)
        }
        let target: Vector = [0.25, -1, 0.5]
        let near = try notes.nearest(to: target, in: \.embedding).all()
        #expect(near.count == 1)
    }

    @Test func pages() throws {
        let near = hotels.nearest(to: vector, in: \.embedding, limit: 100)
        var page = try near.page(size: 20)
        while let next = page.next { page = try near.page(after: next, size: 20) }
        #expect(page.models.count == 2)
    }

    @Test func observing() async throws {
        for try await change in hotels.nearest(to: vector, in: \.embedding, limit: 3).changes() {
            print(change.models.map(\.name))
            break
        }
    }

    @Test func fusion() throws {
        do {
            let found = hotels.nearest(
                to: vector, in: \.embedding, fusedWith: .matching("sea view", in: \.description))
            #expect(try found.all().count == 2)
        }
        do {
            let found = hotels.filter { $0.petsWelcome }.nearest(
                to: vector, in: \.embedding, limit: 10,
                fusedWith: .matching("sea view", in: \.description))
            for match in try found.matches() { print(match.name, match.score) }
            for match in try found.matches() {
                print(match.name, match.score, match.distance ?? .infinity)
            }
        }
        let found = hotels.filter { $0.petsWelcome }.nearest(
            to: vector, in: \.embedding, limit: 10,
            fusedWith: .matching("sea view", in: \.description))
        for hotel in try found.all() { print(hotel.name) }
        #expect(try found.all().first?.name == "Harbour House")
    }

    @Test func indexing() throws {
        let vectors = ModelIndex.nearest(on: \Hotel.embedding, dimensions: 384, metric: .cosine)
        #expect(try vectors.name == "hotel nearest(embedding)")
        guard store.capabilities.contains(.nearestIndexes) else { return }
        try hotels.createNearestIndex(on: \.embedding, dimensions: 384, metric: .cosine)
        try hotels.deleteNearestIndex(on: \.embedding)
        let collection = try database.defaultCollection()
        let index = NearestIndexConfiguration("embedding", dimensions: 384, metric: .cosine)
        try collection.createIndex(withName: "byMeaning", config: index)
        let query = try database.createQuery(
            """
            SELECT name FROM _ ORDER BY APPROX_VECTOR_DISTANCE(embedding, $vector, "COSINE") LIMIT 10
            """)
        query.parameters = Parameters().setValue(
            [Float](repeating: 1, count: 384), forName: "vector")
        #expect(try query.execute().allResults().isEmpty)
    }

    @Test func validating() throws {
        let rules = ValidationRules<Note> { $0.check(\.embedding, .dimensions(3)) }
        try rules.validate(Note(text: "Sea view", embedding: [0.25, -1, 0.5]))
        let violations = try rules.violations(of: Note(text: "Hills", embedding: [1]))
        #expect(violations.map(\.property) == ["embedding"])
    }

    @Test func engine() throws {
        let search = try NearestSearch(
            [0.25, -1, 0.5], property: try PropertyPath("embedding"), metric: .cosine)
        let distance = try store.distanceTerm(of: search)
        let statement = SelectStatement(
            [.star], from: CollectionSource("_"), where: .test(.isValued, distance),
            orderedBy: [OrderingTerm(distance)], limit: .literal(.integer(10)))
        #expect(try store.records(selectedBy: statement).map(\.id).first != nil)
    }
}
