import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        print("Opened \(database.name)")
        let trips = try database.repository(of: Trip.self)

        try await trips.upsert([
            Trip(id: "fjords", title: "Fjords by Train", country: "Norway", days: 6, budget: 900),
            Trip(id: "lisbon", title: "Lisbon by Tram", country: "Portugal", days: 7, budget: 700),
        ])
        let count = try await trips.count()
        print("\(count) trips")

        if let trip = try await trips.find("fjords") {
            print("\(trip.title): \(trip.days) days in \(trip.country)")
        }

        try await change(trips)
    }
}
