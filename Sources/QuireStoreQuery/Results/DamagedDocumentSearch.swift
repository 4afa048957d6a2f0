import Fleece
import SQLPlusPlus

/// A search for the damaged document that caused a query to fail.
struct DamagedDocumentSearch {
    let statement: SelectStatement
    let database: Database
    let parameters: ParameterValues

    /// Returns an error that names a damaged document, or `nil` if no document is damaged.
    ///
    /// The search begins with the rows of the query. If these cannot be read, it continues with all
    /// documents of the query's collections.
    ///
    /// - Complexity: O(*n*) in the size of the documents.
    func error(causedBy cause: any Error) -> QuireError? {
        guard let found = try? firstDamaged() else { return nil }
        return QuireError(
            .corruptData,
            "The query cannot be run: document \(found.id.debugDescription) in collection "
                + "\(found.collection.debugDescription) is damaged: \(found.reason)",
            underlyingError: cause)
    }

    private typealias Damage = (id: String, collection: String, reason: String)

    private func firstDamaged() throws -> Damage? {
        var compiler = QueryCompiler(database: database, parameters: parameters)
        _ = try compiler.compile(statement)
        let collections = compiler.sources.compactMap(\.collection)
        var inner = QueryCompiler(database: database, parameters: parameters)
        inner.aliases = compiler.aliases
        let rows = try inner.compile(statement.ofDocuments(of: compiler.sources))
        do {
            return try firstDamaged(in: rows, collections)
        } catch {
            // This query fails too if its condition reads the damaged value. Search all documents.
            for collection in collections {
                let all = try collection.compiler.compileDocuments(
                    of: collection, selectedBy: SelectStatement([.star], from: .own))
                if let found = try firstDamaged(in: all, [collection], column: 4) { return found }
            }
            return nil
        }
    }

    /// Returns the first damaged document in the rows of a query.
    ///
    /// - Parameters:
    ///   - rows: The compiled query.
    ///   - collections: The collections of the documents whose IDs are in the columns.
    ///   - column: The first column with an ID.
    /// - Returns: The first damaged document, or `nil` if no document is damaged.
    /// - Throws: ``QuireError`` if the rows cannot be read.
    private func firstDamaged(
        in rows: CompiledSelect, _ collections: [DocumentCollection], column: Int32 = 0
    ) throws -> Damage? {
        var found: Damage?
        try database.readSnapshot { connection in
            let purpose = "find a damaged document"
            try rows.forEachRow(on: connection.sqlite, parameters, purpose: purpose) { row in
                for (index, collection) in collections.enumerated() where found == nil {
                    let column = column + Int32(index)
                    guard !row.isNull(at: column) else { continue }
                    let id = row.string(at: column)
                    if let reason = Self.damage(of: id, in: collection) {
                        found = (id, collection.name, reason)
                    }
                }
            }
        }
        return found
    }

    private static func damage(of id: String, in collection: DocumentCollection) -> String? {
        do {
            let record = try collection.record(id: id)
            try record?.body.storage.withUnsafeBytes { bytes in
                _ = try FleeceStorage(
                    validating: bytes, sharedKeys: record?.body.storage.sharedKeys ?? .empty)
            }
            return nil
        } catch let error as FleeceError {
            return error.message
        } catch let error as QuireError {
            return error.message
        } catch {
            return "\(error)"
        }
    }
}

extension SelectStatement {
    /// Returns a statement that selects the same rows before grouping.
    ///
    /// Its columns are the IDs of their documents.
    func ofDocuments(of sources: [CompiledSource]) -> SelectStatement {
        var plain = self
        plain.columns = sources.filter { $0.collection != nil }
            .map { ResultColumn(.metadata(.id, of: $0.name)) }
        plain.grouping = []
        plain.groupCondition = nil
        plain.ordering = []
        plain.limit = nil
        plain.offset = nil
        plain.isDistinct = false
        return plain
    }
}
