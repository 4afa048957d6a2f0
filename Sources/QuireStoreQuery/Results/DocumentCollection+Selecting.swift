extension DocumentCollection {
    /// Returns the documents that a compiled query selects.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if a document is
    ///   damaged.
    func records(selectedBy select: CompiledSelect) throws -> [DocumentRecord] {
        var records: [DocumentRecord] = []
        try forEachPage(selectedBy: select) {
            if records.isEmpty { records = $0 } else { records += $0 }
        }
        return records
    }

    /// Calls a closure with pages of the documents that a compiled query selects.
    ///
    /// No statement is active while the closure runs, so the closure may use the database. If the
    /// query cannot be read in pages, all documents are read first.
    ///
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `corruptData` or
    ///   `corruptRevisionData` if a document is damaged.
    func forEachPage(
        selectedBy select: CompiledSelect, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        // Do not read in pages if the closure uses the same connection: it could run the same
        // statement, and change documents between two pages.
        let isPaged =
            database.readers != nil && database.writerAccess.runningTransaction == nil
            && !database.snapshots.isReading
        let rest = try readUntilCanceled { connection in
            var page: [DocumentRecord] = []
            let keys = connection.keys
            try select.gather(
                into: &page, on: connection.sqlite, purpose: "select documents",
                endingPage: { page in
                    guard isPaged else { return }
                    try body(page)
                    page.removeAll(keepingCapacity: true)
                },
                { page, row in
                    let id = row.string(at: 4)
                    if let record = try readRecord(id: id, row: row, keys: keys) {
                        page.append(record)
                    }
                })
            return page
        }
        if !rest.isEmpty { try body(rest) }
    }

    /// Returns the number that a compiled counting query computes.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func count(selectedBy select: CompiledSelect) throws -> Int {
        try readUntilCanceled { connection in
            var count = 0
            try select.forEachRow(on: connection.sqlite, purpose: "count documents") {
                count = Int(clamping: $0.int64(at: 0))
            }
            return count
        }
    }

    /// Runs a closure with a connection that reads one snapshot.
    ///
    /// If the asynchronous caller is canceled, the statements of the connection are interrupted.
    func readUntilCanceled<R>(_ body: (StoreConnection) throws -> R) throws -> R {
        guard let call = BlockingCall.current else { return try readSnapshot(body) }
        do {
            return try readSnapshot { connection in
                try connection.sqlite.interruptible(by: QueryInterruption(limit: nil)) {
                    try body(connection)
                }
            }
        } catch let error as QuireError where call.isCanceled {
            let cause = error.underlyingError as? SQLiteError
            throw cause?.isAboutStatement == true ? CancellationError() : error
        }
    }
}
