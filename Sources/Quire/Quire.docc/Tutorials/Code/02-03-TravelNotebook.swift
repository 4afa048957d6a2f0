import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        let notebook = try Notebook(database)
        try await notebook.reset()

        for trip in try await notebook.trips.sorted(by: \.title).all() {
            print("\(trip.title): \(trip.budget)")
        }
    }
}
