/// The kind of an index, with its number in Couchbase Lite.
package enum IndexKind: Int64, CaseIterable {
    case value = 0
    case fullText = 1
    case array = 2
    case predictive = 3
    case vector = 4
    /// An index of vectors of Quire's own, which the list of indexes does not contain.
    case nearest = -1

    /// The word for the kind in summaries and explanations.
    package var word: String {
        switch self {
        case .value: "value"
        case .fullText: "full-text"
        case .array: "array"
        case .predictive: "predictive"
        case .vector: "vector"
        case .nearest: "nearest"
        }
    }

    /// The definition of the kind.
    var definition: any IndexKindDefinition.Type {
        switch self {
        case .value: ValueIndexParts.self
        case .fullText: FullTextIndexParts.self
        case .array: ArrayIndexParts.self
        case .nearest: NearestIndexParts.self
        case .predictive, .vector: UnsupportedIndexes.self
        }
    }

    static var definitions: [any IndexKindDefinition.Type] { allCases.map(\.definition) }
}

/// What the store knows about the existing indexes of a kind, in any file.
///
/// The type that creates indexes of the kind conforms to it. No requirement has a default
/// implementation, so the compiler reports what a new kind lacks.
protocol IndexKindDefinition {
    /// Whether an index is a table, and not an index of SQLite.
    ///
    /// SQLite's query plans do not name such an index.
    static var isTable: Bool { get }

    /// Returns the entry for an object of the schema, in a file without a list of indexes.
    ///
    /// - Parameters:
    ///   - object: An object of the collection.
    ///   - tables: The collection's tables.
    /// - Returns: The entry, or `nil` if the object is not an index of this kind.
    static func record(of object: IndexObject, in tables: CollectionTables) -> IndexRecord?

    /// Returns the objects of the schema without which an index is damaged.
    ///
    /// - Parameter record: The entry in the list of indexes.
    /// - Returns: The names of the objects, with their types in the schema.
    static func objects(of record: IndexRecord) -> [(name: String, type: String)]

    /// Returns the tables of an index whose names do not begin with that of the collection's table.
    ///
    /// The triggers of a valid schema may write them, and they are removed with the collection.
    ///
    /// - Parameter table: The name of the table in the list of indexes, which can be any text.
    /// - Returns: The tables, each with the table whose triggers write it, or `nil` if the name does
    ///   not contain that table.
    static func separateTables(listedAs table: String) -> [(name: String, source: String?)]

    /// Returns the tables that no index requires after an index has been removed.
    ///
    /// - Parameters:
    ///   - record: The index, which is no longer in the list.
    ///   - list: The list of indexes.
    /// - Returns: The tables, without that of an index that is a table.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func tablesToRemove(with record: IndexRecord, from list: IndexList) throws -> [String]

    /// Returns the tables that contain only data from the documents of a collection.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: A connection.
    /// - Returns: The tables. The rows of each can be deleted after those of the tables before it.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func derivedTables(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> [DerivedTable]
}

/// An object of a collection in the schema that may be an index.
struct IndexObject {
    let name: String
    /// Whether the object is a virtual table, and not an index of SQLite.
    let isVirtualTable: Bool
}

extension IndexRecord {
    /// The definition of the index's kind.
    var definition: any IndexKindDefinition.Type { kind?.definition ?? UnsupportedIndexes.self }

    /// Whether the index is a table, and not an index of SQLite.
    package var isTable: Bool { definition.isTable }

    /// The objects of the schema without which the index is damaged, with their types.
    package var objects: [(name: String, type: String)] { definition.objects(of: self) }
}
