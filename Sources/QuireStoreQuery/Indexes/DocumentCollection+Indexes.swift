package import SQLPlusPlus

extension DocumentCollection {
    /// Creates an index, unless the same index exists.
    ///
    /// An existing index with the same name and another definition is replaced. Couchbase Lite uses
    /// the index and keeps it current, and Quire does the same for indexes that Couchbase Lite
    /// creates. In Couchbase Lite, index names are unique within a database: creating an index
    /// there removes an index with the same name from another collection.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// try collection.createIndex(
    ///     withName: "byCity", config: ValueIndexConfiguration(["type", "address.city"]))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the index within the collection. It must not be empty or contain
    ///     double quotes.
    ///   - config: The definition of the index.
    /// - Throws: ``QuireError`` with code `invalidQuery` if an expression cannot be parsed or is
    ///   not allowed in an index, `invalidParameter` if the name is not valid or there are no
    ///   expressions, `duplicateValue` if documents have the same values in a unique index,
    ///   `notOpen` if the database is closed or the collection is deleted, `notWriteable`, `busy`,
    ///   `ioError`.
    /// - Complexity: O(*n* log *n*) in the number of documents, unless the index exists.
    public func createIndex(withName name: String, config: any IndexConfiguration) throws {
        try create(try IndexSpecification(config).compiled(name, of: self))
    }

    /// Creates a value index on terms, unless it exists.
    ///
    /// - Throws: The errors of ``createIndex(withName:config:)``.
    package func createValueIndex(named name: String, on terms: [QueryTerm]) throws {
        let index = IndexSpecification.value(
            terms.map(IndexedTerm.init), condition: nil, unique: nil)
        try create(try index.compiled(name, of: self))
    }

    /// Creates a full-text index on terms, unless it exists.
    ///
    /// - Throws: The errors of ``createIndex(withName:config:)``.
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
    /// If the index doesn't exist, the method does nothing. The method can also delete an index
    /// that makes the database read-only because it requires a missing function.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// try collection.deleteIndex(forName: "byCity")
    /// ```
    ///
    /// - Parameter name: The index's name.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted, `notWriteable`, `busy` or `ioError`.
    public func deleteIndex(forName name: String) throws {
        try database.writeRemoval { transaction in
            let sqlite = transaction.connection.sqlite
            guard try tables.exists(on: sqlite) else { throw collectionDeletedError(nil) }
            guard let record = try IndexList(sqlite).record(named: name, of: tables) else {
                return
            }
            try transaction.nested {
                try StoredIndexes(tables: tables, connection: sqlite).remove(record)
                try transaction.schemaDidChange()
                try updateIndexes(checking: nil, in: transaction)
            }
        }
    }

    /// Returns the names of the collection's indexes.
    ///
    /// The names include indexes that other programs created. Inside a transaction, the method
    /// reads the changes of that transaction; otherwise, it reads the last committed state.
    ///
    /// ```swift
    /// print(try collection.indexes())  // ["byCity"]
    /// ```
    ///
    /// - Returns: The names, sorted.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted.
    public func indexes() throws -> [String] {
        try indexRecords().map(\.name).sorted()
    }

    /// Returns the index with the given name.
    ///
    /// - Parameter name: The index's name.
    /// - Returns: The index, or `nil` if the collection doesn't have it.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed or the collection is
    ///   deleted.
    public func index(withName name: String) throws -> QueryIndex? {
        try indexRecords().contains { $0.name == name }
            ? QueryIndex(collection: self, name: name) : nil
    }

    /// Returns the entries of the collection's indexes.
    func indexRecords() throws -> [IndexRecord] {
        try readSnapshot { connection in
            guard try tables.exists(on: connection.sqlite) else {
                throw collectionDeletedError(nil)
            }
            return try IndexList(connection.sqlite).records(of: tables)
        }
    }

    /// Creates a compiled index.
    private func create(_ wanted: StoredIndexes.Wanted) throws {
        try write { transaction in
            try transaction.nested {
                let sqlite = transaction.connection.sqlite
                guard try tables.exists(on: sqlite) else { throw collectionDeletedError(nil) }
                let indexes = StoredIndexes(tables: tables, connection: sqlite)
                guard try indexes.make(wanted) else { return }
                do {
                    try transaction.schemaDidChange()
                } catch let error as QuireError where error.code == .notWriteable {
                    throw QuireError(
                        .invalidQuery,
                        "The index \(wanted.name) of \(location) cannot be created: it would make the "
                            + "database read-only. \(error.message)")
                }
                try updateIndexes(
                    checking: wanted.uniqueRule == nil ? nil : wanted.name, in: transaction)
            }
        }
    }
}
