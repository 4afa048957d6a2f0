#if PostgreSQL
    import Foundation
    public import QuireModels

    extension PostgresStore {
        /// Creates an index, or replaces the index with the same name if it differs.
        ///
        /// The server supports indexes of properties, with or without a condition, unique indexes of
        /// properties, indexes of arrays of simple values, and full-text indexes.
        ///
        /// Outside a transaction, other programs can write while the server creates the index. In a
        /// transaction, the collection is locked for writes until the transaction ends.
        ///
        /// - Parameters:
        ///   - name: The index's name.
        ///   - config: A `ValueIndexConfiguration`, `ArrayIndexConfiguration` or
        ///     `FullTextIndexConfiguration`.
        /// - Throws: `QuireError` with code `invalidQuery` if an expression cannot be parsed,
        ///   `invalidParameter` if the name is not valid or there are no expressions,
        ///   `duplicateValue` if documents have the same values in a unique index,
        ///   `unsupportedOperation` if the server does not support this index, `notOpen`,
        ///   `notWriteable`, or an error of the server.
        /// - Complexity: O(*n* log *n*) in the number of documents, unless the index exists.
        public func createIndex(withName name: String, config: any IndexConfiguration) throws {
            let index = try PostgresIndex(name, config, in: location)
            try changeIndex(name, to: index)
        }

        /// Deletes an index if it exists.
        ///
        /// - Parameter name: The index's name.
        /// - Throws: `QuireError` with code `notOpen`, `notWriteable`, or an error of the server.
        public func deleteIndex(forName name: String) throws {
            guard !name.utf8.contains(0) else { return }
            try changeIndex(name, to: nil)
        }

        /// Returns the names of the indexes, in order.
        ///
        /// - Returns: The names.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func indexes() throws -> [String] {
            try owner.read { try storedIndexes.names($0) }
        }

        /// Returns the definitions of the indexes, in the order of their names.
        ///
        /// - Returns: The definitions. Indexes that a later version of Quire created are omitted.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        public func indexDefinitions() throws -> [IndexDefinition] {
            try owner.read { connection in
                let indexes = try storedIndexes.read(connection)
                return try storedIndexes.names(connection).compactMap { name in
                    indexes[name].map { IndexDefinition(name, $0.configuration) }
                }
            }
        }

        /// Returns a plan of the changes that give the store the defined indexes.
        ///
        /// - Parameters:
        ///   - definitions: The definitions of the indexes, with unique names.
        ///   - keepingOthers: Whether to keep indexes with other names.
        /// - Returns: The plan.
        /// - Throws: `QuireError` with code `invalidParameter` if a name occurs twice, or the errors
        ///   of ``createIndex(withName:config:)`` for an invalid definition.
        public func indexPlan(
            for definitions: [IndexDefinition], keepingOthers: Bool
        ) throws -> IndexPlan {
            let (names, existing) = try owner.read {
                (try storedIndexes.names($0), try storedIndexes.read($0))
            }
            var defined: Set<String> = []
            var steps: [IndexPlan.Step] = []
            for definition in definitions {
                let name = definition.name
                guard defined.insert(name).inserted else {
                    throw QuireError(
                        .invalidParameter, "The index \(name) of \(location) is defined twice.")
                }
                let index = try PostgresIndex(name, definition.configuration, in: location)
                if existing[name] == index { continue }
                steps.append(names.contains(name) ? .replace(name) : .create(name))
            }
            let dropped = keepingOthers ? [] : names.filter { !defined.contains($0) }
            return IndexPlan(
                store: self, steps: dropped.map { .drop($0) } + steps, definitions: definitions)
        }

        // MARK: Changing indexes

        private func changeIndex(_ name: String, to index: PostgresIndex?) throws {
            try owner.checkIsWritable()
            defer { storedIndexes.invalidate() }
            if try owner.currentTransaction() != nil {
                // A savepoint, so that the transaction continues after an error.
                try owner.inBatch {
                    try owner.read { connection in
                        try connection.withoutTimeLimit {
                            try changeIndex(name, to: index, connection, concurrently: false)
                        }
                    }
                }
                return
            }
            try owner.withoutTimeLimit { connection in
                try owner.layout.retryingRaces(Self.statesOfRaces) {
                    try changeIndex(name, to: index, connection, concurrently: true)
                } undoing: {
                }
            }
        }

        /// The SQLSTATE codes of statements that another program's change of the same index disturbed:
        /// the index exists by now (42P07) or does not exist (42704, XX000), or a deadlock (40P01).
        private static let statesOfRaces: Set<String> = ["42P07", "42704", "XX000", "40P01"]

        private func changeIndex(
            _ name: String, to index: PostgresIndex?, _ connection: PostgresConnection,
            concurrently: Bool
        ) throws {
            if let index, try storedIndexes.read(connection)[name] == index { return }
            try owner.layout.checkVersion(connection)
            let sqlName = storedIndexes.sqlName(of: name)
            let concurrently = concurrently ? "CONCURRENTLY " : ""
            // An index that is not in the list is the rest of an attempt that failed.
            try connection.execute(
                "DROP INDEX \(concurrently)IF EXISTS \(qualifiedName(sqlName))")
            guard let index else {
                try storedIndexes.remove(name, connection)
                return try removeUnusedStatistics(connection)
            }
            if index.kind == .text { try checkEncoding(connection) }
            do {
                try connection.execute(
                    """
                    CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(concurrently)\
                    \(SQLName.quoted(sqlName)) ON \(statements.table) \
                    \(QualifiedSQL.qualified(index.sql(owner.lowercaseCollation)))
                    """)
            } catch let error as QuireError where error.code == .duplicateValue {
                try? storedIndexes.remove(name, connection)
                throw QuireError(
                    .duplicateValue,
                    """
                    The unique index \(name) of \(location) cannot be created, because documents have \
                    the same values.
                    """, underlyingError: error.underlyingError)
            } catch let error as QuireError
                where index.kind == .text
                && (error.underlyingError as? PostgresServerError)?.sqlState == "54000"
            {
                try? storedIndexes.remove(name, connection)
                throw QuireError(
                    .unsupportedOperation,
                    """
                    The engine PostgreSQL cannot create the index \(name) of text in \(location), \
                    because its definition is too long. Index fewer properties, or properties with \
                    shorter names.
                    """, underlyingError: error.underlyingError)
            }
            try storedIndexes.record(index, named: name, on: connection)
            try createStatistics(of: index, connection)
            try removeUnusedStatistics(connection)
            // The server estimates with statistics about the indexed expressions.
            try connection.execute("ANALYZE \(statements.table)")
        }

        /// Throws an error if the server cannot normalize text.
        private func checkEncoding(_ connection: PostgresConnection) throws {
            let encoding = try connection.rows("SELECT current_setting('server_encoding')")[0].text(
                0)
            guard encoding != "UTF8" else { return }
            throw QuireError(
                .unsupportedOperation,
                "A full-text index requires the encoding UTF8. \(location) has \(encoding).")
        }

        // MARK: Unique indexes

        /// Whether the collection has a unique index.
        func hasUniqueIndexes(_ connection: PostgresConnection) throws -> Bool {
            try storedIndexes.recent(connection).values.contains(where: \.isUnique)
        }

        /// Returns the error for a document with the same values as another one in a unique index.
        ///
        /// - Parameters:
        ///   - error: The error of the server.
        ///   - id: The ID of the document that was not saved.
        /// - Returns: An error with code `duplicateValue`, or the same error if it has another cause.
        func explained(_ error: any Error, savingDocument id: String) -> any Error {
            guard let error = error as? QuireError, error.code == .duplicateValue,
                let cause = error.underlyingError as? PostgresServerError
            else { return error }
            storedIndexes.invalidate()
            return QuireError(
                .duplicateValue,
                """
                Document \(id.debugDescription) in \(location) cannot be saved: another document has \
                the same values in \(uniqueIndex(cause.constraintName)).
                """, underlyingError: cause)
        }

        /// Describes the unique index with a name on the server.
        ///
        /// A distributed server reports no name, or that of the index on one of its nodes.
        private func uniqueIndex(_ sqlName: String?) -> String {
            let prefix = "\(fullName).index."
            guard let sqlName, sqlName.hasPrefix(prefix) else { return "a unique index" }
            return "the unique index \(sqlName.dropFirst(prefix.count))"
        }
    }
#endif
