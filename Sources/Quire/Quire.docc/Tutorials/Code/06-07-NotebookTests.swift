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
}
