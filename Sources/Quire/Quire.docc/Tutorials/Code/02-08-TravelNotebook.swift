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

        let affordable = notebook.affordable(1000)
        print("Affordable:", try await affordable.all().map(\.title))
        print("The cheapest:", try await affordable.first()?.title ?? "none")
        print("Short:", try await affordable.filter { $0.days < 6 }.count())
        print("Search for nor:", try await notebook.search("nor").all().map(\.title))

        print("Days in total:", try await notebook.trips.selection.sum(of: \.days))
        let countries = notebook.trips.grouped(by: \.country)
            .select { ($0.key, $0.count, $0.sum(of: \.budget)) }
        for (country, count, budget) in try await countries.all() {
            print("\(country): \(count), \(budget)")
        }
    }
}
