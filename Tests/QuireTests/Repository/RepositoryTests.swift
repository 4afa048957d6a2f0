import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import Quire

@Suite struct RepositoryTests {
    private let folder: TemporaryFolder
    private let database: Database
    private let hotels: Repository<Hotel>

    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int
        var phone: String?
        var opened = Date(timeIntervalSince1970: 0)
    }

    struct Room: DocumentModel, Identifiable, Equatable {
        var id: Int
        var beds: Int
    }

    struct Note: DocumentModel {
        var text: String
    }

    struct Impostor: DocumentModel {
        var type: String
    }

    init() throws {
        folder = try TemporaryFolder()
        var configuration = DatabaseConfiguration()
        configuration.directory = folder.path
        database = try Database(name: "models", config: configuration)
        hotels = try database.repository(of: Hotel.self)
    }

    @Test func `a saved model is found with its ID`() throws {
        let saved = try hotels.save(Hotel(name: "A", stars: 3))
        let id = try #require(saved.id)
        #expect(try hotels.find(id) == saved)
        #expect(saved.$id?.hasSuffix("@*") == true)
    }

    @Test func `the type attribute is written, the ID is not`() throws {
        try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        let row = try database.createQuery("SELECT * FROM _").execute().next()
        #expect(
            try row?["_"]?.json(.canonical)
                == #"{"name":"A","opened":"1970-01-01T00:00:00.000Z","stars":3,"type":"hotel"}"#)
    }

    @Test func `a stale copy conflicts`() throws {
        let saved = try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        var (first, second) = (saved, saved)
        first.stars = 4
        second.stars = 5
        try hotels.save(first)
        #expect { try hotels.save(second) } throws: { QuireError.Code.conflict ~= $0 }
        #expect(try hotels.find("h1")?.stars == 4)
    }

    @Test func `what a save returns can be saved again`() throws {
        var hotel = try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        for stars in 4...6 {
            hotel.stars = stars
            hotel = try hotels.save(hotel)
        }
        #expect(try hotels.find("h1")?.stars == 6)
    }

    @Test func `a new model does not overwrite`() throws {
        try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        #expect { try hotels.save(Hotel(id: "h1", name: "B", stars: 1)) } throws: {
            QuireError.Code.conflict ~= $0
        }
    }

    @Test func `another ID makes another document`() throws {
        var hotel = try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        hotel.id = "h2"
        try hotels.save(hotel)
        #expect(try hotels.all().map(\.id) == ["h1", "h2"])
    }

    @Test func `an identifiable model overwrites and keeps its ID in the body`() throws {
        let rooms = try database.repository(of: Room.self)
        try rooms.save(Room(id: 7, beds: 1))
        try rooms.save(Room(id: 7, beds: 2))
        #expect(try rooms.find("7") == Room(id: 7, beds: 2))
        #expect(try rooms.count() == 1)
    }

    @Test func `an identifiable model does not overwrite another type`() throws {
        try hotels.save(Hotel(id: "7", name: "A", stars: 3))
        let rooms = try database.repository(of: Room.self)
        #expect { try rooms.save(Room(id: 7, beds: 1)) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test func `a body whose ID is not its document's is an error that names both`() throws {
        _ = try database.defaultCollection().save(id: "room_9", expecting: .none) {
            try JSONReader.read(#"{"type":"room","id":9,"beds":2}"#, into: $0)
        }
        let rooms = try database.repository(of: Room.self)
        let error = #expect(throws: QuireError.self) { try rooms.find("room_9") }
        #expect(error?.message.contains("\"room_9\"") == true)
        #expect(error?.message.contains("\"9\"") == true)
    }

    @Test func `a model without identity gets a new document each time`() throws {
        let notes = try database.repository(of: Note.self)
        try notes.save(Note(text: "a"))
        try notes.save(Note(text: "a"))
        #expect(try notes.all().map(\.text) == ["a", "a"])
    }

    @Test func `a repository sees its own type only`() throws {
        try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        try database.repository(of: Note.self).save(Note(text: "n"))
        let note = try database.repository(of: Note.self).find("h1")
        #expect(note == nil)
        #expect(try hotels.count() == 1)
    }

    @Test func `another type key can be chosen`() throws {
        let impostors = try database.repository(of: Impostor.self, typeKey: "kind")
        try impostors.save(Impostor(type: "anything"))
        #expect(try impostors.all().map(\.type) == ["anything"])
    }

    @Test func `a model that encodes another type name is refused`() throws {
        let impostors = try database.repository(of: Impostor.self)
        let error = #expect(throws: EncodingError.self) {
            try impostors.save(Impostor(type: "hotel"))
        }
        #expect("\(error as Any)".contains("Give the property another key"))
        try impostors.save(Impostor(type: "impostor"))
    }

    @Test func `a deleted model is gone and can be saved anew`() throws {
        let saved = try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        try hotels.delete(saved)
        #expect(try hotels.find("h1") == nil)
        #expect { try hotels.delete(id: "h1") } throws: { QuireError.Code.notFound ~= $0 }
        #expect { try hotels.save(saved) } throws: { QuireError.Code.conflict ~= $0 }
        try hotels.save(Hotel(id: "h1", name: "B", stars: 1))
        #expect(try hotels.find("h1")?.name == "B")
    }

    @Test func `a stale model is not deleted`() throws {
        let stale = try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
        try hotels.save(stale)
        #expect { try hotels.delete(stale) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test func `a failed batch saves nothing`() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try database.inBatch {
                try hotels.save(Hotel(id: "h1", name: "A", stars: 3))
                #expect(try hotels.count() == 1)
                throw Stop()
            }
        }
        #expect(try hotels.count() == 0)
    }

    @Test func `a failed encoding saves nothing and names the place`() throws {
        struct Rate: DocumentModel {
            @DocumentID var id: String?
            var rates: [Double]
        }
        let rates = try database.repository(of: Rate.self)
        let error = #expect(throws: EncodingError.self) {
            try rates.save(Rate(rates: [1, .nan]))
        }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["rates", "Index 1"])
    }

    static let names: [(type: any DocumentModel.Type, name: String)] = [
        (Hotel.self, "hotel"), (HotelRoom.self, "hotelRoom"), (URLEntry.self, "urlEntry"),
        (URL2.self, "url2"), (Box<Int>.self, "box"),
    ]

    struct HotelRoom: DocumentModel {}
    struct URLEntry: DocumentModel {}
    struct URL2: DocumentModel {}
    struct Box<Content: Codable & Sendable>: DocumentModel { var content: Content }

    @Test(arguments: names)
    func `a type's name begins small`(type: any DocumentModel.Type, name: String) {
        #expect(type.documentType == name)
    }
}
