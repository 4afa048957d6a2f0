/// The differences between two schemas of a model.
///
/// ```swift
/// let difference = try hotels.schemaDifference()
/// if !difference.isEmpty { print(difference) }
/// ```
public struct SchemaDifference: Hashable, Sendable {
    /// The changes, sorted by key.
    public let changes: [SchemaChange]

    /// Whether the schemas are equal.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether the newer model can read all data of older documents without a migration.
    public var isAdditive: Bool {
        changes.allSatisfy { change in
            switch change.kind {
            case .added: change.isReadable
            case .widened: true
            case .dropped, .renamed, .narrowed, .retyped: false
            }
        }
    }

    init(_ changes: [SchemaChange]) {
        self.changes = changes
    }
}

extension SchemaDifference: CustomStringConvertible {
    /// A description with one line for each change.
    public var description: String { changes.map(\.description).joined(separator: "\n") }
}

/// A change of one key between two schemas.
///
/// ```swift
/// for change in try hotels.schemaDifference().changes where !change.isReadable {
///     print(change.path, change.kind, change.detail)
/// }
/// ```
public struct SchemaChange: Hashable, Sendable {
    /// The kind of a change.
    ///
    /// ```swift
    /// let dropped = difference.changes.filter { $0.kind == .dropped }.map(\.path)
    /// ```
    public enum Kind: String, Sendable {
        /// The key is new.
        case added
        /// The newer schema does not contain the key. Documents keep their values.
        case dropped
        /// A migration has renamed or moved the key.
        case renamed
        /// The key accepts fewer values than before.
        case narrowed
        /// The key accepts more values than before.
        case widened
        /// The key accepts values of another type.
        case retyped
    }

    /// The kind of the change.
    public let kind: Kind

    /// The key in the newer schema, with periods between the keys of nested objects.
    ///
    /// The key is `[]` for the elements of an array, and `*` for the values of a dictionary.
    public let path: String

    /// A description of the change.
    public let detail: String

    /// Whether the newer model can read documents without the key and all values allowed before.
    public let isReadable: Bool
}

extension SchemaChange: CustomStringConvertible {
    /// A description of the change with its key and kind.
    public var description: String { "\(path): \(kind.rawValue), \(detail)" }
}

extension ModelSchema {
    /// Returns the differences between this schema and an older one.
    ///
    /// - Parameter old: The older schema.
    /// - Returns: The changes.
    /// - Complexity: O(*n* log *n*) in the number of keys.
    public func difference(from old: ModelSchema) -> SchemaDifference {
        var comparison = SchemaComparison(new: self, old: old)
        comparison.run()
        return SchemaDifference(comparison.changes)
    }
}
