#if PostgreSQL
    import QuireModels

    extension PostgresDatabase {
        /// Closes the database and deletes all of its tables, with all documents and blobs.
        ///
        /// The schema is deleted as well, unless it contains something else or belongs to another role.
        /// The call waits for transactions of other programs that use the tables. If it fails, no table
        /// is deleted, and it can be repeated.
        ///
        /// ```swift
        /// var configuration = PostgresConfiguration("postgresql://app@db.example.com/travel")
        /// configuration.schemaName = "test_\(UUID())"
        /// let database = try PostgresDatabase(configuration)
        /// defer { try? database.delete() }
        /// ```
        ///
        /// - Throws: `QuireError` with code `notWriteable` if the role does not own the tables, or the
        ///   errors of ``close()``.
        public func delete() throws {
            try close()
            let connection = try PostgresConnection(configuration, location: location)
            try layout.delete(connection)
        }
    }
#endif
