import Foundation
import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        let notebook = try Notebook(database)
        try await notebook.reset()

        let newYear = Date(timeIntervalSince1970: 1_798_761_600)
        for trip in try await notebook.upcoming(after: newYear).all() {
            print(trip.title, trip.start?.ISO8601Format() ?? "")
        }
        let unplanned = notebook.trips.filter { $0.start == nil }
        print("Without a date:", try await unplanned.count())

        let byTrain = notebook.trips.filter { $0.kind == .train }
        print("By train:", try await byTrain.all().map(\.title))
        let bySea = notebook.trips.filter { $0.tags.contains("sea") }.sorted(by: \.title)
        print("By the sea:", try await bySea.all().map(\.title))
        let inBergen = notebook.trips.filter { $0.stay?.city == "Bergen" }
        print("Nights in Bergen:", try await inBergen.first()?.stay?.nights ?? 0)

        let firstTrips = try database.repository(of: FirstTrip.self)
        try await firstTrips.upsert(
            FirstTrip(id: "porto", title: "Porto", country: "Portugal", days: 3, budget: 300))
        let porto = try await notebook.trips.require("porto")
        print("An old trip:", porto.title, porto.kind, porto.tags)
    }
}
