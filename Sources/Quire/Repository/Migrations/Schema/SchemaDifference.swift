/// What one schema of a model has that another one has not.
public struct SchemaDifference: Hashable, Sendable {
    /// The changes, by their keys.
    public let changes: [SchemaChange]

    /// Whether the schemas are the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// Whether documents of the older form can be read by the newer model without any migration, and
    /// all that is in them is read.
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
    /// A line for each change.
    public var description: String { changes.map(\.description).joined(separator: "\n") }
}

/// A change of one key between two schemas.
public struct SchemaChange: Hashable, Sendable {
    /// What has become of a key.
    public enum Kind: String, Sendable {
        /// It is new.
        case added
        /// It is no longer known; documents keep what they have.
        case dropped
        /// It was renamed or moved by a migration.
        case renamed
        /// It takes fewer values than before.
        case narrowed
        /// It takes more values than before.
        case widened
        /// It takes other values than before.
        case retyped
    }

    /// What has become of the key.
    public let kind: Kind

    /// The key in the newer schema, with periods between those of nested objects; `[]` are the items of
    /// an array, `*` the values of a dictionary.
    public let path: String

    /// What has changed, in words.
    public let detail: String

    /// Whether a document without the key, or with any value that was allowed before, can be read.
    public let isReadable: Bool
}

extension SchemaChange: CustomStringConvertible {
    /// The change in words.
    public var description: String { "\(path): \(kind.rawValue), \(detail)" }
}

extension ModelSchema {
    /// Tells what this schema has that an older one has not, and the other way round.
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
