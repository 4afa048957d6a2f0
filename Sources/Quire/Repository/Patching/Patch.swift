import SQLPlusPlus

/// Changes of single properties of a document, which are made without reading or writing the model.
///
/// ```swift
/// try hotels.patch("hotel-42") {
///     $0.increment(\.stars, by: 1)
///     $0.set(\.address.city, to: "Bergen")
/// }
/// ```
///
/// The changes are made in their order. Objects on the way to a property are made where they are missing
/// or null; what the model does not know stays as it is. A change that cannot be recorded, because its
/// property is not stored, is remembered and thrown when the patch is made.
public struct Patch<Model: DocumentModel>: Sendable {
    private(set) var steps: [Result<PatchStep, QuireError>] = []

    /// Makes a patch that changes nothing yet.
    public init() {}

    /// Gives a property a value.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - value: The value. With `nil` the key is removed.
    public mutating func set<Value: Encodable & Sendable>(
        _ property: any KeyPath<Model, Value> & Sendable, to value: Value
    ) {
        add(property) { .set($0, PatchValue(value)) }
    }

    /// Adds to a number.
    ///
    /// An integer stays one if an integer is added; what is missing or null counts as 0. The patch fails
    /// if something else than a number is stored, or if the sum cannot be.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - amount: What is added.
    public mutating func increment<Value: Numeric & Encodable & Sendable>(
        _ property: any KeyPath<Model, Value> & Sendable, by amount: Value = 1
    ) {
        add(property) { .increment($0, PatchValue(amount)) }
    }

    /// Adds to a number that need not be there.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - amount: What is added.
    public mutating func increment<Value: Numeric & Encodable & Sendable>(
        _ property: any KeyPath<Model, Value?> & Sendable, by amount: Value = 1
    ) {
        add(property) { .increment($0, PatchValue(amount)) }
    }

    /// Adds an element to the end of an array.
    ///
    /// What is missing or null counts as an empty array. The patch fails if something else is stored.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - element: The element.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]> & Sendable, _ element: Element
    ) {
        add(property) { .append($0, [PatchValue(element)]) }
    }

    /// Adds an element to the end of an array that need not be there.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - element: The element.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]?> & Sendable, _ element: Element
    ) {
        add(property) { .append($0, [PatchValue(element)]) }
    }

    /// Adds elements to the end of an array.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - elements: The elements.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]> & Sendable, contentsOf elements: [Element]
    ) {
        add(property) { .append($0, elements.map { PatchValue($0) }) }
    }

    /// Removes the key of a property.
    ///
    /// - Parameter property: The property.
    public mutating func remove<Value>(_ property: any KeyPath<Model, Value> & Sendable) {
        add(property) { .remove($0) }
    }

    /// Removes a key that the model need not know.
    ///
    /// - Parameter key: A key, or several with periods between to one of a nested object.
    public mutating func remove(key: String) {
        steps.append(.success(.remove(Self.path(key))))
    }

    /// Gives the value of a key that the model need not know to a property; the key goes.
    ///
    /// Nothing happens if the key is not there.
    ///
    /// - Parameters:
    ///   - key: A key, or several with periods between to one of a nested object.
    ///   - property: The property.
    public mutating func rename<Value>(
        _ key: String, to property: any KeyPath<Model, Value> & Sendable
    ) {
        add(property) { .rename(Self.path(key), to: $0) }
    }

    /// Gives the value of a property to another one; the key of the first one goes.
    ///
    /// Nothing happens if the first one is not there.
    ///
    /// - Parameters:
    ///   - property: The property that goes.
    ///   - other: The property that gets its value.
    public mutating func rename<Value, Other>(
        _ property: any KeyPath<Model, Value> & Sendable,
        to other: any KeyPath<Model, Other> & Sendable
    ) {
        add(property) { from throws(QuireError) in
            .rename(from, to: try ModelShape.bodyPath(of: other, isRoot: true))
        }
    }

    private mutating func add<Value>(
        _ property: any KeyPath<Model, Value> & Sendable,
        _ step: (PropertyPath) throws(QuireError) -> PatchStep
    ) {
        steps.append(
            Result { () throws(QuireError) in
                try step(ModelShape.bodyPath(of: property, isRoot: true))
            })
    }

    private static func path(_ key: String) -> PropertyPath {
        PropertyPath(key.split(separator: ".").map { .key(String($0)) })
    }
}

/// A change of a body.
enum PatchStep: Sendable {
    case set(PropertyPath, PatchValue)
    case increment(PropertyPath, PatchValue)
    case append(PropertyPath, [PatchValue])
    case remove(PropertyPath)
    case rename(PropertyPath, to: PropertyPath)

    /// The places that are changed.
    var paths: [PropertyPath] {
        switch self {
        case .set(let path, _), .increment(let path, _), .append(let path, _), .remove(let path):
            [path]
        case .rename(let path, let other): [path, other]
        }
    }

    /// Whether the value at a path is given another value, and not only removed.
    func assigns(_ path: PropertyPath) -> Bool {
        switch self {
        case .set(let own, _), .increment(let own, _), .append(let own, _): own == path
        case .remove: false
        case .rename(_, let other): other == path
        }
    }
}

/// A value that is encoded when the patch is made, so that it is stored by the database it goes to.
struct PatchValue: Sendable {
    /// Encodes the value; `nil` becomes null.
    let encode: @Sendable (DocumentEncoder) throws -> BodyTree

    init(_ value: some Encodable & Sendable) {
        encode = { try BodyTree(encoding: value, by: $0) }
    }
}
