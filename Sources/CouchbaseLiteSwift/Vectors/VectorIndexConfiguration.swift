import Foundation
public import Quire

/// An index of vectors.
///
/// ```swift
/// var config = VectorIndexConfiguration(expression: "vector", dimensions: 300, centroids: 8)
/// config.metric = .cosine
/// try collection.createIndex(withName: "words_index", config: config)
/// let query = try database.createQuery(
///     "SELECT word FROM words ORDER BY APPROX_VECTOR_DISTANCE(vector, $vector) LIMIT 10")
/// ```
///
/// The index needs no training. The values of ``centroids``, ``encoding``, ``minTrainingSize``,
/// ``maxTrainingSize`` and ``numProbes`` are checked and stored with the index, and have no effect.
/// Values that are not valid cause an error of `Collection.createIndex(withName:config:)`.
public struct VectorIndexConfiguration: IndexConfiguration, Hashable {
    /// The default for ``isLazy``, which is `false`.
    public static let defaultIsLazy = false
    /// The type of the default for ``encoding``, which is 8 bits.
    public static let defaultEncoding = ScalarQuantizerType.SQ8
    /// The default for ``metric``, the square of the Euclidean distance.
    public static let defaultDistanceMetric = DistanceMetric.euclideanSquared
    /// The default for ``minTrainingSize``, which is 0.
    public static let defaultMinTrainingSize: UInt32 = 0
    /// The default for ``maxTrainingSize``, which is 0.
    public static let defaultMaxTrainingSize: UInt32 = 0
    /// The default for ``numProbes``, which is 0.
    public static let defaultNumProbes: UInt32 = 0

    /// The indexed property in SQL++.
    ///
    /// If the index is lazy, it is the property from which the program computes vectors.
    public let expression: String

    /// The indexed property as the only item of an array.
    public var expressions: [String] { [expression] }

    /// The number of dimensions of the vectors, from 2 to 4,096.
    public let dimensions: UInt32

    /// The number of groups into which Couchbase Lite divides the vectors, from 1 to 64,000.
    public let centroids: UInt32

    /// How Couchbase Lite compresses the vectors.
    public var encoding = VectorEncoding.scalarQuantizer(type: Self.defaultEncoding)

    /// How distances are computed.
    public var metric = Self.defaultDistanceMetric

    /// The minimum number of vectors from which Couchbase Lite determines groups, or 0 for its default.
    public var minTrainingSize = Self.defaultMinTrainingSize

    /// The maximum number of vectors from which Couchbase Lite determines groups, or 0 for its default.
    public var maxTrainingSize = Self.defaultMaxTrainingSize

    /// The number of groups that a query of Couchbase Lite searches, or 0 for its default.
    public var numProbes = Self.defaultNumProbes

    /// Whether the program computes the vectors, with ``QueryIndex/beginUpdate(limit:)``.
    public var isLazy = Self.defaultIsLazy

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - expression: The indexed property in SQL++.
    ///   - dimensions: The number of dimensions of the vectors, from 2 to 4,096.
    ///   - centroids: The number of groups into which Couchbase Lite divides the vectors, from 1 to
    ///     64,000.
    public init(expression: String, dimensions: UInt32, centroids: UInt32) {
        self.expression = expression
        self.dimensions = dimensions
        self.centroids = centroids
    }
}

extension VectorIndexConfiguration {
    /// The configuration in Quire's API.
    ///
    /// - Parameter name: The name of the index, for error messages.
    /// - Returns: The configuration.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value is not valid.
    func quire(forIndex name: String) throws -> NearestIndexConfiguration {
        func check(_ value: UInt32, in range: ClosedRange<UInt32>, _ title: String) throws {
            guard !range.contains(value) else { return }
            throw QuireError(
                .invalidParameter,
                "The index \(name.debugDescription) cannot have \(value) \(title): "
                    + "\(range.lowerBound) to \(range.upperBound) are possible.")
        }
        try check(dimensions, in: 2...4096, "dimensions")
        try check(centroids, in: 1...64_000, "centroids")
        if case .productQuantizer(let subquantizers, let bits) = encoding {
            try check(subquantizers, in: 2...1024, "subquantizers")
            try check(bits, in: 4...12, "bits for each subquantizer")
            guard dimensions.isMultiple(of: subquantizers) else {
                throw QuireError(
                    .invalidParameter,
                    "The index \(name.debugDescription) cannot have \(subquantizers) subquantizers: "
                        + "their number must divide its \(dimensions) dimensions.")
            }
        }
        guard maxTrainingSize == 0 || minTrainingSize <= maxTrainingSize else {
            throw QuireError(
                .invalidParameter,
                "The index \(name.debugDescription) has a minimum training size of "
                    + "\(minTrainingSize), which is greater than the maximum, \(maxTrainingSize).")
        }
        var configuration = NearestIndexConfiguration(
            expression, dimensions: Int(dimensions), metric: metric)
        configuration.isLazy = isLazy
        configuration.notes = """
            centroids=\(centroids),encoding=\(encoding.note),minToTrain=\(minTrainingSize),\
            maxToTrain=\(maxTrainingSize),probes=\(numProbes)
            """
        return configuration
    }
}
