import Quire

extension Notebook {
    func reset() async throws {
        try await trips.selection.delete()
        try await trips.upsert([
            Trip(
                id: "fjords", title: "Fjords by Train", country: "Norway", days: 6, budget: 900,
                start: DocumentDate.date(from: "2027-06-12T08:00Z")),
            Trip(
                id: "lisbon", title: "Lisbon by Tram", country: "Portugal", days: 7, budget: 700,
                start: DocumentDate.date(from: "2027-03-20T10:30Z")),
            Trip(id: "tatras", title: "Tatra Hikes", country: "Slovakia", days: 5, budget: 450),
            Trip(id: "kyoto", title: "Autumn in Kyoto", country: "Japan", days: 12, budget: 2400),
            Trip(id: "lofoten", title: "Lofoten by Boat", country: "Norway", days: 9, budget: 1350),
        ])
    }
}
