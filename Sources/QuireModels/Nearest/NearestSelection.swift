public import QuireSearch
import SQLPlusPlus

/// The models of a selection whose vectors are nearest to another vector, the nearest first.
///
/// `nearest(to:in:limit:metric:exact:within:)` of a ``Selection`` or a ``Repository`` returns it. Filter the models
/// before this call: of the models that satisfy the filter, the nearest are found, so there are as many as the
/// limit if so many have a vector.
///
/// ```swift
/// let near = hotels.filter { $0.petsWelcome }.nearest(to: vector, in: \.embedding, limit: 10)
/// for hotel in try near.all() { print(hotel.name) }
/// for match in try near.matches() { print(match.name, match.distance) }
/// ```
///
/// A model whose property is `nil`, is not a vector, or has another number of dimensions is left out. Models with
/// equal distances are in the order of their document IDs.
public struct NearestSelection<Model: DocumentModel>: Sendable {
    /// The models among which the nearest are found.
    let selection: Selection<Model>
    let request: NearestRequest
}

/// The settings of a search for the nearest models.
struct NearestRequest: Sendable {
    /// The maximum number of models that a search can return.
    static let maxLimit = 10_000

    let property: Result<PropertyPath, QuireError>
    /// The numbers of the vector, or `nil` if it contains other values than finite numbers.
    let target: [Float]?
    let metric: DistanceMetric?
    var limit: Int
    let isExact: Bool
    let maxDistance: Double?

    /// Returns the distance of each model in a store, whose documents meet a condition.
    func distance(in store: any DocumentStore, scope: QueryTerm) throws -> QueryTerm {
        guard (1...Self.maxLimit).contains(limit) else {
            throw QuireError(
                .invalidParameter,
                "A search for the nearest models cannot have the limit \(limit): it must be from 1 to "
                    + "\(Self.maxLimit).")
        }
        guard maxDistance?.isNaN != true else {
            throw QuireError(
                .invalidParameter,
                "The maximum distance of a search for the nearest models is not a number.")
        }
        return try store.distanceTerm(
            of: NearestSearch(
                target ?? [], property: property.get(), scope: scope, metric: metric,
                isExact: isExact))
    }
}

extension NearestSelection {
    /// Returns the distance of each model.
    func distance() throws -> QueryTerm {
        guard selection.ordering.isEmpty else {
            throw QuireError(
                .invalidQuery,
                "The nearest models are ordered by their distances. Remove sorted(by:) before nearest(to:in:)."
            )
        }
        guard selection.maximum == nil, selection.skipped == nil else {
            throw QuireError(
                .invalidQuery,
                "The nearest models of a part of a selection cannot be found. Remove limit(_:) and offset(_:) "
                    + "before nearest(to:in:), and set its limit.")
        }
        let repository = selection.repository
        return try request.distance(
            in: repository.store, scope: repository.types.condition(repository.typeKey))
    }

    /// Returns the selection of the models, in the order of a distance.
    ///
    /// - Parameters:
    ///   - distance: The distance of each model.
    ///   - condition: A further condition, or `nil` for none.
    /// - Returns: A selection with a condition, an order and a limit.
    func selection(
        by distance: QueryTerm, where condition: QueryTerm? = nil
    ) -> Selection<Model> {
        var conditions = [QueryTerm.test(.isValued, distance)]
        if let maximum = request.maxDistance, maximum.isFinite {
            conditions.append(
                .operation(.lessThanOrEqual, [distance, .literal(.double(maximum))]))
        } else if request.maxDistance == -.infinity {
            conditions.append(.literal(.boolean(false)))
        }
        conditions += [condition].compactMap { $0 }
        return conditions.reduce(selection) { selection, condition in
            selection.filter(QueryCondition(condition: .success(condition)))
        }
        .sorted(by: .success([distance, .metadata(.id, of: nil)]), .ascending)
        .limit(request.limit)
    }

    /// Returns the selection of the models.
    func found() throws -> Selection<Model> { selection(by: try distance()) }

    /// The selection of the models, which throws an error when it is read if the search is invalid.
    var observed: Selection<Model> {
        do {
            return try found()
        } catch {
            let error =
                error as? QuireError
                ?? QuireError(.invalidQuery, "\(error)", underlyingError: error)
            return selection.filter(QueryCondition(condition: .failure(error)))
        }
    }
}

