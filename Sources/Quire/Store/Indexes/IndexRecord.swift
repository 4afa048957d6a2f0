/// The kind of an index, with Couchbase Lite's number.
package enum IndexKind: Int64 {
    case value = 0
    case fullText = 1
    case array = 2
    case predictive = 3
    case vector = 4
}

/// What the list of indexes, the table `indexes`, says of one.
package struct IndexRecord: Equatable {
    /// The name in the list; unique there.
    package let storedName: String
    /// The kind; `nil` if it is one that is not known here.
    package let kind: IndexKind?
    /// The collection's name as in `kvmeta`.
    package let keyStoreName: String
    /// What is indexed: `=n` and SQL++, or `=j` and JSON.
    package let expression: String
    /// Which documents are in the index, in the same language; `nil` for all.
    package let condition: String?
    /// The table that the index has for itself: that of a full-text index, or of an array index in
    /// plain words.
    package let tableName: String?

    package init(
        storedName: String, kind: IndexKind?, keyStoreName: String, expression: String,
        condition: String?, tableName: String?
    ) {
        self.storedName = storedName
        self.kind = kind
        self.keyStoreName = keyStoreName
        self.expression = expression
        self.condition = condition
        self.tableName = tableName
    }
}

extension IndexRecord {
    /// The name that the index has for its collection.
    package var name: String {
        KeyStore(number: 0, name: keyStoreName).indexName(storedAs: storedName)
    }

    /// The tables of an array index, the outermost arrays' first.
    package var unnestedTables: [UnnestedTable] {
        kind == .array ? UnnestedTable.tables(named: tableName ?? "") : []
    }
}
