// The names of indexes in the file.
//
// An index belongs to a collection, but its name in the file must be unique among the indexes of
// all collections, without regard to case. If the name of an index is available, it is also its
// name in the file. Otherwise, the name in the file begins with the collection's table and has a
// backslash before each capital letter:
//
//   byCity                    the first index with the name
//   kv_.hotels::by\City       an index of another collection
//
// The table of a full-text index always has the second form of the name, because Couchbase Lite
// expects it.

extension CollectionTables {
    /// The separator between the name of a collection's table and the name of an index.
    private static let separator = "::"

    /// Returns the stored form of an index name that includes the collection.
    ///
    /// It is the name of an index whose own name isn't available, and the name of the table of a
    /// full-text index.
    ///
    /// - Parameter index: The index's name.
    /// - Returns: The name in the file.
    func markedName(ofIndex index: String) -> String {
        liveTableName + Self.separator + Self.escaped(index)
    }

    /// Returns the name of an index from its stored name.
    ///
    /// - Parameter stored: The name in the list of indexes.
    /// - Returns: The name of the index within the collection.
    func indexName(storedAs stored: String) -> String {
        let prefix = liveTableName + Self.separator
        guard stored.hasPrefix(prefix) else { return stored }
        return Self.unescaped(String(stored.dropFirst(prefix.count)))
    }

    /// Returns the name of the full-text index that a table belongs to.
    ///
    /// - Parameter table: The name of a table.
    /// - Returns: The name of the index, or `nil` if the table doesn't belong to a full-text index.
    package func index(ofFullTextTable table: String) -> String? {
        let name = indexName(storedAs: table)
        return name == table ? nil : name
    }

    /// Returns the name of the table of a full-text index.
    ///
    /// - Parameter index: The index's name.
    /// - Returns: The table's name, not quoted.
    package func fullTextTableName(_ index: String) -> String {
        markedName(ofIndex: index)
    }

    /// Returns whether the file format reserves the name of an index.
    static func isReserved(indexName: String) -> Bool {
        let name = indexName.lowercased()
        return name.hasPrefix("kv_") || name.hasPrefix("sqlite_") || name == "indexes"
    }

    /// Returns a name without the backslashes that precede capital letters.
    private static func unescaped(_ name: String) -> String {
        var text = ""
        // A backslash that is not yet in the result.
        var backslash: Unicode.Scalar?
        for character in name.unicodeScalars {
            if let backslash, !("A"..."Z").contains(character) {
                text.unicodeScalars.append(backslash)
            }
            backslash = character == "\\" ? character : nil
            if backslash == nil { text.unicodeScalars.append(character) }
        }
        if let backslash { text.unicodeScalars.append(backslash) }
        return text
    }
}
