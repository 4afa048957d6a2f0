public import QuireSearch
public import SQLPlusPlus

/// A search for the documents nearest to a vector, which an engine translates to a distance.
///
/// ```swift
/// let search = try NearestSearch(
///     [0.25, -1, 0.5], property: try PropertyPath("embedding"), metric: .cosine)
/// let distance = try store.distanceTerm(of: search)
/// let statement = SelectStatement(
///     [.star], from: CollectionSource("_"), where: .test(.isValued, distance),
///     orderedBy: [OrderingTerm(distance)], limit: .literal(.integer(10)))
/// ```
public struct NearestSearch: Hashable, Sendable {
    /// The numbers of the vector to which distances are computed.
    public let target: [Float]
    /// The property that contains the vectors of the documents.
    public let property: PropertyPath
    /// The condition that all searched documents meet, such as a type discriminator, or `nil` for none.
    ///
    /// An engine can use an index that contains all documents, or those that meet this condition.
    public let scope: QueryTerm?
    /// The metric, or `nil` for that of an index of the property, and ``DistanceMetric/cosine`` without an index.
    public let metric: DistanceMetric?
    /// Whether an index must not be used that can omit a near document.
    public let isExact: Bool

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - target: The numbers of the vector to which distances are computed.
    ///   - property: The property that contains the vectors of the documents.
    ///   - scope: The condition that all searched documents meet, or `nil` for none.
    ///   - metric: The metric, or `nil` for that of an index of the property.
    ///   - isExact: Whether an index must not be used that can omit a near document.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the target does not have 1 to 4,096 finite
    ///   numbers.
    public init(
        _ target: [Float], property: PropertyPath, scope: QueryTerm? = nil,
        metric: DistanceMetric? = nil, isExact: Bool = false
    ) throws {
        self.target = target
        self.property = property
        self.scope = scope
        self.metric = metric
        self.isExact = isExact
        _ = try VectorTarget(target, metric: metric ?? .euclideanSquared, named: Self.targetName)
    }

    private static var targetName: String { "The vector of a search for the nearest documents" }

    /// Returns the distance that is computed for each document: `VECTOR_DISTANCE`.
    ///
    /// Its value is MISSING for a document whose property is not a vector with the dimensions of the target.
    ///
    /// - Parameter metric: How distances are computed.
    /// - Returns: The term.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the target has only zeros and the metric is
    ///   ``DistanceMetric/cosine``.
    public func exactDistance(by metric: DistanceMetric) throws -> QueryTerm {
        try distance("VECTOR_DISTANCE", by: metric)
    }

    /// Returns the distance of a statement that uses an index: `APPROX_VECTOR_DISTANCE`.
    ///
    /// - Parameter metric: The metric of the index.
    /// - Returns: The term.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if the target has only zeros and the metric is
    ///   ``DistanceMetric/cosine``.
    public func approximateDistance(by metric: DistanceMetric) throws -> QueryTerm {
        try distance(VectorSearch.function, by: metric)
    }

    private func distance(_ function: String, by metric: DistanceMetric) throws -> QueryTerm {
        _ = try VectorTarget(target, metric: metric, named: Self.targetName)
        return .call(
            function,
            [
                .property(property, of: nil), .literal(.string(VectorReader.text(of: target))),
                .literal(.string(metric.name)),
            ])
    }

    /// Returns the metric of a distance that this type created.
    package static func metric(of distance: QueryTerm) -> DistanceMetric? {
        guard case .call(_, let arguments) = distance, arguments.count > 2,
            case .literal(.string(let name)) = arguments[2]
        else { return nil }
        return DistanceMetric(named: name)
    }
}
