import Quire

extension TravelNotebook {
    static func change(_ trips: Repository<Trip>) async throws {
        var lisbon = try await trips.require("lisbon")
        lisbon.budget = 650
        lisbon = try await trips.save(lisbon)
        print("\(lisbon.title) costs \(lisbon.budget)")
    }
}
