import Foundation
import Quire
import Testing

/// History, recorded changes and conditional saves as a new user writes them.
@Suite struct HistoryTests {
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
    }

    struct Booking: DocumentModel, Identifiable, Equatable {
        let id: UUID
        var nights: Int
    }

    struct Note: DocumentModel, Equatable { var text: String }

    let database: Database
    let hotels: Repository<Hotel>
    let bookings: Repository<Booking>
    let notes: Repository<Note>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        bookings = try database.repository(of: Booking.self)
        notes = try database.repository(of: Note.self)
    }

    /// A server for hotels, with the parts of HTTP that matter here.
    struct Server {
        let hotels: Repository<Hotel>

        func get(_ id: String) async throws -> (status: Int, etag: String?, body: Data?) {
            guard let hotel = try await hotels.findStored(id) else { return (404, nil, nil) }
            return (200, "\"\(hotel.revision)\"", try JSONEncoder().encode(hotel.value))
        }

        func put(_ id: String, ifMatch header: String?, _ body: Data) async throws -> Int {
            guard let header else { return 428 }
            let hotel = try JSONDecoder().decode(Hotel.self, from: body)
            let revision = header.trimmingCharacters(in: ["\""])
            do {
                try await hotels.save(hotel, id: id, ifMatch: revision)
                return 204
            } catch let error as QuireError {
                switch error.code {
                case .conflict, .notFound: return 412
                case .badRevisionID, .invalidParameter: return 400
                default: throw error
                }
            }
        }
    }

    @Test func `a server saves the change of a client, unless another client has saved one before`()
        async throws
    {
        try await hotels.save(Hotel(id: "h", name: "Grand", roomRate: 100))
        let server = Server(hotels: hotels)
        let response = try await server.get("h")
        let etag = try #require(response.etag)
        var hotel = try JSONDecoder().decode(Hotel.self, from: #require(response.body))
        hotel.roomRate = 110
        let body = try JSONEncoder().encode(hotel)
        #expect(try await server.put("h", ifMatch: nil, body) == 428)
        #expect(try await server.put("h", ifMatch: etag, body) == 204)
        #expect(try await server.put("h", ifMatch: etag, body) == 412)
        #expect(try await server.put("h", ifMatch: "W/\(etag)", body) == 400)
        #expect(try await server.put("other", ifMatch: etag, body) == 400)
        #expect(try await server.put("h", ifMatch: "*", body) == 204)
        try await hotels.delete(id: "h")
        #expect(try await server.put("h", ifMatch: "*", body) == 412)
        #expect(try await hotels.find("h") == nil)
    }

    @Test func `all kinds of models can be saved conditionally`() throws {
        let booking = Booking(id: UUID(), nights: 1)
        try bookings.save(booking)
        let first = try #require(try bookings.findStored(booking.id)).revision
        try bookings.save(Booking(id: booking.id, nights: 2), ifMatch: first)
        #expect(throws: QuireError.self) { try bookings.delete(id: booking.id, ifMatch: first) }
        try bookings.delete(id: booking.id, ifMatch: "*")
        #expect(try bookings.history(of: booking.id).first?.isDeletion == true)

        var note = try notes.insert(Note(text: "a"), id: "n")
        note.text = "b"
        note = try notes.save(note, ifMatch: note.revision)
        #expect(try notes.findStored("n") == note)

        var hotel = try hotels.save(Hotel(name: "Grand", roomRate: 1))
        hotel.roomRate = 2
        hotel = try hotels.save(hotel, ifMatch: try #require(hotel.$id))
        #expect(try hotels.find(#require(hotel.id)) == hotel)
    }

    @Test func `a cache is brought up to date after a restart`() throws {
        try hotels.save([
            Hotel(id: "a", name: "A", roomRate: 1), Hotel(id: "b", name: "B", roomRate: 2),
        ])
        var cache: [String: Hotel] = [:]
        var stored: String?  // in a file of the cache

        func update() throws {
            var token = stored.flatMap { ChangeToken($0) }
            var hasMore = true
            while hasMore {
                let page = try hotels.changes(since: token, limit: 1)
                for change in page.changes { cache[change.id] = change.model }
                token = page.token
                hasMore = page.hasMore
            }
            stored = token?.description
        }

        try update()
        #expect(cache.keys.sorted() == ["a", "b"])
        try hotels.delete(id: "a")
        try hotels.update("b") { $0.name = "B2" }
        try update()
        #expect(cache.mapValues(\.name) == ["b": "B2"])
    }

    @Test func `changes can be handled while the program runs`() async throws {
        let token = try await hotels.currentChangeToken()
        let hotels = hotels
        let task = Task {
            var seen: [String] = []
            for try await change in hotels.changes(since: token) {
                seen.append(change.id)
                if case .deleted = change.content { break }
            }
            return seen
        }
        try await hotels.save(Hotel(id: "a", name: "A", roomRate: 1))
        try await hotels.save(Hotel(id: "b", name: "B", roomRate: 1))
        try await hotels.delete(id: "a")
        let seen = try await task.value
        // Only the last change of a document that was not delivered before is delivered.
        #expect([["a", "b", "a"], ["b", "a"]].contains(seen), "\(seen)")
    }

    @Test func `the edits of a document have dates`() throws {
        try hotels.save(Hotel(id: "a", name: "A", roomRate: 1))
        let revision = try #require(try hotels.history(of: "a").first)
        let date = try #require(revision.date)
        #expect(Date().timeIntervalSince(date) < 60)
        #expect(try revision.model()?.name == "A")
    }
}
