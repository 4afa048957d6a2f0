import Foundation
import SQLPlusPlus

/// Changes to individual properties of a document, applied without decoding or encoding the model.
///
/// ```swift
/// try hotels.patch("hotel-42") {
///     $0.increment(\.stars, by: 1)
///     $0.set(\.address.city, to: "Bergen")
/// }
/// ```
///
/// The changes are applied in the order in which they were recorded. Missing or null objects on the
/// path to a property are created. Properties that the model does not declare are unchanged. If a
/// change cannot be recorded because its property is not stored, applying the patch throws the
/// error.
public struct Patch<Model: DocumentModel>: Sendable {
    private(set) var steps: [Result<PatchStep, QuireError>] = []

    /// Creates an empty patch.
    public init() {}

    /// Creates a patch from existing steps.
    init(steps: [Result<PatchStep, QuireError>]) {
        self.steps = steps
    }

    /// Creates a patch with one step.
    init(_ step: PatchStep) {
        steps = [.success(step)]
    }

    /// Sets the value of a property.
    ///
    /// ```swift
    /// try hotels.patch("hotel-1") { $0.set(\.address.city, to: "Bergen") }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property, which can be in a nested object.
    ///   - value: The value. If it is `nil`, the key is removed.
    public mutating func set<Value: Encodable & Sendable>(
        _ property: any KeyPath<Model, Value> & Sendable, to value: Value
    ) {
        add(property) { .set($0, PatchValue(value)) }
    }

    /// Adds an amount to a number.
    ///
    /// Adding an integer to an integer results in an integer, and decimals are added exactly. A missing
    /// value and null count as 0. Applying the patch throws an error if the stored value is not a
    /// number, or if the property cannot have the sum, such as 256 for a `UInt8`.
    ///
    /// ```swift
    /// try hotels.patch("hotel-1") { $0.increment(\.stars) }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The number, which can be in a nested object.
    ///   - amount: The amount to add.
    public mutating func increment<Value: Numeric & Encodable & Sendable>(
        _ property: any KeyPath<Model, Value> & Sendable, by amount: Value = 1
    ) {
        add(property) { .increment($0, PatchValue(amount), of: Value.self) }
    }

    /// Adds an amount to an optional number.
    ///
    /// - Parameters:
    ///   - property: The property, which counts as 0 if it is `nil`.
    ///   - amount: The amount to add.
    public mutating func increment<Value: Numeric & Encodable & Sendable>(
        _ property: any KeyPath<Model, Value?> & Sendable, by amount: Value = 1
    ) {
        add(property) { .increment($0, PatchValue(amount), of: Value.self) }
    }

    /// Appends an element to an array.
    ///
    /// A missing value and null count as an empty array. Applying the patch throws an error if the
    /// stored value is not an array.
    ///
    /// ```swift
    /// try hotels.patch("hotel-1") { $0.append(\.features, "parking") }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The array, which can be in a nested object.
    ///   - element: The element, which becomes the last one.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]> & Sendable, _ element: Element
    ) {
        add(property) { .append($0, [PatchValue(element)]) }
    }

    /// Appends an element to an optional array.
    ///
    /// - Parameters:
    ///   - property: The array, which is created if it is `nil`.
    ///   - element: The element, which becomes the last one.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]?> & Sendable, _ element: Element
    ) {
        add(property) { .append($0, [PatchValue(element)]) }
    }

    /// Appends elements to an array.
    ///
    /// - Parameters:
    ///   - property: The array, which can be in a nested object.
    ///   - elements: The elements, which keep their order.
    public mutating func append<Element: Encodable & Sendable>(
        _ property: any KeyPath<Model, [Element]> & Sendable, contentsOf elements: [Element]
    ) {
        add(property) { .append($0, elements.map { PatchValue($0) }) }
    }

    /// Removes the key of a property.
    ///
    /// - Parameter property: The property, which can be in a nested object.
    public mutating func remove<Value>(_ property: any KeyPath<Model, Value> & Sendable) {
        add(property) { .remove($0) }
    }

    /// Removes a key, even if the model does not declare it.
    ///
    /// - Parameter key: The key. To remove a key of a nested object, separate the keys by periods.
    public mutating func remove(key: String) {
        steps.append(.success(.remove(Self.path(key))))
    }

    /// Moves the value of a key to a property, even if the model does not declare the key.
    ///
    /// If the key is missing, nothing changes.
    ///
    /// - Parameters:
    ///   - key: The key. To move a value of a nested object, separate the keys by periods.
    ///   - property: The property that receives the value.
    public mutating func rename<Value>(
        _ key: String, to property: any KeyPath<Model, Value> & Sendable
    ) {
        add(property) { .rename(Self.path(key), to: $0) }
    }

    /// Moves the value of a property to another property.
    ///
    /// If the first property is missing, nothing changes.
    ///
    /// - Parameters:
    ///   - property: The property whose key is removed.
    ///   - other: The property that receives the value.
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
    /// Adds to a property of a type.
    case increment(PropertyPath, PatchValue, of: any Sendable.Type)
    case append(PropertyPath, [PatchValue])
    case remove(PropertyPath)
    case rename(PropertyPath, to: PropertyPath)

    /// The paths of the properties that are changed.
    var paths: [PropertyPath] {
        switch self {
        case .set(let path, _), .increment(let path, _, _), .append(let path, _), .remove(let path):
            [path]
        case .rename(let path, let other): [path, other]
        }
    }

    /// Returns whether the change assigns a value to a path, instead of only removing it.
    func assigns(_ path: PropertyPath) -> Bool {
        switch self {
        case .set(let own, _), .increment(let own, _, _), .append(let own, _): own == path
        case .remove: false
        case .rename(_, let other): other == path
        }
    }
}

/// A value that is encoded when the patch is applied.
///
/// Its blobs are therefore stored in the database of the document.
struct PatchValue: Sendable {
    /// Encodes the value; `nil` becomes null.
    let encode: @Sendable (DocumentEncoder) throws -> BodyTree

    init(_ value: some Encodable & Sendable) {
        encode = { try BodyTree(encoding: value, by: $0) }
    }

    /// Creates a patch value from an existing value.
    init(_ stored: BodyTree) {
        encode = { _ in stored }
    }
}
