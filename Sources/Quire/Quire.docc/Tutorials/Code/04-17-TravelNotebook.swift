import Quire

@main
struct TravelNotebook {
    static func main() async throws {
        let database = try await Database.open(name: "travel")
        let notebook = try Notebook(database)
        try await notebook.reset()

        let fjords = try await notebook.trips.require("fjords")
        for note in try await notebook.notes(of: fjords).all() {
            print("-", note.text)
        }

        let all = try await notebook.notes.sorted(by: \.text).all()
        let trips = try await notebook.trips.resolve(all, \.trip)
        for note in all { print("\(trips[note.trip]?.title ?? "No trip"): \(note.text)") }

        let inNorway = notebook.notes.filter { $0.trip.model.country == "Norway" }
        print("Notes about Norway:", try await inNorway.count())

        try await addOslo(to: notebook)
        try await changeTwice(in: notebook)
        try await merge(in: database)
    }
}
