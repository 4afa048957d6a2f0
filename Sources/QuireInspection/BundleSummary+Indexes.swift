import Quire

extension BundleSummary.Index {
    /// Returns the indexes of a database, without reading its documents.
    ///
    /// - Parameter reader: The database.
    /// - Returns: The indexes, sorted by name.
    /// - Throws: ``QuireError`` if a SQLite call fails.
    package static func list(_ reader: BundleReader) throws -> [BundleSummary.Index] {
        try reader.checkIsNotEmpty()
        return try reader.indexRecords().map { record in
            BundleSummary.Index(
                name: record.name,
                collection: CollectionName(tablesName: record.tablesName)?.fullName
                    ?? record.tablesName,
                kind: record.kind?.word ?? "unknown",
                arrays: record.kind == .array
                    ? UnnestedTable.path(in: record.tableName ?? "") : nil,
                expression: text(record.expression), condition: record.condition.map(text))
        }
    }

    /// Returns an expression without the prefix for its language.
    private static func text(_ expression: String) -> String {
        expression.hasPrefix("=n") || expression.hasPrefix("=j")
            ? String(expression.dropFirst(2)) : expression
    }
}
