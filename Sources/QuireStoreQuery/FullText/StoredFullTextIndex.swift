import QuireSearch
import SQLPlusPlus

/// A full-text index of a collection, read from the schema.
struct StoredFullTextIndex {
    let name: String
    /// The paths of the indexed properties, in the order of the table's columns.
    let properties: [String]
    /// The condition for indexed documents in SQL++, or `nil` if all documents are indexed.
    let condition: String?
    let tokenizer: TokenizerOptions

    /// Whether the index contains all documents that meet a condition.
    func contains(_ scope: QueryTerm) -> Bool {
        condition == nil || condition == scope.description
    }
}

extension DocumentCollection {
    /// Returns the full-text indexes that Quire can use, sorted by name.
    ///
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted.
    func fullTextIndexes() throws -> [StoredFullTextIndex] {
        try readSnapshot { connection in
            guard try tables.exists(on: connection.sqlite) else {
                throw collectionDeletedError(nil)
            }
            return try IndexList(connection.sqlite).records(of: tables).compactMap { record in
                guard record.kind == .fullText else { return nil }
                let find = try connection.sqlite.statement(
                    "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?1",
                    purpose: "find a full-text index")
                defer { find.resetAndClear() }
                try find.bind(tables.fullTextTableName(record.name), at: 1)
                // The schema of another program can contain other tables.
                guard try find.step(), let table = try? FullTextTable(sql: find.string(at: 0)),
                    let options = try? table.options
                else { return nil }
                return StoredFullTextIndex(
                    name: record.name, properties: table.columnNames, condition: record.condition,
                    tokenizer: options)
            }
        }
    }
}
