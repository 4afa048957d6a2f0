import SQLPlusPlus

/// The form in which the documents of a model are stored: its keys and what they hold.
///
/// It is found out by making samples of the model, decoding and encoding them as documents are, so it
/// tells what is stored and not what the Swift type looks like. Two of them can be compared:
///
/// ```swift
/// let change = try hotels.recordSchema()      // what is new since the schema that was recorded last
/// for change in change.changes { print(change) }
/// ```
///
/// What no sample shows, it does not tell: of the values that an enumeration's case carries, only those
/// of the first case.
public struct ModelSchema: Codable, Hashable, Sendable {
    /// A key that was renamed by a migration.
    public struct Renaming: Codable, Hashable, Sendable {
        /// The key in older documents, with periods between those of nested objects.
        public var from: String
        /// The key in newer ones.
        public var to: String
        /// The form of the model that has the new key first.
        public var version: Int
    }

    /// The name of the type in documents.
    public var name: String

    /// The number of the form, by the model's migrations; 1 without any.
    public var version: Int

    /// The properties, sorted by their keys, without the type attribute and a ``DocumentID``.
    public var fields: [FieldSchema]

    /// The keys that migrations have renamed or moved.
    public var renamings: [Renaming]

    /// The keys that migrations have given values to.
    public var filledKeys: [String]

    /// Finds the schema of a model; of a ``DocumentFamily`` there is one for each type, which
    /// ``schemas(of:)`` gives.
    ///
    /// - Parameter type: The model.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if no sample of the type can be made,
    ///   because its own coding refuses all that it is offered.
    public init<Model: DocumentModel>(of type: Model.Type) throws {
        try self.init(of: type, name: Model.documentType, stages: MigrationPlan.of(type)?.stages)
    }

    /// Finds the schemas of a model: one, or of a ``DocumentFamily`` one for each type.
    ///
    /// - Parameter type: The model.
    /// - Returns: The schemas, in the order in which the family declares its types.
    /// - Throws: As ``init(of:)``.
    public static func schemas<Model: DocumentModel>(of type: Model.Type) throws -> [ModelSchema] {
        func members<Family: DocumentFamily>(_ family: Family.Type) throws -> [ModelSchema] {
            let stages = MigrationPlan.of(family)?.stages
            return try FamilyTypes<Family>.all.named.map { name, member in
                try ModelSchema(of: member.type, name: name, stages: stages)
            }
        }
        guard let family = type as? any DocumentFamily.Type else {
            return [try ModelSchema(of: type)]
        }
        return try members(family)
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
            for step in steps { note(step, stage.version) }
        }
    }

    private mutating func note(_ step: BodyMigration.Step, _ version: Int) {
        switch step {
        case .move(let path, let other):
            renamings.append(
                Renaming(from: path.keys, to: other.keys, version: version))
        case .set(let path, _, _): filledKeys.append(path.keys)
        case .remove, .convert, .each: break
        }
    }
}

extension PropertyPath {
    /// The keys with periods between.
    fileprivate var keys: String {
        components.compactMap { if case .key(let key) = $0 { key } else { nil } }
            .joined(separator: ".")
    }
}

/// What a key of a model's documents holds.
public struct FieldSchema: Codable, Hashable, Sendable {
    /// The key; `[]` for the items of an array and `*` for the values of a dictionary.
    public var key: String

    /// What the value is.
    public var type: StoredType

    /// Whether the key may be missing, or null.
    public var isOptional: Bool

    /// Whether the model declares what a missing key has.
    public var hasDefault: Bool

    /// The values of an enumeration, or the names of a union's cases.
    public var cases: [String]

    /// The properties of an object, or what an array or a dictionary holds.
    public var fields: [FieldSchema]
}

/// A kind of stored value, as the Swift type says that reads it.
public struct StoredType: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Makes a kind of its name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A truth value.
    public static let boolean = Self(rawValue: "boolean")
    /// A text.
    public static let string = Self(rawValue: "string")
    /// An integer with a sign, of 64 bits.
    public static let int64 = Self(rawValue: "int64")
    /// A number of 32 bits with a fraction.
    public static let float = Self(rawValue: "float")
    /// A number of 64 bits with a fraction.
    public static let double = Self(rawValue: "double")
    /// A decimal number.
    public static let decimal = Self(rawValue: "decimal")
    /// A point in time, stored as text.
    public static let date = Self(rawValue: "date")
    /// A UUID, stored as text.
    public static let uuid = Self(rawValue: "uuid")
    /// A URL, stored as text.
    public static let url = Self(rawValue: "url")
    /// Bytes.
    public static let data = Self(rawValue: "data")
    /// A blob.
    public static let blob = Self(rawValue: "blob")
    /// One of some values.
    public static let enumeration = Self(rawValue: "enumeration")
    /// One of some cases that carry values, or one of some types.
    public static let union = Self(rawValue: "union")
    /// An object with properties.
    public static let object = Self(rawValue: "object")
    /// An object with any keys, whose values are alike.
    public static let dictionary = Self(rawValue: "dictionary")
    /// An array whose items are alike.
    public static let array = Self(rawValue: "array")
    /// An object of a type that contains itself; it is described where that type comes first.
    public static let recursive = Self(rawValue: "recursive")
    /// Something that no sample shows.
    public static let unknown = Self(rawValue: "unknown")
}

extension StoredType: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { rawValue }
}
