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
}
