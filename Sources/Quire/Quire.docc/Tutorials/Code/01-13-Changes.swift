import Quire

extension TravelNotebook {
    static func change(_ trips: Repository<Trip>) async throws {
        var lisbon = try await trips.require("lisbon")
        lisbon.budget = 650
        lisbon = try await trips.save(lisbon)
        print("\(lisbon.title) costs \(lisbon.budget)")

        let fjords = try await trips.update("fjords") { $0.days += 1 }
        print("\(fjords.title): \(fjords.days) days")

        let tatras = try await trips.save(
            Trip(title: "Tatra Hikes", country: "Slovakia", days: 5, budget: 450))
        print("New trip has an ID: \(tatras.id != nil)")
    }
}
