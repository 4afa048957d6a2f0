#if PostgreSQL
    /// Transactions and their settings.
    extension PostgresConnection {
        /// Begins a transaction.
        ///
        /// - Parameters:
        ///   - mode: The mode of the transaction.
        ///   - sql: Statements to run in the same round trip.
        /// - Throws: An error of the server.
        func begin(_ mode: String = "", then sql: String? = nil) throws {
            let begin = settings.begin(mode, isShort: isShort)
            try execute(sql.map { "\(begin); \($0)" } ?? begin)
        }

        /// Calls a closure in a transaction.
        func inTransaction(_ body: () throws -> Void) throws {
            try begin()
            do {
                try body()
                try execute("COMMIT")
            } catch {
                try? execute("ROLLBACK")
                throw error
            }
        }

        /// The query that begins the transaction of the next statement, or `nil` if the transaction or
        /// session has its settings.
        var preparation: String? {
            guard settings.isPooled, transactionStatus == .idle else { return nil }
            return settings.preparation(isShort: isShort)
        }

        /// Calls a closure whose statements have no time limit, because they can take long.
        func withoutTimeLimit<R>(_ body: () throws -> R) throws -> R {
            guard isShort else { return try body() }
            // Through a connection pooler, each transaction sets its limits.
            let isLocal = transactionStatus == .inTransaction
            let changesNow = isLocal || !settings.isPooled
            if changesNow { try execute(settings.setLimits(isOn: false, isLocal: isLocal)) }
            isShort = false
            defer {
                isShort = true
                // After an error in a transaction, its end restores the limits.
                if changesNow { try? execute(settings.setLimits(isOn: true, isLocal: isLocal)) }
            }
            return try body()
        }
    }
#endif
