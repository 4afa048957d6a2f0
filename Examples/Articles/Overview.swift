// The example on the first page of the documentation.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
}

let database = try Database(inMemoryNamed: "hoteldb")
let hotels = try database.repository(of: Hotel.self)

var house = try hotels.save(Hotel(name: "Harbour House", city: "Bergen", roomRate: 121))
house.roomRate += 4
house = try hotels.save(house)

let cheap = hotels.filter { $0.roomRate < 150 && $0.city == "Bergen" }
    .sorted(by: \.roomRate)
for hotel in try cheap.all() { print("\(hotel.name): \(hotel.roomRate)") }
try database.close()
