import SQLPlusPlus

extension CompiledQuery {
    /// The closures of a live query that observes the rows of this query.
    var liveRequest: LiveQueryRequest<RecordedRows> {
        let isIncremental = if case .incremental = TotalsPlan(statement) { true } else { false }
        return LiveQueryRequest(
            usesChangedDocuments: isIncremental,
            dependencies: { [statement] database in
                try QueryDependencies(of: statement, in: database)
            },
            read: { [self] database, settings, last, changes in
                try QuireMetrics.measure(
                    .liveQuery, in: database.name, statement: statement,
                    rowCount: { $0.0.rows?.count ?? 0 }
                ) {
                    if let last, let changes, let totals = last.source as? MaintainedTotals,
                        let next = try? totals.next(
                            after: last, changes, of: statement, in: database)
                    {
                        return next
                    }
                    if isIncremental, !(last?.source is UnmaintainableTotals),
                        let rows = totals(settings, in: database)
                    {
                        return rows
                    }
                    var result = try rows(settings, in: database)
                    if isIncremental { result.0.source = UnmaintainableTotals() }
                    return result
                }
            },
            isSame: { $0.isSame(as: $1) })
    }

    /// Reads the documents of a query with one row, for updating it incrementally.
    ///
    /// - Returns: The result, or `nil` if the query must be run by SQLite.
    private func totals(
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
    private func rows(
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
