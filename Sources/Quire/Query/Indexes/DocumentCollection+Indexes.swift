package import SQLPlusPlus

extension DocumentCollection {
    /// Creates an index, unless it is there.
    ///
    /// It runs in the current transaction, or in one of its own. Another index of that name is
    /// replaced. Couchbase Lite sees the index, uses it, and keeps it current, as this library does
    /// with its. Couchbase Lite itself gives a name only once in a database: creating an index there
    /// takes one of that name away from another collection.
    ///
    /// - Parameters:
    ///   - name: The index's name, which is the collection's own: not empty, without double quotes.
    ///   - config: What the index is.
    /// - Throws: ``QuireError`` with code `invalidQuery` if an expression cannot be parsed or cannot
    ///   be in an index, `invalidParameter` if the name cannot be an index's or nothing is to be
    ///   indexed, `notOpen` if the database is closed or the collection deleted, `notWriteable`,
    ///   `busy`, `ioError`.
    /// - Complexity: O(*n* log *n*) in the number of documents, unless the index is there.
    public func createIndex(withName name: String, config: any IndexConfiguration) throws {
        try create(try IndexSpecification(config).compiled(name, of: self))
    }

    /// Creates an index of the values of terms, unless it exists.
    ///
    /// - Throws: ``QuireError`` as ``createIndex(withName:config:)``.
    package func createValueIndex(named name: String, on terms: [QueryTerm]) throws {
        let index = IndexSpecification.value(terms.map(IndexedTerm.init), condition: nil)
        try create(try index.compiled(name, of: self))
    }

    /// Creates a full-text index of terms, unless it exists.
    ///
    /// - Throws: ``QuireError`` as ``createIndex(withName:config:)``.
    package func createFullTextIndex(
        named name: String, on terms: [QueryTerm], ignoringAccents: Bool, language: String?
    ) throws {
        let index = IndexSpecification.fullText(
            terms.map(IndexedTerm.init), condition: nil, ignoresAccents: ignoringAccents,
            language: language)
        try create(try index.compiled(name, of: self))
    }

    /// Deletes an index.
    ///
    /// If the collection has no index of the name, nothing happens. It runs in the current transaction, or in one of its own. An index that keeps the database from
    /// being written, because it needs a missing function, can be deleted, too.
    ///
    /// - Parameter name: The index's name.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted, `notWriteable`, `busy` or `ioError`.
    public func deleteIndex(forName name: String) throws {
        try database.writeRemoval { transaction in
            let sqlite = transaction.connection.sqlite
            guard try keyStore.exists(on: sqlite) else { throw gone(nil) }
            guard let record = try IndexList(sqlite).record(named: name, of: keyStore) else {
                return
            }
            try transaction.nested {
                try StoredIndexes(keyStore: keyStore, connection: sqlite).remove(record)
                try transaction.schemaDidChange()
            }
        }
    }

    /// Returns the names of the collection's indexes.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees. Indexes that
    /// other programs made are among them.
    ///
    /// - Returns: The names in order.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted.
    public func indexes() throws -> [String] {
        try indexRecords().map(\.name).sorted()
    }

    /// Returns an index.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index, or `nil` if the collection has none of that name.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection
    ///   deleted.
    public func index(withName name: String) throws -> QueryIndex? {
        try indexRecords().contains { $0.name == name }
            ? QueryIndex(collection: self, name: name) : nil
    }

    /// Lists the collection's indexes.
    func indexRecords() throws -> [IndexRecord] {
        try readSnapshot { connection in
            guard try keyStore.exists(on: connection.sqlite) else { throw gone(nil) }
            return try IndexList(connection.sqlite).records(of: keyStore)
        }
    }

    /// Makes an index that has been compiled.
    private func create(_ wanted: StoredIndexes.Wanted) throws {
        try write { transaction in
            try transaction.nested {
                let sqlite = transaction.connection.sqlite
                guard try keyStore.exists(on: sqlite) else { throw gone(nil) }
                let indexes = StoredIndexes(keyStore: keyStore, connection: sqlite)
                guard try indexes.make(wanted) else { return }
                do {
                    try transaction.schemaDidChange()
                } catch let error as QuireError where error.code == .notWriteable {
                    throw QuireError(
                        .invalidQuery,
                        "The index \(wanted.name) of \(place) cannot be made: it would keep the "
                            + "database from being written. \(error.message)")
                }
            }
        }
    }
}
