#if PostgreSQL
    import Foundation
    import QuirePlatform
    import Testing

    @testable import QuirePostgreSQL

    /// Compares each statement that Quire sends in a test with ``StatementRules``.
    ///
    /// A statement that breaks a rule is an issue of the run, wherever it was sent. Tests have connections
    /// of their own for other statements, whose descriptions of the database lack the word PostgreSQL.
    enum StatementLinter {
        private static let known = Mutex<Set<String>>([])

        /// Begins to compare statements, by the catalog of a server.
        static func start(_ connectionString: String) throws {
            let connection = try PostgresConnection(
                PostgresConfiguration(connectionString), location: "the test server")
            let changing = try connection.rows(
                "SELECT DISTINCT proname::text FROM pg_proc WHERE provolatile <> 'i'"
            ).map { $0.text(0) }
            let rules = StatementRules(changing: Set(changing))
            let observer = StatementObservation.Observer { sql, isPrepared, location in
                guard location.contains("PostgreSQL") else { return }
                let isNew = known.withLock { $0.insert(sql).inserted }
                guard isNew else { return }
                for violation in rules.violations(in: sql, isPrepared: isPrepared) {
                    Issue.record("\(violation) The statement is: \(sql)")
                }
            }
            StatementObservation.start(observer)
        }
    }
#endif
