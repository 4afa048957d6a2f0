import Foundation
import Quire
import Testing

/// The examples in the documentation of indexes on models, and of values that describe models.
@Suite struct ModelIndexExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var stars = 4
        var address = Address()
    }

    struct Address: Codable, Hashable {
        var city = "Bergen"
    }

    struct Guest: IndexedModel {
        @DocumentID var id: String?
        var email: String
        var city: String

        static var indexes: [ModelIndex<Guest>] {
            [ModelIndex(on: \.city), ModelIndex(on: \.email, options: .unique)]
        }
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240),
            Hotel(id: "hotel-3", name: "Station Inn", roomRate: 80),
        ])
    }

    @Test func indexes() throws {
        let guests = try database.repository(of: Guest.self)
        print(try guests.indexPlan())  // create guest(city), create guest(email)
        try hotels.createIndex(on: \.address.city, \.roomRate)
        try guests.createIndex(on: \.email, options: .unique)
        #expect(try hotels.store.indexes().count == 2)
        try hotels.deleteIndex(on: \.address.city, \.roomRate)
        #expect(try guests.store.indexes() == ["guest(email)"])
    }

    @Test func declared() throws {
        let guests = try database.repository(of: Guest.self)
        try guests.createIndexes()
        #expect(try guests.store.indexes() == ["guest(city)", "guest(email)"])
    }

    @Test func printing() throws {
        // Selection<Hotel>(SELECT * FROM _ WHERE type = 'hotel' AND stars >= 4)
        print(hotels.filter { $0.stars >= 4 })
        print(hotels.select(\.name))  // Projection<String>(SELECT name FROM _ WHERE type = 'hotel')
        #expect(
            "\(hotels.select(\.name))"
                == "Projection<String>(SELECT name FROM _ WHERE type = 'hotel')")
        print(hotels)  // Repository<Hotel>(collection _default._default of database travel)
        #expect("\(hotels)" == "Repository<Hotel>(collection _default._default of database travel)")
        #expect(
            "\(hotels.filter { $0.stars >= 4 })"
                == "Selection<Hotel>(SELECT * FROM _ WHERE type = 'hotel' AND stars >= 4)")
    }

    @Test func encoding() throws {
        struct Note: DocumentModel { var text: String }
        let notes = try database.repository(of: Note.self)
        _ = try notes.insert(Note(text: "Quiet room"), id: "note-1")
        let note = try #require(try notes.findStored("note-1"))
        let data = try JSONEncoder().encode(note)
        // {"id":"note-1","revisionID":"17a…@*","sequence":1,"value":{"text":"Quiet room"}}
        #expect(try JSONDecoder().decode(Stored<Note>.self, from: data).text == "Quiet room")
    }

    @Test func pages() throws {
        let page = try hotels.sorted(by: \.name).page(size: 2)
        let next = try #require(page.next)
        do {
            let data = try JSONEncoder().encode(page)
            #expect(!data.isEmpty)
        }
        let link = "/hotels?after=\(next.token)"
        let cursor = PageCursor(next.token)
        #expect(cursor == next && URL(string: link)?.query() == "after=\(next.token)")
    }
}
