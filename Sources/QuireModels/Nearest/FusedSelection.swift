public import QuireSearch
import SQLPlusPlus

/// A full-text search that is combined with a search for the nearest vectors.
///
/// ```swift
/// let found = hotels.nearest(
///     to: vector, in: \.embedding, fusedWith: .matching("sea view", in: \.description))
/// ```
public struct FusedSearch<Model: DocumentModel>: Sendable {
    let search: SelectionSearch<Model>

    /// Returns a search for words.
    ///
    /// The search requires a full-text index on the properties, as ``Selection/matching(_:as:in:_:)`` does.
    ///
    /// - Parameters:
    ///   - text: The words to search for.
    ///   - mode: The way in which the words are used. By default, a model must contain all of them.
    ///   - keyPath: A property to search.
    ///   - others: Further properties to search. A word can be in any of the properties.
    /// - Returns: The search.
    public static func matching<First, each Other>(
        _ text: String, as mode: TextSearchMode = .allWords,
        in keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable
    ) -> FusedSearch {
        FusedSearch(search: SelectionSearch(text, mode, in: (keyPath, repeat each others)))
    }
}

/// The models that a search for the nearest vectors and a full-text search find together, the best first.
///
/// The two searches rank the models independently. A model's score is the sum of 1 / (60 + rank) over the lists that
/// contain it (reciprocal rank fusion), so a model that both find is before one that only one of them finds. Each
/// list has five times as many models as the limit.
///
/// ```swift
/// let found = hotels.filter { $0.petsWelcome }.nearest(
///     to: vector, in: \.embedding, limit: 10,
///     fusedWith: .matching("sea view", in: \.description))
/// for match in try found.matches() { print(match.name, match.score) }
/// ```
///
/// Models with equal scores are in the order of their document IDs.
/// A fusion is read as a whole: it has no pages, `changes()`, `count()` or `explain()`.
public struct FusedSelection<Model: DocumentModel>: Sendable {
    /// The number that is added to each rank.
    private static var rankOffset: Double { 60 }
    /// The length of each list in multiples of the limit.
    private static var depth: Int { 5 }

    private let nearest: NearestSelection<Model>
    private let fused: FusedSearch<Model>

    init(_ nearest: NearestSelection<Model>, _ fused: FusedSearch<Model>) {
        self.nearest = nearest
        self.fused = fused
    }

    /// Loads the models.
    ///
    /// - Returns: The models, the best first.
    /// - Throws: The errors of a ``NearestSelection``, and those of a full-text search.
    /// - Complexity: O(*n*) in the number of models that satisfy the filter, without an index of the vectors.
    public func all() throws -> [Model] { try matches().map(\.model) }

    /// Loads the models together with their scores.
    ///
    /// - Returns: The models with their scores, the best first.
    /// - Throws: The errors of `all()`.
    /// - Complexity: The complexity of `all()`.
    public func matches() throws -> [FusedMatch<Model>] {
        let repository = nearest.selection.repository
        let distance = try nearest.distance()
        let evaluator = try TermEvaluator(distance)
        return try found(distance).map { match in
            FusedMatch(
                stored: try repository.decodeStored(match.record), score: match.score,
                distance: try evaluator.distance(of: match.record), highlights: match.texts)
        }
    }

    /// Loads the models, on a thread of the database.
    ///
    /// - Returns: The models, the best first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all() async throws -> [Model] {
        try await nearest.selection.repository.reading { try all() }
    }

    /// Loads the models together with their scores, on a thread of the database.
    ///
    /// - Returns: The models with their scores, the best first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func matches() async throws -> [FusedMatch<Model>] {
        try await nearest.selection.repository.reading { try matches() }
    }

    // MARK: Fusion

    private struct Found {
        let record: DocumentRecord
        var score = 0.0
        var texts: [HighlightedText] = []
    }

    private func found(_ distance: QueryTerm) throws -> ArraySlice<Found> {
        var (near, texts) = try lists(distance)
        var found: [String: Found] = [:]
        for (index, record) in near.enumerated() {
            found[record.id, default: Found(record: record)].score += Self.score(index)
        }
        for (index, match) in texts.enumerated() {
            found[match.record.id, default: Found(record: match.record)].score += Self.score(index)
            found[match.record.id]?.texts = match.texts
        }
        (near, texts) = ([], [])
        let sorted = found.values.sorted { left, right in
            left.score == right.score
                ? left.record.id.utf8.lexicographicallyPrecedes(right.record.id.utf8)
                : left.score > right.score
        }
        return sorted.prefix(nearest.request.limit)
    }

    private static func score(_ index: Int) -> Double { 1 / (rankOffset + Double(index + 1)) }

    /// Reads both lists from one state of the store, if the engine has snapshots.
    private func lists(
        _ distance: QueryTerm
    ) throws -> (near: [DocumentRecord], texts: [FullTextMatch]) {
        let store = nearest.selection.repository.store
        guard store.capabilities.contains(.snapshots) else { return try read(distance) }
        return try store.database.snapshot { try read(distance) }
    }

    private func read(
        _ distance: QueryTerm
    ) throws -> (near: [DocumentRecord], texts: [FullTextMatch]) {
        let count = min(nearest.request.limit * Self.depth, NearestRequest.maxLimit)
        let near = try nearest.selection(by: distance).limit(count).records()
        let searched = nearest.selection.searching(for: fused.search).limit(count)
        let conditions = try searched.searchConditions()
        var statement = try searched.documents(conditions)
        statement.ordering.append(OrderingTerm(.metadata(.id, of: nil)))
        let store = nearest.selection.repository.store
        return (near, try store.fullTextMatches(selectedBy: statement, using: conditions))
    }
}

