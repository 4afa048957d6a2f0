import Quire

extension BundleSummary.Index {
    /// Returns the indexes of a database.
    ///
    /// - Parameters:
    ///   - reader: The database.
    ///   - withStatus: Whether documents are read to count those in indexes of vectors.
    /// - Returns: The indexes, sorted by name.
    /// - Throws: ``QuireError`` if a SQLite call fails.
    package static func list(
        _ reader: BundleReader, withStatus: Bool = false
    ) throws -> [BundleSummary.Index] {
        try reader.checkIsNotEmpty()
        return try reader.indexRecords().map { record in
            let tables = CollectionTables(number: 0, name: record.tablesName)
            let nearest =
                record.kind == .nearest
                ? try NearestIndexes(of: tables, on: reader.sqlite).all()
                    .first { $0.name == record.name } : nil
            var index = BundleSummary.Index(
                name: record.name,
                collection: CollectionName(tablesName: record.tablesName)?.fullName
                    ?? record.tablesName,
                kind: record.kind?.word ?? "unknown",
                arrays: record.kind == .array
                    ? UnnestedTable.path(in: record.tableName ?? "") : nil,
                expression: text(record.expression),
                condition: record.condition.map(text) ?? nearest?.types?.condition,
                vectors: nearest.map { "\($0.dimensions) dimensions, \($0.metric.name)" })
            if withStatus { index.status = try nearest?.status(of: tables, on: reader.sqlite) }
            return index
        }
    }

    /// Returns an expression without the prefix for its language.
    private static func text(_ expression: String) -> String {
        expression.hasPrefix("=n") || expression.hasPrefix("=j")
            ? String(expression.dropFirst(2)) : expression
    }
}
