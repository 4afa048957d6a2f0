public import Fleece
public import SQLPlusPlus

/// A group of documents whose aggregates an engine has computed.
///
/// An engine that can group documents passes groups to
/// ``StatementEvaluator/rows(ofGroups:codingInfo:)`` instead of all documents. The groups can be
/// smaller than those of the statement: the evaluator combines groups with equal keys.
///
/// For `SELECT city, COUNT(*) FROM _ GROUP BY city`, this is the group of three hotels in Bergen:
///
/// ```swift
/// let bergen = try FleeceStorage(json: #"{"city": "Bergen"}"#)
/// if let properties = bergen.rootDictionary {
///     let count = QueryTerm.call("COUNT", [.star])
///     let group = EvaluatedGroup(
///         properties: properties, aggregates: [count: AggregatePart(count: 3)])
///     let rows = try evaluator.rows(ofGroups: [group])
///     print(rows.map { $0.toJSON() })
/// }
/// ```
public struct EvaluatedGroup: Sendable {
    /// A document with the properties of the group.
    package let document: EvaluatedDocument

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - properties: A body with the properties that the grouping of the statement uses. All
    ///     documents of the group have the same values of these properties.
    ///   - aggregates: The values of all aggregates of the statement, by their terms.
    public init(properties: FleeceDictionary, aggregates: [QueryTerm: AggregatePart]) {
        let version = RevisionID(RevisionID.Version(time: 1, source: nil))
        var document = EvaluatedDocument(
            DocumentRecord(id: "", revisionID: version, sequence: 0, body: properties))
        document.aggregates = aggregates
        self.document = document
    }
}

/// The value of an aggregate for the documents of one group.
///
/// ```swift
/// let count = AggregatePart(count: 3)
/// let total = AggregatePart(count: 3, sum: .integer(285))
/// let highest = AggregatePart(count: 3, extreme: try FleeceStorage(json: "120.5").root)
/// ```
public struct AggregatePart: Sendable {
    /// A sum of numbers.
    ///
    /// ```swift
    /// let total = AggregatePart(count: 3, sum: AggregatePart.Sum.integer(285))
    /// ```
    public enum Sum: Hashable, Sendable {
        /// The sum of values that are all integers.
        case integer(Int64)
        /// The sum of values of which at least one is not an integer.
        case double(Double)
    }

    package let count: Int64
    package let sum: Sum?
    package let extreme: FleeceValue?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - count: The number of values that are not missing, or the number of documents for
    ///     `COUNT(*)`.
    ///   - sum: The sum of the values for `SUM` and `AVG`, where null counts as 0.0.
    ///   - extreme: The lowest value for `MIN`, or the highest value for `MAX`.
    public init(count: Int64, sum: Sum? = nil, extreme: FleeceValue? = nil) {
        self.count = count
        self.sum = sum
        self.extreme = extreme
    }
}
