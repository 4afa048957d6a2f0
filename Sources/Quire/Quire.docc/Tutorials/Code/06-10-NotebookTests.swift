import Quire
import QuireTesting
import Testing

@testable import TravelNotebook

@Suite struct NotebookTests {
    let notebook: Notebook

    init() async throws {
        notebook = try Notebook(InMemoryDatabase())
        try await notebook.reset()
    }

    @Test func affordableTripsAreSortedByBudget() async throws {
        let trips = try await notebook.affordable(800).all()
        #expect(trips.map(\.id) == ["tatras", "lisbon"])
    }

    @Test(arguments: ["NORWAY", "fjords", "train"])
    func searchIgnoresCase(text: String) async throws {
        let ids = try await notebook.search(text).all().map(\.id)
        #expect(ids.contains("fjords"))
    }

    @Test func aTripWithAnEmptyNoteIsNotAdded() async throws {
        let oslo = Trip(id: "oslo", title: "Oslo", country: "Norway", days: 3, budget: 600)
        await #expect(throws: Notebook.EmptyNote.self) {
            try await notebook.add(oslo, notes: ["Opera House", ""])
        }
        #expect(try await notebook.trips.exists("oslo") == false)
        #expect(try await notebook.notes.count() == 3)
    }

    @Test func notesCanBeFoundByTheCountryOfTheirTrip() async throws {
        let notebook = try await Notebook(Database.open(inMemoryNamed: "travel"))
        try await notebook.reset()
        let notes = notebook.notes.filter { $0.trip.model.country == "Norway" }
        #expect(try await notes.count() == 2)
    }
}
