import Foundation
import SQLPlusPlus

/// Per-field policies for merging concurrent changes.
///
/// ```swift
/// let rule = ConflictRule<Hotel>.mergeFields { policies in
///     policies.counter(\.visits)
///     policies.set(\.tags)
///     policies.firstWriter(\.name)
/// }
/// let hotels = try database.repository(of: Hotel.self, conflicts: rule)
/// ```
///
/// Each policy applies to a field that both changes changed. If only one of them changed it, the
/// field gets the value of this change, also if the policy is ``maximum(_:)`` and the value is lower
/// than before. If both made the same change, the field gets this value; a counter adds both
/// differences.
///
/// A merge of two databases gives the same result on both of them, except for fields with the policy
/// ``lastWriter(_:)`` or ``firstWriter(_:)`` and fields without a policy.
///
/// Values that a policy cannot merge, such as a counter that is a string, cause the error `conflict`.
public struct MergePolicies<Model: DocumentModel>: Sendable {
    private var declared: [(path: Result<PropertyPath, QuireError>, policy: MergePolicy)] = []

    init() {}

    /// Uses the value of the current save if both changes changed the field.
    ///
    /// Fields without a policy are merged in the same way, except that objects are merged field by
    /// field. With this policy, an object is replaced as a whole.
    ///
    /// - Parameter field: The property.
    public mutating func lastWriter<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .lastWriter)
    }

    /// Uses the stored value if both changes changed the field.
    ///
    /// - Parameter field: The property.
    public mutating func firstWriter<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .firstWriter)
    }

    /// Adds the differences that both changes made to a number.
    ///
    /// If both add 1 to 10, the result is 12. A missing number and null count as 0. Integers and
    /// properties of type `Decimal` are added exactly. A sum that cannot be stored exactly, or for
    /// floating-point numbers an infinite sum, causes the error `conflict`, and so does a conflict of
    /// two databases whose base is unknown.
    ///
    /// - Parameter field: The property.
    public mutating func counter<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .counter(isDecimal: Self.isDecimal(Value.self)))
    }

    /// Merges an array as a set.
    ///
    /// The merged array contains the elements that either change added, and no elements that either
    /// change removed. Those of the base keep their order; added elements follow in the order of their
    /// JSON. A missing array and null are empty sets.
    ///
    /// - Parameter field: The property.
    public mutating func set<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .set)
    }

    /// Uses the greater of two numbers, dates or strings.
    ///
    /// If one change removed the value or set it to `nil`, the other value is used.
    ///
    /// - Parameter field: The property.
    public mutating func maximum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .maximum(isDecimal: Self.isDecimal(Value.self)))
    }

    /// Uses the lesser of two numbers, dates or strings.
    ///
    /// If one change removed the value or set it to `nil`, the other value is used.
    ///
    /// - Parameter field: The property.
    public mutating func minimum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .minimum(isDecimal: Self.isDecimal(Value.self)))
    }

    /// Returns whether a property is a `Decimal`, which can be stored as a string.
    private static func isDecimal(_ type: Any.Type) -> Bool {
        type == Decimal.self || type == Decimal?.self
    }

    private mutating func add<Value>(
        _ field: any KeyPath<Model, Value> & Sendable, _ policy: MergePolicy
    ) {
        let path = Result { () throws(QuireError) in
            try ModelShape.bodyPath(of: field, isRoot: true)
        }
        declared.append((path, policy))
    }

    /// Returns the policies by property path.
    ///
    /// - Throws: ``QuireError`` if the property of a policy is not stored in the body.
    func policies() throws -> [PropertyPath: MergePolicy] {
        try declared.reduce(into: [:]) { $0[try $1.path.get()] = $1.policy }
    }
}

/// A policy for a field that both of two concurrent changes changed.
enum MergePolicy: Hashable, Sendable {
    case lastWriter
    case firstWriter
    case counter(isDecimal: Bool)
    case set
    case maximum(isDecimal: Bool)
    case minimum(isDecimal: Bool)
}
