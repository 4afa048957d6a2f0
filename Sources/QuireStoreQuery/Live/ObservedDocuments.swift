import SQLPlusPlus

/// A live query that observes the documents that a statement selects.
struct ObservedDocuments: LiveQueryRequest {
    private let collection: CollectionName
    private let statement: SelectStatement
    private let plan: LivePlan
    let usesChangedDocuments: Bool

    /// Creates the request of a live query.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - statement: The statement. Its columns are ignored.
    init(of collection: CollectionName, selectedBy statement: SelectStatement) {
        self.collection = collection
        self.statement = statement
        plan = LivePlan(statement)
        usesChangedDocuments = if case .incremental = plan { true } else { false }
    }

    func dependencies(in database: Database) throws -> QueryDependencies {
        try QueryDependencies(of: statement, in: database)
    }

    func read(
        in database: Database, settings: QuerySettings, last: ObservedList?, changes: LiveChanges?
    ) throws -> (ObservedList, ResultDocumentIDs) {
        let collection = DocumentCollection(database: database, name: collection)
        return try QuireMetrics.measure(
            .liveQuery, in: database.name, statement: statement, rowCount: { $0.0.count }
        ) {
            if let last, let changes, let list = last.source as? MaintainedList,
                let next = try? list.next(after: last, changes, in: collection)
            {
                return next
            }
            return try UnnestedTable.retrying { _ in
                try collection.observedList(
                    selectedBy: statement, plan, last: last ?? ObservedList())
            }
        }
    }
}

extension DocumentCollection {
    /// Calls a closure with the IDs of the documents that have changed between a state of the
    /// collection and a new snapshot.
    ///
    /// - Parameters:
    ///   - position: The state.
    ///   - changes: The documents that have changed since a live query was last run.
    ///   - count: The number of documents in the query's last result.
    ///   - update: A closure that updates the result in the snapshot, and returns `nil` if all
    ///     documents must be read again.
    /// - Returns: The result of the closure and the state in the snapshot, or `nil` if all documents
    ///   must be read again.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func update(
        from position: CollectionPosition, _ changes: LiveChanges, among count: Int,
        _ update: (Set<String>, StoreConnection) throws -> ResultDocumentIDs?
    ) throws -> (ResultDocumentIDs, CollectionPosition)? {
        try readSnapshot { connection in
            // Reading the position begins the snapshot.
            let next = try CollectionPosition(reading: tables, on: connection.sqlite)
            guard let ids = changes.documentIDs(from: position, to: next, among: count),
                let members = try update(ids, connection)
            else { return nil }
            return (members, next)
        }
    }

    /// Reads the documents that a statement selects.
    ///
    /// Unchanged documents of the last result are reused.
    fileprivate func observedList(
        selectedBy statement: SelectStatement, _ plan: LivePlan, last: ObservedList
    ) throws -> (ObservedList, ResultDocumentIDs) {
        let interruption = QueryInterruption(
            limit: nil, stoppingIf: { self.database.readers?.isClosing == true })
        guard case .incremental(let order) = plan else {
            return try recordedDocuments(selectedBy: statement, last: last, interruption)
        }
        var statement = statement
        if let count = order.readCount { statement.limit = .literal(.integer(Int64(count))) }
        var compiler = compiler
        compiler.ordersByRow = true
        let select = try compiler.compileDocuments(of: self, selectedBy: statement)
        return try readSnapshot { connection in
            try connection.sqlite.interruptible(by: interruption) {
                let position = try CollectionPosition(reading: tables, on: connection.sqlite)
                var reading = LiveListReading(order, last)
                var members = ResultDocumentIDs()
                try select.forEachRow(on: connection.sqlite, purpose: "select documents") { row in
                    note(row, &members)
                    reading.add(row, connection, in: self)
                }
                return (reading.finish(at: position), members)
            }
        }
    }

    private func recordedDocuments(
        selectedBy statement: SelectStatement, last: ObservedList,
        _ interruption: QueryInterruption
    ) throws -> (ObservedList, ResultDocumentIDs) {
        let select = try compiler.compileDocuments(of: self, selectedBy: statement)
        // Skipped documents are not in the result, but the result depends on them.
        let keys = try statement.offset.map { _ in
            var all = statement
            (all.ordering, all.limit, all.offset) = ([], nil, nil)
            return try compiler.compileDocuments(of: self, selectedBy: all)
        }
        let known = Dictionary(last.entries.prefix(last.count).map { ($0.record.id, $0) }) {
            first, _ in first
        }
        return try readSnapshot { connection in
            try connection.sqlite.interruptible(by: interruption) {
                var members = ResultDocumentIDs()
                let purpose = "select documents"
                var entries: [ObservedList.Entry] = []
                try select.forEachRow(on: connection.sqlite, purpose: purpose) { row in
                    if keys == nil { note(row, &members) }
                    let id = row.string(at: 4)
                    if let entry = known[id], entry.record.isRevision(in: row) {
                        entries.append(entry)
                    } else if let record = observedRecord(id, in: row, on: connection) {
                        entries.append(ObservedList.Entry(record))
                    }
                }
                try keys?.forEachRow(on: connection.sqlite, purpose: purpose) {
                    note($0, &members)
                }
                return (ObservedList(SharedList(entries)), members)
            }
        }
    }

    private func note(_ row: SQLiteStatement, _ members: inout ResultDocumentIDs) {
        row.withTextBytes(at: 4) {
            members.insert(id: UnsafeRawBufferPointer($0), in: tables)
        }
    }

    /// Returns the document in a row, or `nil` if it is deleted.
    func observedRecord(
        _ id: String, in row: SQLiteStatement, on connection: StoreConnection
    ) -> ObservedRecord? {
        let content: Result<DocumentRecord, QuireError>
        switch record(id: id, row: row, keys: connection.keys) {
        case .success(let record?): content = .success(record)
        case .success(nil): return nil
        case .failure(let error): content = .failure(error)
        }
        return ObservedRecord(
            id: id, sequence: row.int64(at: 0), version: row.bytes(at: 2), content: content)
    }
}

extension ObservedRecord {
    /// Whether a row contains the same revision.
    func isRevision(in row: SQLiteStatement) -> Bool {
        sequence == row.int64(at: 0) && version == row.bytes(at: 2)
    }
}
