/// An entry in the list of indexes, which is the table `indexes`.
package struct IndexRecord: Equatable {
    /// The unique name in the list.
    package let storedName: String
    /// The kind, or `nil` if Quire doesn't support it.
    package let kind: IndexKind?
    /// The name of the collection in the table `kvmeta`.
    package let tablesName: String
    /// The indexed expressions: `=n` and SQL++, or `=j` and JSON.
    package let expression: String
    /// The condition for indexed documents in the same language, or `nil` if all documents are
    /// indexed.
    package let condition: String?
    /// The separate table of the index.
    ///
    /// It is the table of a full-text index, or the descriptive name of the table of an array
    /// index.
    package let tableName: String?

    package init(
        storedName: String, kind: IndexKind?, tablesName: String, expression: String,
        condition: String?, tableName: String?
    ) {
        self.storedName = storedName
        self.kind = kind
        self.tablesName = tablesName
        self.expression = expression
        self.condition = condition
        self.tableName = tableName
    }
}

extension IndexRecord {
    /// The name of the index within its collection.
    package var name: String {
        CollectionTables(number: 0, name: tablesName).indexName(storedAs: storedName)
    }
}
