import SQLPlusPlus

/// The schema of a model's documents: their keys and the types of the values.
///
/// The schema is determined by creating samples of the model, and decoding and encoding them as
/// documents. It therefore describes the stored documents, not the Swift type. You can compare two
/// schemas:
///
/// ```swift
/// let change = try hotels.recordSchema()  // the changes since the last recorded schema
/// for change in change.changes { print(change) }
/// ```
///
/// The schema contains only what the samples show. For example, it describes the associated values
/// of only the first case of an enumeration.
public struct ModelSchema: Codable, Hashable, Sendable {
    /// A key that a migration has renamed.
    ///
    /// ```swift
    /// for renaming in schema.renamings { print(renaming.from, renaming.to) }  // title name
    /// ```
    public struct Renaming: Codable, Hashable, Sendable {
        /// The key in older documents, with periods between the keys of nested objects.
        public var from: String
        /// The key in newer documents.
        public var to: String
        /// The first schema version with the new key.
        public var version: Int
    }

    /// The type name in documents.
    public var name: String

    /// The schema version of the model, or 1 if it has no migrations.
    public var version: Int

    /// The properties, sorted by key, except the type discriminator and the ``DocumentID``.
    public var fields: [FieldSchema]

    /// The keys that migrations have renamed or moved.
    public var renamings: [Renaming]

    /// The keys whose values migrations have set.
    public var filledKeys: [String]

    /// Creates the schema of a model.
    ///
    /// For a ``DocumentFamily``, use ``schemas(of:)``, which returns a schema for each type.
    ///
    /// - Parameter type: The model type.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if no sample of the type can be
    ///   created, because its decoding rejects all sample values.
    public init<Model: DocumentModel>(of type: Model.Type) throws {
        try self.init(of: type, name: Model.documentType, stages: MigrationPlan.of(type)?.stages)
    }

    /// Returns the schema of a model, or the schemas of all types of a ``DocumentFamily``.
    ///
    /// - Parameter type: The model type.
    /// - Returns: The schemas, in the order in which the family declares its types.
    /// - Throws: The errors of ``init(of:)``.
    public static func schemas<Model: DocumentModel>(of type: Model.Type) throws -> [ModelSchema] {
        func memberSchemas<Family: DocumentFamily>(
            of family: Family.Type
        ) throws -> [ModelSchema] {
            let stages = MigrationPlan.of(family)?.stages
            return try FamilyTypes<Family>.all.named.map { name, member in
                try ModelSchema(of: member.type, name: name, stages: stages)
            }
        }
        guard let family = type as? any DocumentFamily.Type else {
            return [try ModelSchema(of: type)]
        }
        return try memberSchemas(of: family)
    }

    private init<Value: Codable>(
        of type: Value.Type, name: String, stages: [MigrationStage]?
    ) throws {
        self.name = name
        version = stages?.last?.version ?? 1
        fields = try SchemaReader.fields(of: type)
        renamings = []
        filledKeys = []
        for stage in stages ?? [] {
            guard case .body(let steps) = stage.change else { continue }
            for step in steps { record(step, version: stage.version) }
        }
    }

    /// Records the effect of a migration step on the keys.
    private mutating func record(_ step: BodyMigration.Step, version: Int) {
        switch step {
        case .move(let old, let new):
            renamings.append(
                Renaming(from: old.dottedKeys, to: new.dottedKeys, version: version))
        case .set(let path, _, _): filledKeys.append(path.dottedKeys)
        case .remove, .convert, .each: break
        }
    }
}

extension PropertyPath {
    /// The keys, separated by periods.
    fileprivate var dottedKeys: String {
        components.compactMap { if case .key(let key) = $0 { key } else { nil } }
            .joined(separator: ".")
    }
}

/// The schema of a key in a model's documents.
///
/// ```swift
/// let schema = try ModelSchema(of: Hotel.self)
/// for field in schema.fields { print(field.key, field.type) }
/// ```
public struct FieldSchema: Codable, Hashable, Sendable {
    /// The key; `[]` for the elements of an array and `*` for the values of a dictionary.
    public var key: String

    /// The type of the value.
    public var type: StoredType

    /// Whether the value may be missing or null.
    public var isOptional: Bool

    /// Whether the model declares a default for a missing value.
    public var hasDefault: Bool

    /// The values of an enumeration, or the names of a union's cases.
    public var cases: [String]

    /// The properties of an object, or the elements of an array or a dictionary.
    public var fields: [FieldSchema]
}

/// The type of a stored value, according to the Swift type that decodes it.
///
/// ```swift
/// let names = schema.fields.filter { $0.type == .string }.map(\.key)  // ["name"]
/// ```
public struct StoredType: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the type.
    public let rawValue: String

    /// Creates a type from its name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A Boolean.
    public static let boolean = Self(rawValue: "boolean")
    /// A string.
    public static let string = Self(rawValue: "string")
    /// A signed 64-bit integer.
    public static let int64 = Self(rawValue: "int64")
    /// A 32-bit floating-point number.
    public static let float = Self(rawValue: "float")
    /// A 64-bit floating-point number.
    public static let double = Self(rawValue: "double")
    /// A decimal number.
    public static let decimal = Self(rawValue: "decimal")
    /// A date, stored as a string.
    public static let date = Self(rawValue: "date")
    /// A UUID, stored as a string.
    public static let uuid = Self(rawValue: "uuid")
    /// A URL, stored as a string.
    public static let url = Self(rawValue: "url")
    /// Binary data.
    public static let data = Self(rawValue: "data")
    /// A blob.
    public static let blob = Self(rawValue: "blob")
    /// An enumeration without associated values.
    public static let enumeration = Self(rawValue: "enumeration")
    /// An enumeration with associated values, or a family of types.
    public static let union = Self(rawValue: "union")
    /// An object with properties.
    public static let object = Self(rawValue: "object")
    /// An object with arbitrary keys, whose values have the same type.
    public static let dictionary = Self(rawValue: "dictionary")
    /// An array whose elements have the same type.
    public static let array = Self(rawValue: "array")
    /// An object of a type that contains itself, whose first occurrence describes the type.
    public static let recursive = Self(rawValue: "recursive")
    /// A type that no sample shows.
    public static let unknown = Self(rawValue: "unknown")
}

extension StoredType: CustomStringConvertible {
    /// The name of the type.
    public var description: String { rawValue }
}
