import CSQLite

/// The name of a table, column, index, trigger or collation in SQL text.
///
/// The name can be any string, including one from a file that another program wrote. In SQL text,
/// the name is quoted, and quotes in it are doubled.
package struct SQLIdentifier: Hashable, Sendable {
    package let name: String
    /// The name in double quotes.
    package let quoted: SQLText

    /// Creates an identifier.
    ///
    /// - Parameter name: The name, without quotes.
    package init(_ name: String) {
        self.name = name
        quoted = .quoted(name, with: UInt8(ascii: "\""))
    }

    /// The name without quotes if it is an ordinary word, otherwise in double quotes.
    ///
    /// Couchbase Lite writes the names in its index definitions this way, and compares the
    /// definitions as strings.
    var quotedIfNeeded: SQLText {
        let isWord = name.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
        guard isWord, let first = name.utf8.first,
            !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first), !Self.isKeyword(name)
        else { return quoted }
        return SQLText(verbatim: name)
    }

    /// Returns whether a word is a keyword of the SQLite library in use.
    ///
    /// - Parameter word: Any string.
    /// - Returns: `true` if the word needs quotes when used as a name.
    static func isKeyword(_ word: String) -> Bool {
        word.withUTF8Text { sqlite3_keyword_check($0.baseAddress, Int32($0.count)) != 0 }
    }

    package static func == (left: SQLIdentifier, right: SQLIdentifier) -> Bool {
        left.quoted == right.quoted
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(quoted)
    }
}
