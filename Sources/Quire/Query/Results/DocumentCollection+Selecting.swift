extension DocumentCollection {
    /// Reads the documents that a compiled query gives.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if one is damaged.
    func records(selectedBy select: CompiledSelect) throws -> [DocumentRecord] {
        var records: [DocumentRecord] = []
        try forEachPage(selectedBy: select) {
            if records.isEmpty { records = $0 } else { records += $0 }
        }
        return records
    }

    /// Reads the documents that a compiled query gives, and calls a closure with some at a time.
    ///
    /// No statement is under way while the closure runs, which may use the database: what cannot be
    /// read in parts is read as a whole before.
    ///
    /// - Throws: What the closure throws, or ``QuireError`` with code `corruptData` or
    ///   `corruptRevisionData` if a document is damaged.
    func forEachPage(
        selectedBy select: CompiledSelect, _ body: ([DocumentRecord]) throws -> Void
    ) throws {
        // On a connection that others may write through, documents would change between two pages.
        let isPaged = database.readers != nil && database.gate.runningTransaction == nil
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

    /// Reads the number that a compiled query gives.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func count(selectedBy select: CompiledSelect) throws -> Int {
        try readUntilCanceled { connection in
            var count = 0
            try select.forEachRow(on: connection.sqlite, purpose: "count documents") {
                count = Int(clamping: $0.int64(at: 0))
            }
            return count
        }
    }

    /// Lends a connection whose statements end if an asynchronous caller is canceled.
    private func readUntilCanceled<R>(_ body: (StoreConnection) throws -> R) throws -> R {
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
