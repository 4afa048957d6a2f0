/// The kind of an index, with Couchbase Lite's number.
enum IndexKind: Int64 {
    case value = 0
    case fullText = 1
    case array = 2
    case predictive = 3
    case vector = 4
}

/// What the list of indexes, the table `indexes`, says of one.
struct IndexRecord: Equatable {
    /// The name in the list; unique there.
    let storedName: String
    /// The kind; `nil` if it is one that is not known here.
    let kind: IndexKind?
    /// The collection's name as in `kvmeta`.
    let keyStoreName: String
    /// What is indexed: `=n` and SQL++, or `=j` and JSON.
    let expression: String
    /// Which documents are in the index, in the same language; `nil` for all.
    let condition: String?
    /// The table that the index has for itself: that of a full-text index, or of an array index in
    /// plain words.
    let tableName: String?
}

extension IndexRecord {
    /// The name that the index has for its collection.
    var name: String {
        KeyStore(number: 0, name: keyStoreName).indexName(storedAs: storedName)
    }

    /// The tables of an array index, the outermost arrays' first.
    var unnestedTables: [UnnestedTable] {
        kind == .array ? UnnestedTable.tables(named: tableName ?? "") : []
    }
}
