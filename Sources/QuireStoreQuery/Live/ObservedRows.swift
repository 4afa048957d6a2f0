import SQLPlusPlus

/// A live query that observes the rows of a query.
struct ObservedRows: LiveQueryRequest {
    private let query: CompiledQuery
    let usesChangedDocuments: Bool

    init(of query: CompiledQuery) {
        self.query = query
        usesChangedDocuments =
            if case .incremental = TotalsPlan(query.statement) { true } else { false }
    }

    func dependencies(in database: Database) throws -> QueryDependencies {
        try QueryDependencies(of: query.statement, in: database)
    }

    func read(
        in database: Database, settings: QuerySettings, last: RecordedRows?, changes: LiveChanges?
    ) throws -> (RecordedRows, ResultDocumentIDs) {
        try QuireMetrics.measure(
            .liveQuery, in: database.name, statement: query.statement,
            rowCount: { $0.0.rows?.count ?? 0 }
        ) {
            if let last, let changes, let totals = last.source as? MaintainedTotals,
                let next = try? totals.next(
                    after: last, changes, of: query.statement, in: database)
            {
                return next
            }
            guard usesChangedDocuments else { return try query.rows(settings, in: database) }
            if !(last?.source is UnmaintainableTotals),
                let rows = query.totals(settings, in: database)
            {
                return rows
            }
            var result = try query.rows(settings, in: database)
            result.0.source = UnmaintainableTotals()
            return result
        }
    }
}

extension CompiledQuery {
    /// Reads the documents of a query with one row, for updating it incrementally.
    ///
    /// - Returns: The result, or `nil` if the query must be run by SQLite.
    fileprivate func totals(
        _ settings: QuerySettings, in database: Database
    ) -> (RecordedRows, ResultDocumentIDs)? {
        let interruption = QueryInterruption(
            limit: settings.timeLimit,
            stoppingIf: { database.readers?.isClosing == true })
        return try? UnnestedTable.retrying { _ in
            try MaintainedTotals.rows(of: statement, settings, in: database, interruption)
        }
    }

    /// Runs the query and records which documents its rows contain.
    ///
    /// The statement is compiled again, so that it can use indexes that were created since the last
    /// run.
    fileprivate func rows(
        _ settings: QuerySettings, in database: Database
    ) throws -> (RecordedRows, ResultDocumentIDs) {
        let interruption = QueryInterruption(
            limit: settings.timeLimit,
            stoppingIf: { database.readers?.isClosing == true })
        do {
            return try UnnestedTable.retrying { _ in
                let sql = try MembersSQL(
                    statement, database: database, parameters: settings.parameters)
                return try database.readSnapshot { connection in
                    try connection.sqlite.interruptible(by: interruption) {
                        try sql.rows(settings, interruption, on: connection)
                    }
                }
            }
        } catch {
            throw explained(
                error, interruption: interruption, parameters: settings.parameters, in: database)
        }
    }
}

/// The SQL of a statement that also returns the IDs of the documents.
private struct MembersSQL {
    private let columnNames: [String]
    private let rows: CompiledSelect
    /// A separate query for the document IDs, or `nil` if the rows contain the IDs.
    private let keys: CompiledSelect?
    private let allTables: [CollectionTables]
    private let codingInfo: [CodingUserInfoKey: any Sendable]

    init(
        _ statement: SelectStatement, database: Database, parameters: ParameterValues
    ) throws {
        columnNames = statement.columnNames
        codingInfo = database.codingInfo
        var compiler = QueryCompiler(database: database, parameters: parameters)
        rows = try compiler.compile(statement, withKeys: !statement.hidesDocuments)
        allTables = compiler.sources.compactMap(\.collection?.tables)
        guard statement.hidesDocuments else {
            keys = nil
            return
        }
        var inner = QueryCompiler(database: database, parameters: parameters)
        inner.aliases = compiler.aliases
        keys = try inner.compile(statement.ofDocuments(of: compiler.sources))
    }

    func rows(
        _ settings: QuerySettings, _ interruption: QueryInterruption,
        on connection: StoreConnection
    ) throws -> (RecordedRows, ResultDocumentIDs) {
        var members = ResultDocumentIDs()
        let purpose = "run a query"
        var recorder = RowRecorder(
            columnNames: columnNames, codingInfo: codingInfo, endingWith: interruption)
        try rows.forEachRow(on: connection.sqlite, settings.parameters, purpose: purpose) { row in
            try recorder.record(row, keys: connection.keys)
            if keys == nil { note(row, from: columnNames.count, &members) }
        }
        try keys?.forEachRow(on: connection.sqlite, settings.parameters, purpose: purpose) {
            note($0, from: 0, &members)
        }
        return (try recorder.finish(), members)
    }

    /// Records the IDs in a row, beginning at the given column.
    private func note(_ row: SQLiteStatement, from column: Int, _ members: inout ResultDocumentIDs)
    {
        for (index, tables) in allTables.enumerated() {
            let column = Int32(column + index)
            // The document of an outer join may be missing.
            guard !row.isNull(at: column) else { continue }
            row.withTextBytes(at: column) {
                members.insert(id: UnsafeRawBufferPointer($0), in: tables)
            }
        }
    }
}

extension SelectStatement {
    /// Whether the results depend on documents whose IDs the rows cannot contain.
    ///
    /// Examples are grouped, distinct and skipped rows.
    fileprivate var hidesDocuments: Bool {
        if isDistinct || !grouping.isEmpty || offset != nil { return true }
        return (columns.map(\.term) + ordering.map(\.term)).contains {
            $0.contains(where: \.isAggregate)
        }
    }
}
