import Fleece
import SQLPlusPlus

/// Changes of stored bodies from one form of a model to the next.
///
/// Properties are named by their keys as they are stored: `name`, or `address.city` for one of a nested
/// object. A change of what is not there does nothing, but for those that say otherwise.
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

    /// Gives a key another name, in the object that it is in.
    ///
    /// If that object has a key of the new name already, both stay as they are.
    ///
    /// - Parameters:
    ///   - key: The key, or several with periods between to one of a nested object.
    ///   - name: The new name: a single key.
    public mutating func rename(_ key: String, to name: String) {
        let path = PropertyPath(keys: key)
        let parent = PropertyPath(Array(path.components.dropLast()))
        steps.append(.move(path, to: parent.appending(key: name)))
    }

    /// Moves a value to another place; objects on the way there are made.
    ///
    /// If there is a value at the new place already, both stay as they are.
    ///
    /// - Parameters:
    ///   - key: The key, or several with periods between to one of a nested object.
    ///   - other: The key of the new place.
    public mutating func move(_ key: String, to other: String) {
        steps.append(.move(PropertyPath(keys: key), to: PropertyPath(keys: other)))
    }

    /// Removes a key with its value.
    ///
    /// - Parameter key: The key, or several with periods between to one of a nested object.
    public mutating func remove(_ key: String) {
        steps.append(.remove(PropertyPath(keys: key)))
    }

    /// Gives a key a value, whatever it has.
    ///
    /// - Parameters:
    ///   - key: The key, or several with periods between to one of a nested object, which is made if
    ///     it is not there.
    ///   - value: The value.
    public mutating func set(_ key: String, to value: some Encodable & Sendable) {
        steps.append(.set(PropertyPath(keys: key), PatchValue(value), isDefault: false))
    }

    /// Gives a key a value if it has none, or null.
    ///
    /// - Parameters:
    ///   - key: The key, or several with periods between to one of a nested object, which is made if
    ///     it is not there.
    ///   - value: The value.
    public mutating func setDefault(_ key: String, to value: some Encodable & Sendable) {
        steps.append(.set(PropertyPath(keys: key), PatchValue(value), isDefault: true))
    }

    /// Makes another value of the one that a key has.
    ///
    /// ```swift
    /// $0.convert("stars", from: Double.self) { Int($0.rounded()) }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key, or several with periods between to one of a nested object.
    ///   - type: What the value is in the old form. If it is something else, the document cannot be
    ///     migrated; null is left alone.
    ///   - change: A closure that makes the new value; with `nil` the key goes.
    public mutating func convert<Old: Decodable & Sendable, New: Encodable & Sendable>(
        _ key: String, from type: Old.Type, _ change: @escaping @Sendable (Old) throws -> New
    ) {
        steps.append(
            .convert(PropertyPath(keys: key)) { value, context in
                PatchValue(try change(context.decoder.decode(Old.self, from: value)))
            })
    }

    /// Makes changes in each of the objects that are the items of an array or the values of an object.
    ///
    /// - Parameters:
    ///   - key: The key of the array or object.
    ///   - changes: A closure that records the changes; its keys are those of the items.
    public mutating func each(_ key: String, _ changes: (inout BodyMigration) -> Void) {
        var items = BodyMigration()
        changes(&items)
        steps.append(.each(PropertyPath(keys: key), items.steps))
    }
}

// MARK: Making the changes

extension BodyMigration.Step {
    /// Makes the change.
    ///
    /// - Parameters:
    ///   - body: The body, or an item of an array in it.
    ///   - context: What values are coded with.
    /// - Throws: ``PatchFailure`` if something on the way is no object, `DecodingError` or
    ///   `EncodingError`, or what a closure throws.
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
    /// The value at a place, if there is one.
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

    /// Makes changes in each object of an array or of a dictionary.
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
    /// Puts a value where another one is.
    fileprivate static func replace(_ path: PropertyPath, with value: BodyTree) -> PatchStep {
        .set(path, PatchValue(value))
    }
}

extension PatchValue {
    /// A value that is there already.
    fileprivate init(_ value: BodyTree) {
        encode = { _ in value }
    }
}

extension PropertyPath {
    /// The place of a key, or of several with periods between.
    init(keys: String) {
        self.init(keys.split(separator: ".").map { .key(String($0)) })
    }
}
