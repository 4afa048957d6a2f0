import Fleece
package import SQLPlusPlus

extension WriteStatement {
    /// The query for the IDs of the documents that the statement changes.
    package var selection: SelectStatement {
        SelectStatement(
            [ResultColumn(.metadata(.id, of: nil))], from: target, where: condition, limit: limit)
    }
}

extension DocumentDatabase {
    /// Runs a statement that changes documents, in one transaction.
    ///
    /// The statement first selects the IDs of the documents, and then reads and changes a page of
    /// documents at a time.
    ///
    /// - Parameters:
    ///   - statement: The statement, which names a store of this database.
    ///   - parameters: The values of the statement's `$parameters` by name.
    ///   - isDryRun: Whether the transaction is rolled back.
    /// - Returns: The number of changed documents, and the rows of the `RETURNING` clause.
    /// - Throws: The errors of queries and writes, with none of the changes made.
    package func run(
        _ statement: WriteStatement, binding parameters: Parameters, isDryRun: Bool = false
    ) throws -> StatementResult {
        let store = try store(namedIn: statement.target)
        do {
            return try inBatch {
                var run = WriteRun(statement, parameters: parameters, store: store)
                try run.perform()
                let result = try run.result()
                if isDryRun { throw DryRunEnd(result: result) }
                return result
            }
        } catch let end as DryRunEnd {
            return end.result
        }
    }
}

/// An error that rolls back a dry run.
private struct DryRunEnd: Error {
    let result: StatementResult
}

/// A run of a statement within a transaction.
private struct WriteRun {
    private static let pageSize = 500

    private let statement: WriteStatement
    private let parameters: Parameters
    private let store: any DocumentStore
    private var count = 0
    /// The rows of the `RETURNING` clause, in pages.
    private var returned: [RecordedRows] = []

    init(_ statement: WriteStatement, parameters: Parameters, store: any DocumentStore) {
        self.statement = statement
        self.parameters = parameters
        self.store = store
    }

    mutating func perform() throws {
        switch statement.action {
        case .update(let assignments):
            try forEachPage { run, ids in
                run.count += try run.update(ids, assignments)
                try run.collect(ids)
            }
        case .delete:
            try forEachPage { run, ids in
                try run.collect(ids)
                for id in ids { try run.store.delete(id: id, if: .any).revision(in: run.store) }
                run.count += ids.count
            }
        case .save(let documents, let replaces):
            for document in documents { try save(document, replaces: replaces) }
        }
    }

    /// Returns the result of a complete run.
    func result() throws -> StatementResult {
        let names = query(statement.returning, []).columnNames
        return StatementResult(
            count: count,
            returned: try RecordedRows(
                joining: returned,
                columns: RowColumns(
                    columnNames: statement.returning.isEmpty ? [] : names,
                    codingInfo: store.codingInfo, store: store)))
    }

    private func rows(of statement: SelectStatement) throws -> ResultSet {
        try store.database.rows(of: statement.binding(parameters))
    }

    private mutating func forEachPage(
        _ body: (inout WriteRun, [String]) throws -> Void
    ) throws {
        let ids = try rows(of: statement.selection).compactMap { $0[0]?.string }
        for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
            try body(&self, Array(ids[start..<min(start + Self.pageSize, ids.count)]))
        }
    }

    /// Returns a query on the documents with the given IDs.
    private func query(_ columns: [ResultColumn], _ ids: [String]) -> SelectStatement {
        let isWanted = QueryTerm.membership(
            .metadata(.id, of: nil), in: .array(ids.map { .literal(.string($0)) }),
            isNegated: false)
        return SelectStatement(columns, from: statement.target, where: isWanted)
    }

    /// Evaluates the columns of the `RETURNING` clause.
    private mutating func collect(_ ids: [String]) throws {
        guard !statement.returning.isEmpty, !ids.isEmpty else { return }
        let query = try query(statement.returning, ids).binding(parameters)
        returned.append(try store.database.recordedRows(of: query))
    }

    // MARK: Updating

    /// Changes documents.
    ///
    /// - Returns: The number of documents.
    private func update(
        _ ids: [String], _ assignments: [WriteStatement.Assignment]
    ) throws -> Int {
        let terms = assignments.compactMap(\.value)
        let columns = [QueryTerm.metadata(.id, of: nil)] + terms
        var values: [DocumentIDKey: [FleeceValue?]] = [:]
        let rows = try rows(
            of: query(
                columns.enumerated().map { ResultColumn($0.element, as: "c\($0.offset)") }, ids))
        for row in rows {
            guard let id = row[0]?.string else { continue }
            values[DocumentIDKey(id)] = (1..<columns.count).map { row[$0] }
        }
        let saves = try store.records(ids: ids).map { record in
            let body = try record.tree(
                applying: Self.edits(assignments, values[DocumentIDKey(record.id)] ?? []))
            return DocumentSave { writer in
                body.write(into: writer)
                return WriteTarget(id: record.id, if: .revision(record.revisionID))
            }
        }
        for result in try store.save(saves) { try result.revision(in: store) }
        return saves.count
    }

    /// Returns the changes of assignments, those with a term having the given values in order.
    private static func edits(
        _ assignments: [WriteStatement.Assignment], _ values: [FleeceValue?]
    ) -> [PropertyEdit] {
        var values = values[...]
        return assignments.map { assignment in
            // MISSING removes a property as UNSET does.
            let value = assignment.value == nil ? nil : values.popFirst() ?? nil
            return value.map { .set(assignment.path, $0) } ?? .remove(assignment.path)
        }
    }

    // MARK: Saving new documents

    private mutating func save(
        _ document: WriteStatement.NewDocument, replaces: Bool
    ) throws {
        // An aggregate without a group has a row even if there are no documents.
        let row = try rows(
            of: SelectStatement(
                [
                    ResultColumn(.call("COUNT", [.star]), as: "n"),
                    ResultColumn(document.key, as: "k"), ResultColumn(document.value, as: "v"),
                ], from: statement.target, where: .literal(.boolean(false)))
        ).first { _ in true }
        guard let id = row?[1]?.string else {
            throw QuireError(
                .invalidParameter, "The key \(document.key) of a new document is not a string.")
        }
        guard let body = row?[2]?.dictionary else {
            throw QuireError(
                .invalidParameter,
                "The value of the new document \(id.debugDescription) is not an object.")
        }
        try store.save { writer in
            writer.write(copyOf: body.value)
            return WriteTarget(id: id, if: replaces ? .any : .absent)
        }.revision(in: store)
        count += 1
        try collect([id])
    }
}
