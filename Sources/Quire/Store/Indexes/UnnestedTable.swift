// The items of the arrays at a path, of all documents of a collection, are the rows of a table:
//
//   docid  the document's row, or the row of the item in whose array this item is
//   i      the index in the array
//   body   the item, as `fl_each` has it
//
// The list of indexes names it in plain words, `kv_default:unnest:contacts[].phones`: the property
// `phones` of the items of `contacts`. The table's own name is the SHA-1 of that in hexadecimal
// digits. It has triggers on the table whose rows it is about.

/// The table of the items of an array, on which array indexes lie.
package struct UnnestedTable: Hashable {
    private static let separator = ":unnest:"
    private static let levelSeparator = "[]."

    /// The name in plain words.
    let plainName: String
    /// The table that has the arrays: a collection's, or one of this kind.
    let parentName: String

    /// The table's name.
    package var name: String {
        var digest = SHA1()
        digest.update(Array(plainName.utf8))
        let digits = Array("0123456789abcdef".unicodeScalars)
        return digest.digest.reduce(into: "") { name, byte in
            name.unicodeScalars.append(digits[Int(byte >> 4)])
            name.unicodeScalars.append(digits[Int(byte & 15)])
        }
    }

    /// Compiles a query and runs it, and does both once more if an array index that it uses is gone
    /// by then: that is found out before there is a row.
    ///
    /// - Parameters:
    ///   - hasBegun: Whether there has been a row, for which others may have done something.
    ///   - body: A closure that compiles and runs, with whether this is the second time.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    static func retrying<R>(
        unless hasBegun: @autoclosure () -> Bool = false, _ body: (_ isAgain: Bool) throws -> R
    ) throws -> R {
        do {
            return try body(false)
        } catch let error as QuireError {
            let missing = (error.underlyingError as? SQLiteError)?.missingTable
            guard let missing, isName(missing), !hasBegun() else { throw error }
            return try body(true)
        }
    }

    /// Returns the tables that an array index needs, the outermost arrays' first.
    ///
    /// - Parameters:
    ///   - paths: The path of the arrays in a document, then that of each next one in an item.
    ///   - keyStore: The collection's tables.
    /// - Returns: A table for each path.
    static func tables(of paths: [String], in keyStore: KeyStore) -> [UnnestedTable] {
        let text = paths.map(KeyStore.escaped).joined(separator: levelSeparator)
        return tables(named: keyStore.liveTableName + separator + text)
    }

    /// Returns the tables that an array index needs, the outermost arrays' first.
    ///
    /// - Parameter plainName: The name of the innermost one in plain words, as in the list.
    /// - Returns: The tables; none if it is no such name.
    static func tables(named plainName: String) -> [UnnestedTable] {
        guard let mark = plainName.firstRange(of: separator) else { return [] }
        var tables: [UnnestedTable] = []
        var parent = String(plainName[..<mark.lowerBound])
        var rest = plainName[mark.upperBound...]
        while true {
            let end = rest.firstRange(of: levelSeparator)
            let name = String(plainName[..<(end?.lowerBound ?? plainName.endIndex)])
            let table = UnnestedTable(plainName: name, parentName: parent)
            tables.append(table)
            guard let end else { return tables }
            parent = table.name
            rest = plainName[end.upperBound...]
        }
    }

    /// The path of the arrays below the collection's documents, in plain words.
    package static func path(in plainName: String) -> String {
        plainName.firstRange(of: separator).map { String(plainName[$0.upperBound...]) } ?? ""
    }

    /// What the plain names of the tables for arrays in this one's items begin with.
    var prefixOfNested: String { plainName + Self.levelSeparator }

    /// Whether its rows come from the rows of another one.
    var isNested: Bool { KeyStore.collection(ofLiveTable: parentName) == nil }

    /// Whether a name is that of such a table: a SHA-1 in hexadecimal digits.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            }
    }
}
