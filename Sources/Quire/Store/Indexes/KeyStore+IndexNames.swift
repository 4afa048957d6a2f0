// How an index is called in the file.
//
// An index belongs to a collection; in the file one name can be given only once, whatever the
// collection and whatever the case of its letters. So an index has its own name there if that is
// free, and else the collection's table in front of it, with a mark at each capital letter:
//
//   byCity                    the first one of the name
//   kv_.hotels::by\City       another collection's
//
// The table of a full-text index always has a name of the second kind, which Couchbase Lite expects.

extension KeyStore {
    /// What stands between a collection's table and the name of an index.
    private static let separator = "::"

    /// The name in the list of an index whose own name is not free, and of the table of a full-text
    /// index.
    ///
    /// - Parameter index: The index's name.
    /// - Returns: The name in the file.
    func markedName(ofIndex index: String) -> String {
        liveTableName + Self.separator + Self.escaped(index)
    }

    /// Reads the name of an index in the list.
    ///
    /// - Parameter stored: The name in the list.
    /// - Returns: The name that the index has for the collection.
    func indexName(storedAs stored: String) -> String {
        let prefix = liveTableName + Self.separator
        guard stored.hasPrefix(prefix) else { return stored }
        return Self.unescaped(String(stored.dropFirst(prefix.count)))
    }

    /// Returns the full-text index whose words are in a table.
    ///
    /// - Parameter table: The name of any table.
    /// - Returns: The index's name, or `nil` if the table is another one's.
    func index(ofFullTextTable table: String) -> String? {
        let name = indexName(storedAs: table)
        return name == table ? nil : name
    }

    /// Names the table of a full-text index.
    ///
    /// - Parameter index: The index's name.
    /// - Returns: The table's name, not quoted.
    func fullTextTableName(_ index: String) -> String {
        markedName(ofIndex: index)
    }

    private static func unescaped(_ name: String) -> String {
        var text = ""
        var mark: Unicode.Scalar?
        for character in name.unicodeScalars {
            if let mark, !("A"..."Z").contains(character) { text.unicodeScalars.append(mark) }
            mark = character == "\\" ? character : nil
            if mark == nil { text.unicodeScalars.append(character) }
        }
        if let mark { text.unicodeScalars.append(mark) }
        return text
    }

    /// Whether an index of this name would be taken for something that the format has.
    static func isReserved(indexName: String) -> Bool {
        let start = indexName.prefix(7).lowercased()
        return start.hasPrefix("kv_") || start == "sqlite_" || indexName.lowercased() == "indexes"
    }
}
