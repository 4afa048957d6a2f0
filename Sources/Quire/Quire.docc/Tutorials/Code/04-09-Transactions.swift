import Quire

extension TravelNotebook {
    static func addOslo(to notebook: Notebook) async throws {
        let oslo = Trip(id: "oslo", title: "Oslo", country: "Norway", days: 3, budget: 600)
        do {
            try await notebook.add(oslo, notes: ["Opera House", ""])
        } catch is Notebook.EmptyNote {
            print("Oslo was added:", try await notebook.trips.exists("oslo"))
        }
        try await notebook.add(oslo, notes: ["Opera House", "Sauna in the harbor"])
        print("Oslo was added:", try await notebook.trips.exists("oslo"))
    }
}
