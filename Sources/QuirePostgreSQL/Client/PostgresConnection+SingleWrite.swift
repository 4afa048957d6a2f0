#if PostgreSQL
    import QuireModels

    extension PostgresConnection {
        /// Runs a statement that is a transaction of its own, together with a check before it and a
        /// notification after it, in one round trip.
        ///
        /// - Parameters:
        ///   - sql: The statement.
        ///   - parameters: Its parameters.
        ///   - check: A query that fails if the statement must not run.
        ///   - notification: A query that notifies listeners, or `nil`.
        /// - Returns: The rows of the statement.
        /// - Throws: The error of the first of the three that fails, after which nothing is changed.
        func rows(
            _ sql: String, _ parameters: [PostgresValue], after check: String,
            notifying notification: String?
        ) throws -> PostgresRows {
            func run() throws -> PostgresRows {
                let results = try pipeline { pipeline in
                    try pipeline.send(check)
                    try pipeline.send(sql, parameters)
                    if let notification { try pipeline.send(notification) }
                    return try pipeline.finish()
                }
                guard results.count > 1 else { throw connectionError() }
                for result in results { _ = try result.get() }
                return try results[1].get()
            }
            do {
                return try run()
            } catch let error as QuireError
                where error.isOutdatedStatement && statements.isEnabled && !isBroken
            {
                // A change of a table has invalidated a prepared statement, and nothing was changed.
                try forgetStatements()
                return try run()
            }
        }
    }
#endif