/// A model that a search for the nearest vectors or a full-text search found, with its score.
///
/// You can read the model's properties directly, as in `match.name`.
///
/// ```swift
/// for match in try found.matches() {
///     print(match.name, match.score, match.distance ?? .infinity)
/// }
/// ```
@dynamicMemberLookup
public struct FusedMatch<Model: DocumentModel>: Sendable {
    /// The model with its document ID and revision.
    public let stored: Stored<Model>

    /// The score; a better match has a higher score.
    ///
    /// Compare it only with scores of the same search.
    public let score: Double

    /// The distance by the metric of the search, or `nil` if the model has no vector with the dimensions of the
    /// search.
    public let distance: Double?

    /// The texts of the indexed properties that contain a found word.
    public let highlights: [HighlightedText]

    /// The model.
    public var model: Model { stored.value }

    /// Accesses a property of the model.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Model, Member>) -> Member {
        model[keyPath: keyPath]
    }
}

extension FusedMatch: Identifiable {
    /// The document's ID.
    public var id: String { stored.id }
}

extension Selection {
    /// Returns the models that a search for the nearest vectors and a full-text search find together.
    ///
    /// ```swift
    /// let found = hotels.filter { $0.petsWelcome }.nearest(
    ///     to: vector, in: \.embedding, limit: 10,
    ///     fusedWith: .matching("sea view", in: \.description))
    /// for hotel in try found.all() { print(hotel.name) }
    /// ```
    ///
    /// Unlike ``matching(_:as:in:_:)`` before `nearest(to:in:)`, which restricts the models to those with the words, the
    /// fusion also returns models without the words whose vectors are near. ``FusedSelection`` describes the order.
    ///
    /// - Parameters:
    ///   - vector: The vector, with 1 to 4,096 numbers.
    ///   - keyPath: The property that contains the vectors, which can be nested.
    ///   - limit: The maximum number of models, from 1 to 10,000.
    ///   - metric: How distances are computed, or `nil` for the metric of the property's index, and
    ///     ``DistanceMetric/cosine`` without an index.
    ///   - isExact: Whether the distance of every model is computed, without an index, which can miss a near model.
    ///   - maxDistance: The maximum distance of the models that are found by their vectors, or `nil` for no maximum.
    ///   - search: The full-text search.
    /// - Returns: The models. Reading them throws the errors of a ``NearestSelection`` and of a full-text search.
    public func nearest<Property: QueryVector>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil, fusedWith search: FusedSearch<Model>
    ) -> FusedSelection<Model> {
        FusedSelection(
            nearest(
                to: vector, in: keyPath, limit: limit, metric: metric, exact: isExact,
                within: maxDistance), search)
    }
}

extension Repository {
    /// Returns the models that a search for the nearest vectors and a full-text search find together.
    ///
    /// See ``Selection/nearest(to:in:limit:metric:exact:within:fusedWith:)``.
    ///
    /// - Parameters:
    ///   - vector: The vector, with 1 to 4,096 numbers.
    ///   - keyPath: The property that contains the vectors, which can be nested.
    ///   - limit: The maximum number of models, from 1 to 10,000.
    ///   - metric: How distances are computed, or `nil` for the metric of the property's index, and
    ///     ``DistanceMetric/cosine`` without an index.
    ///   - isExact: Whether the distance of every model is computed, without an index, which can miss a near model.
    ///   - maxDistance: The maximum distance of the models that are found by their vectors, or `nil` for no maximum.
    ///   - search: The full-text search.
    /// - Returns: The models.
    public func nearest<Property: QueryVector>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil, fusedWith search: FusedSearch<Model>
    ) -> FusedSelection<Model> {
        selection.nearest(
            to: vector, in: keyPath, limit: limit, metric: metric, exact: isExact,
            within: maxDistance, fusedWith: search)
    }
}
