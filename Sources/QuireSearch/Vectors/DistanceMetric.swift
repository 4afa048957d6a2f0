/// How the distance of two vectors is computed.
///
/// A smaller distance is nearer. The names are those of Couchbase Lite.
///
/// ```swift
/// let near = try hotels.nearest(to: vector, in: \.embedding, limit: 10, metric: .cosine).all()
/// ```
public enum DistanceMetric: Hashable, Sendable, CaseIterable {
    /// The square of the Euclidean distance, which has the same order and is computed faster.
    case euclideanSquared
    /// One minus the cosine of the angle: 0 for the same direction, 2 for the opposite one.
    ///
    /// A vector of zeros has no direction. Its distance to all vectors is 1.
    case cosine
    /// The length of the difference.
    case euclidean
    /// The negative of the dot product.
    case dot
}

extension DistanceMetric {
    /// The names in the query language in upper case, of which the first one is used in new text.
    package var names: [String] {
        switch self {
        case .euclideanSquared: ["EUCLIDEAN_SQUARED", "EUCLIDEAN2", "L2_SQUARED", "DEFAULT"]
        case .cosine: ["COSINE", "COSINE_DISTANCE"]
        case .euclidean: ["EUCLIDEAN", "L2"]
        case .dot: ["DOT", "DOT_PRODUCT_DISTANCE"]
        }
    }

    /// The name in the query language.
    package var name: String { names[0] }

    /// Creates a metric from one of its names, in any case.
    package init?(named name: String) {
        let name = name.uppercased()
        guard let metric = Self.allCases.first(where: { $0.names.contains(name) }) else {
            return nil
        }
        self = metric
    }
}
