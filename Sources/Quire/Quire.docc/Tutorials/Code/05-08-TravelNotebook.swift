import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        let notebook = try Notebook(database)
        try await notebook.reset()

        try await watch(notebook)

        let list = TripList(notebook)
        print("Listed trips:", list.trips.models.count)

        list.search = "nor"
        while !list.trips.isLoaded { try await Task.sleep(for: .milliseconds(1)) }
        print("Found:", list.trips.models.map(\.title))
    }
}
