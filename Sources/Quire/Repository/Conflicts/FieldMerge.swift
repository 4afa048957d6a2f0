import SQLPlusPlus

/// The policies by which fields are merged that two changes of a document have both changed.
public struct FieldMerge<Model: DocumentModel>: Sendable {
    private var declared: [(path: Result<PropertyPath, QuireError>, policy: FieldPolicy)] = []

    init() {}

    /// Takes the value that is saved last, which is this save's.
    ///
    /// It is what happens to fields without a policy; with this one an object is taken as a whole.
    ///
    /// - Parameter field: The property.
    public mutating func lastWriter<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .lastWriter)
    }

    /// Takes the value that was saved first, which is the stored one.
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

    /// Merges an array as a set: it has the elements that either change added, and none that either
    /// removed.
    ///
    /// - Parameter field: The property.
    public mutating func set<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .set)
    }

    /// Takes the greater of two numbers, dates or texts.
    ///
    /// - Parameter field: The property.
    public mutating func maximum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .maximum)
    }

    /// Takes the lesser of two numbers, dates or texts.
    ///
    /// - Parameter field: The property.
    public mutating func minimum<Value>(_ field: any KeyPath<Model, Value> & Sendable) {
        add(field, .minimum)
    }

    private mutating func add<Value>(
        _ field: any KeyPath<Model, Value> & Sendable, _ policy: FieldPolicy
    ) {
        let path = Result { () throws(QuireError) in
            try ModelShape.bodyPath(of: field, isRoot: true)
        }
        declared.append((path, policy))
    }

    /// The policies by path.
    ///
    /// - Throws: ``QuireError`` if one is for a property that is not stored in the body.
    func policies() throws -> [PropertyPath: FieldPolicy] {
        try declared.reduce(into: [:]) { $0[try $1.path.get()] = $1.policy }
    }
}

/// What becomes of a field that two changes have both changed.
enum FieldPolicy: Sendable {
    case lastWriter
    case firstWriter
    case counter
    case set
    case maximum
    case minimum
}
