import Foundation
import Quire

/// The places of a traveler.
struct TravelList {
    let places: Repository<Place>

    /// Creates the list and the index for its searches, unless they exist.
    init(_ database: Database) async throws {
        places = try database.repository(of: Place.self)
        // Without a language, each prefix of a word is found while the user types.
        try await places.createFullTextIndex(
            on: \.name, \.notes, \.tags, ignoringAccents: true)
    }

    /// Imports a file with one JSON object of a place per line, in one transaction.
    ///
    /// - Returns: The number of places.
    func importPlaces(from file: URL) async throws -> Int {
        var lines = try JSONLines(contentsOf: file)
        var imported: [Place] = []
        while let place = try lines.decodeNext(Place.self) { imported.append(place) }
        try await places.upsert(imported)
        return imported.count
    }

    /// Stores the date of a visit and a rating.
    func visit(_ id: String, at date: Date, rating: Int?) async throws {
        try await places.update(id) { place in
            place.visitedAt = date
            place.rating = rating
        }
    }

    /// Returns the places that a search finds: first those to visit, then the others by date.
    func places(for search: Search) -> Selection<Place> {
        var found = places.selection
        if !search.text.isEmpty {
            found = found.matching(search.text, as: .prefixes, in: \.name, \.notes, \.tags)
        }
        if !search.kinds.isEmpty { found = found.filter { search.kinds.contains($0.kind) } }
        if search.onlyNew { found = found.filter { $0.visitedAt == nil } }
        // A property that is nil sorts first.
        return found.sorted(by: \.visitedAt).sorted(by: \.name, collation: .localized)
    }
}

/// The values of a search form.
struct Search {
    /// The text of the search box, also while the user types.
    var text = ""
    /// The kinds to show, or an empty set for all kinds.
    var kinds: Set<Place.Kind> = []
    /// Whether the places that have been visited are hidden.
    var onlyNew = false
}
