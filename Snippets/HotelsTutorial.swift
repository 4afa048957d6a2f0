// The tutorial: hotels, from an empty folder to live queries.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
    var openedAt: Date
}

func watch(_ selection: Selection<Hotel>, in hotels: Repository<Hotel>) async throws {
    for try await change in selection.changes() {
        print("now: \(change.models.map(\.name)), new: \(change.inserted.map(\.name))")
        if change.models.count == 3 { break }
        try await hotels.save(
            Hotel(id: "kaia", name: "Kaia", city: "Bergen", roomRate: 110, openedAt: Date()))
    }
}

@main
struct Hotels {
    static func main() async throws {
        var configuration = DatabaseConfiguration()
        configuration.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
        let database = try await Database.open(name: "hoteldb", config: configuration)
        let hotels = try database.repository(of: Hotel.self)

        let opened = Date(timeIntervalSince1970: 1_795_247_280)
        var harbour = try await hotels.save(
            Hotel(name: "Harbour House", city: "Bergen", roomRate: 121, openedAt: opened))
        print(harbour.id == nil ? "no ID" : "it has an ID")

        try await hotels.save([
            Hotel(id: "grand", name: "Grand", city: "Oslo", roomRate: 240, openedAt: opened),
            Hotel(id: "inn", name: "Fjord Inn", city: "Bergen", roomRate: 89, openedAt: opened),
        ])
        print("\(try await hotels.count()) hotels")

        harbour.roomRate = 125
        harbour = try await hotels.save(harbour)

        try await hotels.update("inn") { $0.roomRate += 6 }

        if let grand = try await hotels.find("grand") {
            print("\(grand.name) costs \(grand.roomRate)")
        }

        let inBergen = hotels.filter { $0.city == "Bergen" && $0.roomRate < 150 }
            .sorted(by: \.roomRate)
        for hotel in try await inBergen.all() {
            print("\(hotel.name): \(hotel.roomRate)")
        }

        let counts = try await database.query(
            "SELECT city, COUNT(*) AS n FROM _ WHERE type = 'hotel' GROUP BY city ORDER BY city")
        for row in counts { print(row.toJSON()) }

        try await hotels.createIndex(on: \.city, \.roomRate)

        try await watch(inBergen, in: hotels)

        try await hotels.delete(id: "kaia")
        print("\(try await hotels.count()) hotels")
        try await database.remove()
    }
}
