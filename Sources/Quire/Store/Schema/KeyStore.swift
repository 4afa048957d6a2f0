import Synchronization

/// The names of a collection's tables.
///
/// The live documents are in `kv_NAME`, the deleted ones in `kv_del_NAME`.
package final class KeyStore: Sendable {
    /// The collection's number within its database, an index for what is kept per collection.
    let number: Int
    /// The name in `kvmeta`: `default`, `.collection` or `.scope.collection`.
    package let name: String
    /// The table of live documents.
    package let liveTable: SQLIdentifier
    /// The table of deleted documents.
    package let deadTable: SQLIdentifier

    /// Names a collection's tables.
    ///
    /// - Parameters:
    ///   - number: The collection's number within its database.
    ///   - name: The name in `kvmeta`.
    package init(number: Int, name: String) {
        self.number = number
        self.name = name
        liveTable = SQLIdentifier(Self.liveTableName(name))
        deadTable = SQLIdentifier(Self.deadPrefix + Self.escaped(name))
    }

    /// The name of the table of live documents.
    package var liveTableName: String { liveTable.name }
    /// The name of the table of deleted documents.
    package var deadTableName: String { deadTable.name }

    private static let livePrefix = "kv_"
    private static let deadPrefix = "kv_del_"

    /// Names the table of a collection's live documents.
    ///
    /// - Parameter name: The name in `kvmeta`.
    /// - Returns: The table's name, not quoted.
    package static func liveTableName(_ name: String) -> String { livePrefix + escaped(name) }

    /// Returns the collection whose live documents are in a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The collection's name, or `nil` if the table is another one's.
    static func collection(ofLiveTable table: String) -> CollectionName? {
        guard table.hasPrefix(livePrefix) else { return nil }
        let stored = table.dropFirst(livePrefix.count)
        let name = stored.filter { $0 != "\\" }
        // A capital letter that is not marked is no name that Couchbase Lite would find.
        return escaped(name) == stored ? CollectionName(keyStoreName: name) : nil
    }

    /// Returns whether a table has the documents of a collection, live or deleted.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: `true` if it has.
    static func isTableOfDocuments(_ table: String) -> Bool {
        collection(ofLiveTable: table) != nil || collection(ofDeadTable: table) != nil
    }

    /// Returns the collection whose deleted documents are in a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The collection's name, or `nil` if the table is another one's.
    static func collection(ofDeadTable table: String) -> CollectionName? {
        guard table.hasPrefix(deadPrefix) else { return nil }
        return collection(ofLiveTable: livePrefix + table.dropFirst(deadPrefix.count))
    }

    /// SQLite does not tell `a` from `A` in a table's name, so a capital letter is marked.
    static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { escaped, character in
            if ("A"..."Z").contains(character) { escaped.append("\\") }
            escaped.unicodeScalars.append(character)
        }
    }
}

/// The collections' tables that a database object has had to do with, each under a number.
///
/// A name keeps its number for as long as the object lives, also when the collection is deleted or
/// its creation undone: what is kept under a number is about tables of one name.
final class KeyStores: Sendable {
    private let byName = Mutex<[CollectionName: KeyStore]>([:])

    /// Returns the tables of a collection, whether they are there or not.
    ///
    /// - Parameter name: The collection's name.
    /// - Returns: The tables; the same object for the same name.
    func keyStore(of name: CollectionName) -> KeyStore {
        byName.withLock { known in
            if let keyStore = known[name] { return keyStore }
            let keyStore = KeyStore(number: known.count, name: name.keyStoreName)
            known[name] = keyStore
            return keyStore
        }
    }
}
