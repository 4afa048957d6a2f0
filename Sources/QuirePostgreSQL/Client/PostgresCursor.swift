#if PostgreSQL
    import CPostgreSQL
    import QuireModels

    /// A cursor of a transaction, which returns the rows of a statement in pages.
    ///
    /// Its statements are not prepared, because their columns depend on the cursor.
    struct PostgresCursor {
        private let connection: PostgresConnection
        private let name: String

        /// Declares a cursor.
        ///
        /// - Parameters:
        ///   - number: A number that is unique among the open cursors of the connection.
        ///   - connection: A connection in a transaction.
        ///   - sql: The statement.
        ///   - parameters: The values of its parameters.
        /// - Throws: An error of the server.
        init(
            _ number: Int, on connection: PostgresConnection, sql: String,
            parameters: [PostgresValue]
        ) throws {
            self.connection = connection
            name = "quire_cursor_\(number)"
            _ = try connection.unpreparedRows(
                "DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", parameters)
        }

        /// Returns the next rows, or no rows at the end.
        func next(_ count: Int) throws -> PostgresRows {
            try connection.unpreparedRows("FETCH \(count) FROM \(name)")
        }

        /// Closes the cursor.
        ///
        /// After an error, the transaction closes it.
        func close() {
            guard !connection.isBroken, connection.transactionStatus == .inTransaction else {
                return
            }
            try? connection.execute("CLOSE \(name)")
        }
    }
#endif
