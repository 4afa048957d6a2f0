import Foundation
import Quire
import Testing

/// The examples in the documentation of frequently used methods of databases, documents, migrations
/// and references.
@Suite struct FrequentDocumentMethodExamples {
    struct HotelV1: Codable {
        var title: String
        var address: Address
    }

    struct Address: Codable {
        var city: String
    }

    struct Renamed: VersionedModel {
        typealias Hotel = Renamed

        @DocumentID var id: String?
        var name: String

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2) { $0.rename("title", to: "name") }
    }

    struct Flattened: VersionedModel {
        typealias Hotel = Flattened

        @DocumentID var id: String?
        var name: String
        var city: String

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2, from: HotelV1.self) { Hotel(name: $0.title, city: $0.address.city) }
    }

    enum Denying {
        struct Hotel: ReferencedModel {
            @DocumentID var id: String?

            static var deleteRules: [DeleteRule<Hotel>] { [.deny(\Invoice.hotel)] }
        }

        struct Invoice: DocumentModel {
            @DocumentID var id: String?
            var hotel: Reference<Hotel>
        }
    }

    enum Cascading {
        struct Hotel: ReferencedModel {
            @DocumentID var id: String?

            static var deleteRules: [DeleteRule<Hotel>] { [.cascade(\Booking.hotel)] }
        }

        struct Booking: DocumentModel {
            @DocumentID var id: String?
            var hotel: Reference<Hotel>
        }
    }

    enum Nullifying {
        struct Hotel: ReferencedModel {
            @DocumentID var id: String?

            static var deleteRules: [DeleteRule<Hotel>] { [.nullify(\Guest.favorite)] }
        }

        struct Guest: DocumentModel {
            @DocumentID var id: String?
            var favorite: Reference<Hotel>?
        }
    }

    @Test func databases() throws {
        let folder = try TemporaryFolder()
        var config = DatabaseConfiguration()
        config.directory = folder.path
        let database = try Database(name: "travel", config: config)  // travel.cblite2
        defer { try? database.close() }
        let drafts = try Database(name: "drafts", config: config)
        try drafts.delete()
        #expect(!Database.exists(withName: "drafts", inDirectory: folder.path))
    }

    @Test func values() throws {
        let hotel = MutableDocument(id: "hotel-1")
        hotel.setString("Harbour House", forKey: "name").setInt(4, forKey: "stars")
        hotel.setValue(["sea view", "parking"], forKey: "features")
        hotel.setDate(Date(), forKey: "openedAt")
        hotel.setDouble(121, forKey: "roomRate")
        let name = hotel.string(forKey: "name") ?? "no name"
        let stars = hotel.int(forKey: "stars")
        let rate = hotel.double(forKey: "roomRate")
        let opened = hotel.date(forKey: "openedAt")
        #expect(name == "Harbour House" && stars == 4 && rate == 121 && opened != nil)
        let document = hotel
        let note = Blob(contentType: "text/plain", data: Data("Ring twice.".utf8))
        document.setBlob(note, forKey: "note")
        #expect(document.blob(forKey: "note")?.length == 11)
    }

    @Test func migrating() throws {
        let database = try Database(inMemoryNamed: "old")
        let collection = try database.defaultCollection()
        for type in ["renamed", "flattened"] {
            let data: [String: Any] = [
                "type": type, "title": "Grand", "address": ["city": "Oslo"],
            ]
            try collection.save(document: MutableDocument(id: type, data: data))
        }
        #expect(try database.repository(of: Renamed.self).require("renamed").name == "Grand")
        #expect(try database.repository(of: Flattened.self).require("flattened").city == "Oslo")
    }

    @Test func referring() throws {
        typealias Booking = Cascading.Booking
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Cascading.Hotel.self)
        let bookings = try database.repository(of: Booking.self)
        try hotels.save(Cascading.Hotel(id: "hotel-1"))
        let hotel = try hotels.require("hotel-1")
        try bookings.save(Booking(hotel: Reference(to: hotel)))
        try hotels.delete(hotel)
        #expect(try bookings.count() == 0)
    }

    @Test func denying() throws {
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Denying.Hotel.self)
        try hotels.save(Denying.Hotel(id: "hotel-1"))
        try database.repository(of: Denying.Invoice.self).save(Denying.Invoice(hotel: "hotel-1"))
        #expect { try hotels.delete(id: "hotel-1") } throws: {
            QuireError.Code.deletionDenied ~= $0
        }
    }

    @Test func nullifying() throws {
        let database = try Database(inMemoryNamed: "travel")
        let hotels = try database.repository(of: Nullifying.Hotel.self)
        let guests = try database.repository(of: Nullifying.Guest.self)
        try hotels.save(Nullifying.Hotel(id: "hotel-1"))
        try guests.save(Nullifying.Guest(id: "guest-1", favorite: "hotel-1"))
        try hotels.delete(id: "hotel-1")
        #expect(try guests.require("guest-1").favorite == nil)
    }
}
