import Foundation
import Quire

/// A list on the screen, which is printed again whenever its places change.
@MainActor
final class LiveView {
    private let list: TravelList
    private var observation: Task<Void, Never>?
    private let (updates, printed) = AsyncStream.makeStream(of: Void.self)

    init(_ list: TravelList) {
        self.list = list
    }

    deinit { observation?.cancel() }

    /// The search whose results are shown.
    var search = Search() {
        didSet { observe(list.places(for: search), hasText: !search.text.isEmpty) }
    }

    /// Waits until the list is printed again.
    func nextUpdate() async {
        for await _ in updates { return }
    }

    private func observe(_ selection: Selection<Place>, hasText: Bool) {
        observation?.cancel()
        observation = Task { [printed] in
            do {
                for try await change in selection.changes() {
                    // A change contains the models. Their highlights are read separately.
                    let rows =
                        try await hasText
                        ? selection.matches().map(Self.row)
                        : change.models.map { Self.row($0.value) }
                    if Task.isCancelled { break }
                    for row in rows { print("  \(row)") }
                    printed.yield()
                }
            } catch is CancellationError {
                // Another search has replaced this one.
            } catch {
                print("The places cannot be read: \(error)")
                printed.finish()
            }
        }
    }

    private static func row(_ match: TextMatch<Place>) -> String {
        let name = match.highlights(in: \.name)?.marked("[", "]")
        let text = match.highlights(in: \.notes) ?? match.highlights(in: \.tags)
        let snippet = text.map { ": " + $0.snippet(maxLength: 40).marked("[", "]") }
        return row(match.model, name: name) + (snippet ?? "")
    }

    private static func row(_ place: Place, name: String? = nil) -> String {
        var row = "\(name ?? place.name), \(place.address.city)"
        if let date = place.visitedAt {
            row += ", visited on \(date.formatted(.iso8601.year().month().day()))"
        }
        if let rating = place.rating { row += " " + String(repeating: "*", count: rating) }
        return row
    }
}
