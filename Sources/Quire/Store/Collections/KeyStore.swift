/// The names of a collection's tables.
///
/// The live documents are in `kv_NAME`, the deleted ones in `kv_del_NAME`.
final class KeyStore: Sendable {
    /// The collection's number within its database, an index for what is kept per collection.
    let number: Int
    /// The name in `kvmeta`: `default`, `.collection` or `.scope.collection`.
    let name: String
    /// The table of live documents, quoted.
    let liveTable: String
    /// The table of deleted documents, quoted.
    let deadTable: String

    /// Names a collection's tables.
    ///
    /// - Parameters:
    ///   - number: The collection's number within its database.
    ///   - name: The name in `kvmeta`.
    init(number: Int, name: String) {
        self.number = number
        self.name = name
        liveTable = Self.quoted("kv_" + Self.escaped(name))
        deadTable = Self.quoted("kv_del_" + Self.escaped(name))
    }

    /// SQLite does not tell `a` from `A` in a table's name, so a capital letter is marked.
    private static func escaped(_ name: String) -> String {
        name.reduce(into: "") { escaped, character in
            if ("A"..."Z").contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }

    private static func quoted(_ identifier: String) -> String {
        "\""
            + identifier.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
