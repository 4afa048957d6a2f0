import Fleece
import SQLPlusPlus

/// Changes that migrate stored bodies from one schema version of a model to the next.
///
/// Name properties by their stored keys: `name`, or `address.city` for a property of a nested
/// object. Unless a method states otherwise, changing a missing property has no effect.
///
/// ```swift
/// let migrations = Migrations<Hotel>().migrate(to: 2) { body in
///     body.move("city", to: "address.city")
///     body.remove("faxNumber")
///     body.each("rooms") { $0.setDefault("beds", to: 2) }
/// }
/// ```
public struct BodyMigration: Sendable {
    /// A change.
    enum Step: Sendable {
        case move(PropertyPath, to: PropertyPath)
        case remove(PropertyPath)
        case set(PropertyPath, PatchValue, isDefault: Bool)
        case convert(PropertyPath, @Sendable (FleeceValue, MigrationContext) throws -> PatchValue)
        case each(PropertyPath, [Step])
    }

    private(set) var steps: [Step] = []

    init() {}

    /// Renames a key within its object.
    ///
    /// If the object already has a key with the new name, nothing changes.
    ///
    /// - Parameters:
    ///   - key: The key. For a key of a nested object, separate the keys by periods.
    ///   - name: The new name, which is a single key.
    public mutating func rename(_ key: String, to name: String) {
        let path = PropertyPath(keys: key)
        let parent = PropertyPath(Array(path.components.dropLast()))
        steps.append(.move(path, to: parent.appending(key: name)))
    }

    /// Moves a value to another key path, creating missing objects on the path.
    ///
    /// If there is already a value at the new key path, nothing changes.
    ///
    /// - Parameters:
    ///   - key: The key. For a key of a nested object, separate the keys by periods.
    ///   - other: The new key path.
    public mutating func move(_ key: String, to other: String) {
        steps.append(.move(PropertyPath(keys: key), to: PropertyPath(keys: other)))
    }

    /// Removes a key and its value.
    ///
    /// - Parameter key: The key. For a key of a nested object, separate the keys by periods.
    public mutating func remove(_ key: String) {
        steps.append(.remove(PropertyPath(keys: key)))
    }

    /// Sets the value of a key, replacing an existing value.
    ///
    /// - Parameters:
    ///   - key: The key. For a key of a nested object, separate the keys by periods. Missing
    ///     objects are created.
    ///   - value: The value, which is encoded like a property of a model.
    public mutating func set(_ key: String, to value: some Encodable & Sendable) {
        steps.append(.set(PropertyPath(keys: key), PatchValue(value), isDefault: false))
    }

    /// Sets the value of a key if it is missing or null.
    ///
    /// - Parameters:
    ///   - key: The key. For a key of a nested object, separate the keys by periods. Missing
    ///     objects are created.
    ///   - value: The value, which is encoded like a property of a model.
    public mutating func setDefault(_ key: String, to value: some Encodable & Sendable) {
        steps.append(.set(PropertyPath(keys: key), PatchValue(value), isDefault: true))
    }

    /// Converts the value of a key.
    ///
    /// ```swift
    /// $0.convert("stars", from: Double.self) { Int($0.rounded()) }
    /// ```
    ///
    /// Null is not converted.
    ///
    /// - Parameters:
    ///   - key: The key. For a key of a nested object, separate the keys by periods.
    ///   - type: The type of the old value. If the value has another type, the document cannot be
    ///     migrated.
    ///   - change: A closure that returns the new value. If the result is `nil`, the key is
    ///     removed.
    public mutating func convert<Old: Decodable & Sendable, New: Encodable & Sendable>(
        _ key: String, from type: Old.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) {
        steps.append(
            .convert(PropertyPath(keys: key)) { value, context in
                PatchValue(try change(context.decoder.decode(Old.self, from: value)))
            })
    }

    /// Changes each object in an array, or each object that is a value of an object.
    ///
    /// - Parameters:
    ///   - key: The key of the array or object.
    ///   - changes: A closure that records the changes, with keys relative to each object.
    public mutating func each(_ key: String, _ changes: (inout BodyMigration) -> Void) {
        var items = BodyMigration()
        changes(&items)
        steps.append(.each(PropertyPath(keys: key), items.steps))
    }
}

// MARK: Applying the changes

extension BodyMigration.Step {
    /// Applies the change.
    ///
    /// - Parameters:
    ///   - body: The body, or an element of an array in it.
    ///   - context: The context of the migration.
    /// - Throws: ``PatchFailure`` if a value on the path is not an object, `DecodingError`,
    ///   `EncodingError`, or an error that a closure throws.
    func apply(to body: inout BodyTree, _ context: MigrationContext) throws {
        switch self {
        case .move(let path, let other):
            guard body.value(at: path) != nil, body.value(at: other) == nil else { return }
            try body.patch(.rename(path, to: other), context)
        case .remove(let path):
            if body.value(at: path) != nil { try body.patch(.remove(path), context) }
        case .set(let path, let value, let isDefault):
            if isDefault, let present = body.value(at: path), !present.isNull { return }
            try body.patch(.set(path, value), context)
        case .convert(let path, let change):
            guard let old = try body.value(at: path)?.finished(), !old.isNull else { return }
            try body.patch(.set(path, change(old, context)), context)
        case .each(let path, let steps):
            guard let collection = body.value(at: path) else { return }
            try body.patch(.replace(path, with: collection.changingEach(steps, context)), context)
        }
    }
}

extension BodyTree {
    /// Returns the value at a path, or `nil` if it is missing.
    fileprivate func value(at path: PropertyPath) -> BodyTree? {
        var value: BodyTree? = self
        for component in path.components {
            guard case .key(let key) = component else { return nil }
            value = value?.pairs?[key]
        }
        return value
    }

    fileprivate mutating func patch(_ step: PatchStep, _ context: MigrationContext) throws {
        var patch = BodyPatch(self, encoder: context.encoder)
        try patch.apply(step)
        self = patch.body
    }

    /// Applies changes to each object in an array or a dictionary.
    fileprivate func changingEach(
        _ steps: [BodyMigration.Step], _ context: MigrationContext
    ) throws -> BodyTree {
        func changed(_ item: BodyTree) throws -> BodyTree {
            guard item.pairs != nil else { return item }
            var item = item
            for step in steps { try step.apply(to: &item, context) }
            return item
        }
        if let items { return .array(try items.map(changed)) }
        guard var pairs else { return self }
        for (key, value) in pairs.all { pairs[key] = try changed(value) }
        return .dictionary(pairs)
    }
}

extension PatchStep {
    /// Returns a change that replaces a value by another one.
    fileprivate static func replace(_ path: PropertyPath, with value: BodyTree) -> PatchStep {
        .set(path, PatchValue(value))
    }
}

extension PropertyPath {
    /// Creates a path from keys that are separated by periods.
    init(keys: String) {
        self.init(keys.split(separator: ".").map { .key(String($0)) })
    }
}
