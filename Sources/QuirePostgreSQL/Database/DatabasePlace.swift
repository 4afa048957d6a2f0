#if PostgreSQL
    import QuirePlatform
    import QuireModels

    /// The place of a database of a fleet, which another program can move or delete.
    final class DatabasePlace: Sendable {
        /// The name in the fleet when the database was opened.
        let databaseName: String
        /// The schema with the tables.
        let schemaName: String
        private let hasChanged = Atomic(false)

        init(databaseName: String, schemaName: String) {
            self.databaseName = databaseName
            self.schemaName = schemaName
        }

        /// Whether a statement has failed because the tables are not at this place any more.
        var isOutdated: Bool { hasChanged.load(ordering: .acquiring) }

        /// Returns the error to throw for an error of a statement.
        ///
        /// If the tables are not at this place any more, the place becomes outdated.
        func explained(_ error: any Error) -> any Error {
            guard let cause = (error as? QuireError)?.underlyingError as? PostgresServerError,
                cause.isMoved || cause.isMissingTable(inSchema: schemaName)
            else { return error }
            hasChanged.store(true, ordering: .releasing)
            return QuireError(
                .notOpen,
                """
                Database \(databaseName.debugDescription) of the fleet was moved or deleted after this \
                object was created. Call database(named:) of the fleet again.
                """, underlyingError: cause)
        }
    }
#endif
