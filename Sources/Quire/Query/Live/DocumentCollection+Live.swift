import SQLPlusPlus

extension LiveQueryRequest where Answer == [ObservedRecord] {
    /// Creates the closures of a live query for the documents that a statement selects.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - statement: The statement. Its columns are ignored.
    init(of collection: CollectionName, selectedBy statement: SelectStatement) {
        self.init(
            dependencies: { try QueryDependencies(of: statement, in: $0) },
            read: { database, _, last in
                let collection = DocumentCollection(database: database, name: collection)
                return try QuireMetrics.measure(
                    .liveQuery, in: database.name, statement, rowCount: { $0.0.count }
                ) {
                    try UnnestedTable.retrying { _ in
                        try collection.recordedDocuments(selectedBy: statement, last: last ?? [])
                    }
                }
            },
            isSame: { left, right in
                left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
            })
    }
}

extension DocumentCollection {
    /// Returns the documents that a statement selects.
    ///
    /// Unchanged documents of the last result are reused.
    fileprivate func recordedDocuments(
        selectedBy statement: SelectStatement, last: [ObservedRecord]
    ) throws -> ([ObservedRecord], ResultDocumentIDs) {
        let select = try compiler.compileDocuments(
            of: self, selectedBy: statement)
        // Skipped documents are not in the result, but the result depends on them.
        let keys = try statement.offset.map { _ in
            var all = statement
            (all.ordering, all.limit, all.offset) = ([], nil, nil)
            return try compiler.compileDocuments(of: self, selectedBy: all)
        }
        let known = Dictionary(last.map { ($0.id, $0) }) { first, _ in first }
        let interruption = QueryInterruption(
            limit: nil, stoppingIf: { self.database.readers?.isClosing == true })
        return try readSnapshot { connection in
            try connection.sqlite.interruptible(by: interruption) {
                var members = ResultDocumentIDs()
                let purpose = "select documents"
                var documents: [ObservedRecord] = []
                try select.forEachRow(on: connection.sqlite, purpose: purpose) { row in
                    if keys == nil { note(row, &members) }
                    let document = document(row, connection, known)
                    if let document { documents.append(document) }
                }
                try keys?.forEachRow(on: connection.sqlite, purpose: purpose) {
                    note($0, &members)
                }
                return (documents, members)
            }
        }
    }

    private func note(_ row: SQLiteStatement, _ members: inout ResultDocumentIDs) {
        row.withTextBytes(at: 4) {
            members.insert(id: UnsafeRawBufferPointer($0), in: tables)
        }
    }

    private func document(
        _ row: SQLiteStatement, _ connection: StoreConnection, _ known: [String: ObservedRecord]
    ) -> ObservedRecord? {
        let id = row.string(at: 4)
        let sequence = row.int64(at: 0)
        let version = row.bytes(at: 2)
        if let known = known[id], known.sequence == sequence, known.version == version {
            return known
        }
        let content: Result<DocumentRecord, QuireError>
        switch record(id: id, row: row, keys: connection.keys) {
        case .success(let record?): content = .success(record)
        case .success(nil): return nil
        case .failure(let error): content = .failure(error)
        }
        return ObservedRecord(id: id, sequence: sequence, version: version, content: content)
    }
}
