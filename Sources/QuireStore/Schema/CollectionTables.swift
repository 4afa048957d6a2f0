import QuirePlatform

/// The names of a collection's tables.
///
/// Live documents are in `kv_NAME`, deleted documents in `kv_del_NAME`.
package final class CollectionTables: Sendable {
    /// The collection's number in its database object, an index for data that is kept per
    /// collection.
    package let number: Int
    /// The name in `kvmeta`: `default`, `.collection` or `.scope.collection`.
    package let name: String
    /// The table of live documents.
    package let liveTable: SQLIdentifier
    /// The table of deleted documents.
    package let tombstoneTable: SQLIdentifier

    /// Whether the database object has created the indexes by sequence, or cannot create them.
    var hasTriedSequenceIndexes: Bool {
        get { sequenceIndexAttempt.load(ordering: .relaxed) }
        set { sequenceIndexAttempt.store(newValue, ordering: .relaxed) }
    }
    private let sequenceIndexAttempt = Atomic<Bool>(false)

    /// Creates the names of a collection's tables.
    ///
    /// - Parameters:
    ///   - number: The collection's number in its database object.
    ///   - name: The name in `kvmeta`.
    package init(number: Int, name: String) {
        self.number = number
        self.name = name
        liveTable = SQLIdentifier(Self.liveTableName(name))
        tombstoneTable = SQLIdentifier(Self.tombstonePrefix + Self.escaped(name))
    }

    /// The name of the table of live documents.
    package var liveTableName: String { liveTable.name }
    /// The name of the table of deleted documents.
    package var tombstoneTableName: String { tombstoneTable.name }

    private static let livePrefix = "kv_"
    private static let tombstonePrefix = "kv_del_"

    /// Returns the name of the table of a collection's live documents.
    ///
    /// - Parameter name: The name in `kvmeta`.
    /// - Returns: The table's name, without quotes.
    package static func liveTableName(_ name: String) -> String { livePrefix + escaped(name) }

    /// Returns the collection whose live documents are in a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The collection's name, or `nil` if the table is not a collection's.
    package static func collection(ofLiveTable table: String) -> CollectionName? {
        guard table.hasPrefix(livePrefix) else { return nil }
        let stored = table.dropFirst(livePrefix.count)
        let name = stored.filter { $0 != "\\" }
        // Couchbase Lite would not find a name in which an uppercase letter is not escaped.
        return escaped(name) == stored ? CollectionName(tablesName: name) : nil
    }

    /// Returns whether a table contains the documents of a collection, live or deleted.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: `true` if the table contains documents.
    static func isTableOfDocuments(_ table: String) -> Bool {
        collection(ofLiveTable: table) != nil || collection(ofTombstoneTable: table) != nil
    }

    /// Returns the collection whose deleted documents are in a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The collection's name, or `nil` if the table is not a collection's.
    package static func collection(ofTombstoneTable table: String) -> CollectionName? {
        guard table.hasPrefix(tombstonePrefix) else { return nil }
        return collection(ofLiveTable: livePrefix + table.dropFirst(tombstonePrefix.count))
    }

    /// Returns a name with its uppercase letters escaped, because SQLite's table names ignore case.
    static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { escaped, character in
            if ("A"..."Z").contains(character) { escaped.append("\\") }
            escaped.unicodeScalars.append(character)
        }
    }
}

/// The tables of all collections that a database object has used, each with a number.
///
/// A name keeps its number while the object exists, even if the collection is deleted or its
/// creation is rolled back. So data that is kept under a number always belongs to the same table
/// names.
package final class AllCollectionTables: Sendable {
    private let byName = Mutex<[CollectionName: CollectionTables]>([:])

    /// Returns the tables of a collection, which need not exist.
    ///
    /// - Parameter name: The collection's name.
    /// - Returns: The tables. The result is the same object for the same name.
    func tables(of name: CollectionName) -> CollectionTables {
        byName.withLock { known in
            if let tables = known[name] { return tables }
            let tables = CollectionTables(number: known.count, name: name.tablesName)
            known[name] = tables
            return tables
        }
    }
}
