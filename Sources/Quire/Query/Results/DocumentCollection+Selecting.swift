extension DocumentCollection {
    /// Reads the documents that a compiled query gives.
    ///
    /// The documents are read before anything is made of them, so no statement is open while a
    /// model's code runs.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if one is damaged.
    func records(selectedBy select: CompiledSelect) throws -> [DocumentRecord] {
        try readSnapshot { connection in
            let statement = try select.prepare(
                on: connection.sqlite, purpose: "select documents")
            try select.sql.bind(to: statement)
            var records: [DocumentRecord] = []
            while try statement.step() {
                let id = statement.string(at: 4)
                let record = record(id: id, row: statement, keys: connection.keys)
                if let record = try record.get() { records.append(record) }
            }
            return records
        }
    }

    /// Reads the number that a compiled query gives.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func count(selectedBy select: CompiledSelect) throws -> Int {
        try readSnapshot { connection in
            let statement = try select.prepare(
                on: connection.sqlite, purpose: "count documents")
            try select.sql.bind(to: statement)
            return try statement.step() ? Int(clamping: statement.int64(at: 0)) : 0
        }
    }
}
