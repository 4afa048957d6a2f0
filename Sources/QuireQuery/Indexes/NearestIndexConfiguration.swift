public import QuireSearch
package import SQLPlusPlus

/// An index of vectors, for searches of the nearest ones.
///
/// ```swift
/// let index = NearestIndexConfiguration("embedding", dimensions: 384, metric: .cosine)
/// try collection.createIndex(withName: "byMeaning", config: index)
/// let query = try database.createQuery(
///     """
///     SELECT name FROM _ ORDER BY APPROX_VECTOR_DISTANCE(embedding, $vector, "COSINE") LIMIT 10
///     """)
/// ```
///
/// A document is in the index if the value of the expression is a vector with the given number of
/// dimensions: an array of numbers, data with 32-bit floating-point numbers whose lowest byte is first, or such
/// data as base64 text. Other documents are left out, and saving them is not an error.
public struct NearestIndexConfiguration: IndexConfiguration, Hashable {
    /// The indexed property in SQL++.
    public let expression: String

    /// The number of dimensions of the vectors, from 1 to 4,096.
    public let dimensions: Int

    /// How distances are computed.
    public let metric: DistanceMetric

    /// The documents that are indexed, or `nil` for all.
    package var types: Types?

    /// The documents in which a property has one of several values.
    package struct Types: Hashable, Sendable {
        package let path: PropertyPath
        package let names: [String]

        package init(path: PropertyPath, names: [String]) {
            self.path = path
            self.names = names
        }
    }

    /// Whether vectors are added by the program and not when documents are saved.
    package var isLazy = false

    /// Settings that the index records and does not use.
    package var notes = ""

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - expression: The indexed SQL++ property.
    ///   - dimensions: The number of dimensions of the vectors, from 1 to 4,096.
    ///   - metric: How distances are computed.
    public init(
        _ expression: String, dimensions: Int, metric: DistanceMetric = .euclideanSquared
    ) {
        self.expression = expression
        self.dimensions = dimensions
        self.metric = metric
    }
}
