/// What an index consists of in the file, in SQL.
///
/// Its expressions are those that queries use, and nothing that SQLite would not keep as it is.
protocol IndexParts {
    /// The kind, for the list of indexes.
    var kind: IndexKind { get }

    /// The table that the list of indexes names.
    ///
    /// - Parameters:
    ///   - name: The index's name.
    ///   - keyStore: The collection's tables.
    /// - Returns: The table's name, or `nil` if the index has none.
    func listedTable(_ name: String, of keyStore: KeyStore) -> String?

    /// Texts of the schema that are there if this very index is.
    ///
    /// - Parameters:
    ///   - name: The index's name, and how it is called in the list.
    ///   - keyStore: The collection's tables.
    /// - Returns: The texts.
    func characteristics(_ name: IndexName, of keyStore: KeyStore) -> [SQLText]

    /// Makes the index, in the open transaction.
    ///
    /// - Parameters:
    ///   - name: The index's name, and how it is called in the list.
    ///   - keyStore: The collection's tables.
    ///   - connection: The writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func make(_ name: IndexName, of keyStore: KeyStore, on connection: SQLiteConnection) throws
}

/// How an index is called: for its collection, and in the file.
struct IndexName {
    let name: String
    let stored: String
}
