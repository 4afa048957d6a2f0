// The counterparts of SwiftData code.

import Foundation
import Quire

struct Trip: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var startsAt: Date
    var stops: [Stop] = []

    struct Stop: Codable, Sendable {
        var city: String
        var nights: Int
    }
}

let database = try Database(inMemoryNamed: "trips")
let trips = try database.repository(of: Trip.self)
let now = Date(timeIntervalSince1970: 1_795_247_280)

try trips.save([
    Trip(id: "t1", name: "Fjords", startsAt: now, stops: [.init(city: "Bergen", nights: 3)]),
    Trip(id: "t2", name: "Capitals", startsAt: now + 86_400),
])

// Selections accept Foundation predicates.
let search = "Fj"
let found = trips.filter(#Predicate { $0.name.starts(with: search) && $0.startsAt >= now })
print(try found.sorted(by: \.startsAt).all().map(\.name))

// Changes are saved explicitly.
var trip = try trips.require("t2")
trip.stops.append(Trip.Stop(city: "Oslo", nights: 2))
trip = try trips.save(trip)
print(trip.stops.count)
try trips.delete(trip)
print(try trips.count())
try database.close()
