extension DocumentCollection {
    /// Checks that no other document has the values of a new body in a unique index.
    ///
    /// - Parameters:
    ///   - body: The new body, whose shared keys belong to the transaction.
    ///   - id: The ID of its document.
    ///   - text: The UTF-8 bytes of the ID.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` with code `duplicateValue` that names both documents.
    @inline(__always)
    func checkUniqueness(
        of body: UnsafeRawBufferPointer, id: String, text: UTF8Text,
        in transaction: StoreTransaction
    ) throws {
        if try transaction.withState(of: tables, \.hasUniqueIndexes) {
            try findDuplicate(of: body, id: id, text: text, in: transaction)
        }
    }

    private func findDuplicate(
        of body: UnsafeRawBufferPointer, id: String, text: UTF8Text,
        in transaction: StoreTransaction
    ) throws {
        for index in try transaction.withState(of: tables, \.uniqueIndexes) {
            let statement = try transaction.connection.sqlite.statement(
                index.duplicateQuery, purpose: "search the index \(index.name)")
            defer { statement.resetAndClear() }
            try statement.bindBorrowed(body, at: 1)
            try statement.bindBorrowed(text: text, at: 2)
            guard try statement.step() else { continue }
            throw duplicateError(of: id, and: statement.string(at: 0), index)
        }
    }

    /// Reads the indexes that affect saves again after an index was created or deleted, and checks
    /// the documents.
    ///
    /// - Parameters:
    ///   - name: The name of a new unique index, whose documents are checked, or `nil`.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` with code `duplicateValue` that names two documents.
    package func updateIndexes(
        checking name: String?, in transaction: StoreTransaction
    ) throws {
        let sqlite = transaction.connection.sqlite
        let indexes = try UniqueIndexes(of: tables, on: sqlite).all()
        for index in indexes where index.name == name {
            let statement = try sqlite.prepare(
                index.duplicatesQuery, purpose: "check the index \(index.name)")
            guard try statement.step() else { continue }
            throw duplicateError(of: statement.string(at: 0), and: statement.string(at: 1), index)
        }
        let nearest = try NearestIndexes(of: tables, on: sqlite).all()
        try transaction.withState(of: tables) { state in
            state.uniqueIndexes = indexes
            state.nearestIndexes = nearest
        }
    }

    private func duplicateError(
        of id: String, and other: String, _ index: UniqueIndex
    ) -> QuireError {
        let paths = index.rule.paths
        let properties = paths.count == 1 ? paths : Array(paths.dropFirst())
        return QuireError(
            .duplicateValue,
            """
            Documents \(id.debugDescription) and \(other.debugDescription) in \(location) would have the \
            same \(properties.joined(separator: ", ")), but the index \(index.name) is unique. Change \
            one of the documents, or save the second one under the ID of the first one
            """)
    }
}