extension Selection {
    /// Returns the models whose vectors are nearest to another vector.
    ///
    /// ```swift
    /// let near = hotels.filter { $0.petsWelcome }.nearest(to: vector, in: \.embedding, limit: 10)
    /// for hotel in try near.all() { print(hotel.name) }
    /// ```
    ///
    /// The search uses an index of the property, which
    /// `Repository.createNearestIndex(on:dimensions:metric:named:)` creates. Without an index, it reads the vectors
    /// of all models that satisfy the filter. Filters and ``matching(_:as:in:_:)`` restrict the models; an order or
    /// a limit before this call is an error when the models are read.
    ///
    /// - Parameters:
    ///   - vector: The vector, with 1 to 4,096 numbers.
    ///   - keyPath: The property that contains the vectors, which can be nested.
    ///   - limit: The maximum number of models, from 1 to 10,000.
    ///   - metric: How distances are computed, or `nil` for the metric of the property's index, and
    ///     ``DistanceMetric/cosine`` without an index.
    ///   - isExact: Whether the distance of every model is computed, without an index, which can miss a near model.
    ///   - maxDistance: The maximum distance, or `nil` for no maximum.
    /// - Returns: The models. Reading them throws ``QuireError`` with code `invalidParameter` if the limit is not
    ///   from 1 to 10,000, `invalidQueryParameter` if the vector is empty, has an infinite number or is not a number, or
    ///   has only zeros for the metric ``DistanceMetric/cosine``, and `invalidQuery` if the property is not stored.
    public func nearest<Property: QueryVector>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil
    ) -> NearestSelection<Model> {
        NearestSelection(
            selection: self,
            request: NearestRequest(
                property: Self.vectorPath(keyPath), target: Vector.numbers(of: vector),
                metric: metric,
                limit: limit, isExact: isExact, maxDistance: maxDistance))
    }

    /// Unavailable, because the property is not a vector.
    @available(
        *, unavailable,
        message:
            "The property is not a vector. Its type must be Vector, [Float], [Double], Data or String, or an optional of these."
    )
    @_disfavoredOverload
    public func nearest<Property>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil
    ) -> NearestSelection<Model> {
        .unavailable(in: self)
    }

    /// Returns the location of the vectors in the documents.
    static func vectorPath<Property>(
        _ keyPath: any KeyPath<Model, Property> & Sendable
    ) -> Result<PropertyPath, QuireError> {
        QueryField<Model, Model>.model[dynamicMember: keyPath].source.flatMap { source in
            Result { () throws(QuireError) in
                guard case .property(let path, nil) = try source.fieldPath().storedTerm else {
                    throw QuireError(
                        .invalidQuery,
                        "The property \(ModelShape.propertyName(of: keyPath)) contains no vectors, because it is not "
                            + "a property of the document's body.")
                }
                return path
            }
        }
    }
}

extension Repository {
    /// Returns the models whose vectors are nearest to another vector.
    ///
    /// See ``Selection/nearest(to:in:limit:metric:exact:within:)``.
    ///
    /// ```swift
    /// let similar = try hotels.nearest(to: hotel.embedding, in: \.embedding, limit: 5).all()
    /// ```
    ///
    /// - Parameters:
    ///   - vector: The vector, with 1 to 4,096 numbers.
    ///   - keyPath: The property that contains the vectors, which can be nested.
    ///   - limit: The maximum number of models, from 1 to 10,000.
    ///   - metric: How distances are computed, or `nil` for the metric of the property's index, and
    ///     ``DistanceMetric/cosine`` without an index.
    ///   - isExact: Whether the distance of every model is computed, without an index, which can miss a near model.
    ///   - maxDistance: The maximum distance, or `nil` for no maximum.
    /// - Returns: The models.
    public func nearest<Property: QueryVector>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil
    ) -> NearestSelection<Model> {
        selection.nearest(
            to: vector, in: keyPath, limit: limit, metric: metric, exact: isExact,
            within: maxDistance)
    }

    /// Unavailable, because the property is not a vector.
    @available(
        *, unavailable,
        message:
            "The property is not a vector. Its type must be Vector, [Float], [Double], Data or String, or an optional of these."
    )
    @_disfavoredOverload
    public func nearest<Property>(
        to vector: some SearchVector, in keyPath: any KeyPath<Model, Property> & Sendable,
        limit: Int = 10, metric: DistanceMetric? = nil, exact isExact: Bool = false,
        within maxDistance: Double? = nil
    ) -> NearestSelection<Model> {
        .unavailable(in: selection)
    }
}

extension NearestSelection {
    /// Returns the result of a method that cannot be called.
    fileprivate static func unavailable(in selection: Selection<Model>) -> NearestSelection {
        NearestSelection(
            selection: selection,
            request: NearestRequest(
                property: .failure(QuireError(.invalidQuery, "The property is not a vector.")),
                target: nil, metric: nil, limit: 1, isExact: true, maxDistance: nil))
    }
}
