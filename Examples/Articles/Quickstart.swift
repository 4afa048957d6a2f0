// The first example of the README: save, filter, query.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var address: Address
    var roomRate: Double
    var openedAt: Date

    struct Address: Codable {
        var street: String
        var city: String
    }

    enum CodingKeys: String, CodingKey {
        case id, name, address, roomRate = "room_rate", openedAt
    }
}

// The optional argument is the folder of the database. It can contain the database already.
var configuration = DatabaseConfiguration()
configuration.directory =
    CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory() + "Quire-Quickstart"
let database = try Database(name: "hoteldb", config: configuration)
let hotels = try database.repository(of: Hotel.self)

let address = Hotel.Address(street: "4 Kaigaten", city: "Bergen")
let opened = Date(timeIntervalSince1970: 1_795_247_280)
try hotels.upsert(
    Hotel(id: "hotel-1", name: "Harbour House", address: address, roomRate: 121, openedAt: opened))
try hotels.upsert(
    Hotel(id: "hotel-2", name: "Grand", address: address, roomRate: 240, openedAt: opened))

for hotel in try hotels.filter({ $0.roomRate < 150 && $0.address.city == "Bergen" }).all() {
    print("\(hotel.name) costs \(hotel.roomRate)")
}

let city = "Bergen"
let rows = try database.query(
    "SELECT name, openedAt FROM _ WHERE address.city = \(city) ORDER BY room_rate DESC")
for row in rows { print(row.toJSON()) }
