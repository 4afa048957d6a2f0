// The table contains the items of the arrays at one path, from all documents of a collection:
//
//   docid  the row of the document, or of the item that contains the array
//   i      the index in the array
//   body   the item, as `fl_each` returns it
//
// In the list of indexes, the table has a descriptive name such as
// `kv_default:unnest:contacts[].phones`, which refers to the property `phones` of the items of
// `contacts`. The actual name of the table is the SHA-1 digest of the descriptive name in
// hexadecimal digits. Triggers on the parent table keep it current.

/// A table of array items, on which array indexes are created.
package struct UnnestedTable: Hashable {
    private static let separator = ":unnest:"
    private static let levelSeparator = "[]."

    /// The descriptive name of the table.
    let plainName: String
    /// The table that contains the arrays: the table of a collection or another table of array
    /// items.
    let parentName: String

    /// The name of the table in the database.
    package var name: String {
        var digest = SHA1()
        digest.update(Array(plainName.utf8))
        let digits = Array("0123456789abcdef".unicodeScalars)
        return digest.digest.reduce(into: "") { name, byte in
            name.unicodeScalars.append(digits[Int(byte >> 4)])
            name.unicodeScalars.append(digits[Int(byte & 15)])
        }
    }

    /// Compiles and runs a query, and retries once if an array index or an index of vectors that it
    /// uses was removed or replaced in the meantime.
    ///
    /// SQLite detects the missing table before it returns the first row.
    ///
    /// - Parameters:
    ///   - hasStarted: Whether the query has returned a row, which the caller may have processed. In
    ///     this case, the query isn't retried.
    ///   - body: A closure that compiles and runs the query. Its argument is `true` for the second
    ///     attempt.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    package static func retrying<R>(
        unless hasStarted: @autoclosure () -> Bool = false, _ body: (_ isAgain: Bool) throws -> R
    ) throws -> R {
        do {
            return try body(false)
        } catch let error as QuireError {
            let missing = (error.underlyingError as? SQLiteError)?.missingTable
            guard let missing, isName(missing) || NearestTables.index(ofTable: missing) != nil,
                !hasStarted()
            else { throw error }
            return try body(true)
        }
    }

    /// Returns the tables of an array index, beginning with the outermost arrays.
    ///
    /// - Parameters:
    ///   - paths: The path of the array in a document, then the path of each nested array in an
    ///     item.
    ///   - tables: The collection's tables.
    /// - Returns: A table for each path.
    package static func tables(of paths: [String], in tables: CollectionTables) -> [UnnestedTable] {
        let text = paths.map(CollectionTables.escaped).joined(separator: levelSeparator)
        return Self.tables(named: tables.liveTableName + separator + text)
    }

    /// Returns the tables of an array index, beginning with the outermost arrays.
    ///
    /// - Parameter plainName: The descriptive name of the innermost table, as in the list of
    ///   indexes.
    /// - Returns: The tables, or an empty array if the name is not valid.
    package static func tables(named plainName: String) -> [UnnestedTable] {
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

    /// Returns the path of the arrays from a table's descriptive name.
    package static func path(in plainName: String) -> String {
        plainName.firstRange(of: separator).map { String(plainName[$0.upperBound...]) } ?? ""
    }

    /// The prefix of the descriptive names of tables for arrays nested in the items of this table.
    var prefixOfNested: String { plainName + Self.levelSeparator }

    /// Whether the parent is another table of array items.
    var isNested: Bool { CollectionTables.collection(ofLiveTable: parentName) == nil }

    /// Whether a string can be the name of a table of array items, which is a SHA-1 digest in
    /// hexadecimal digits.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 40
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            }
    }
}
