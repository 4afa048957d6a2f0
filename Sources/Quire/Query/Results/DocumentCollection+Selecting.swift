extension DocumentCollection {
    /// Reads the documents that a compiled query gives.
    ///
    /// The documents are read before anything is made of them, so no statement is open while a
    /// model's code runs.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if one is damaged.
    func records(selectedBy select: CompiledSelect) throws -> [DocumentRecord] {
        try readSnapshot { connection in
            var records: [DocumentRecord] = []
            try select.forEachRow(on: connection.sqlite, purpose: "select documents") { row in
                let record = record(id: row.string(at: 4), row: row, keys: connection.keys)
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
            var count = 0
            try select.forEachRow(on: connection.sqlite, purpose: "count documents") {
                count = Int(clamping: $0.int64(at: 0))
            }
            return count
        }
    }
}
