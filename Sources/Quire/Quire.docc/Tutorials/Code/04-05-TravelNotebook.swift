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
    }
}
