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
    /// - Parameter field: The property.
    public mutating func counter<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .counter)
    }

    /// Merges an array as a set.
    ///
    /// The merged array contains the elements that either change added, and no elements that either
    /// change removed.
    ///
    /// - Parameter field: The property.
    public mutating func set<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .set)
    }

    /// Uses the greater of two numbers, dates or strings.
    ///
    /// - Parameter field: The property.
    public mutating func maximum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .maximum)
    }

    /// Uses the lesser of two numbers, dates or strings.
    ///
    /// - Parameter field: The property.
    public mutating func minimum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .minimum)
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
enum MergePolicy: Sendable {
    case lastWriter
    case firstWriter
    case counter
    case set
    case maximum
    case minimum
}
