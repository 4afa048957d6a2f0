import Observation
import Quire

@MainActor @Observable
final class TripList {
    let trips: ObservedSelection<Trip>
    private let notebook: Notebook

    init(_ notebook: Notebook) {
        self.notebook = notebook
        trips = ObservedSelection(notebook.search(""), loadingImmediately: true)
    }

    var search = "" {
        didSet { trips.selection = notebook.search(search) }
    }
}
