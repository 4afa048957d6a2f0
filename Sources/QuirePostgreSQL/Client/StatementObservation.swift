#if PostgreSQL && DEBUG
    import QuirePlatform

    /// A closure that tests set, and that receives the statements before they are sent.
    ///
    /// Only debug builds contain it.
    enum StatementObservation {
        private static let closure =
            Mutex<(@Sendable (_ sql: String, _ isPrepared: Bool, _ location: String) -> Void)?>(nil)

        /// Sets the closure.
        ///
        /// - Parameter body: A closure that receives the text; whether the server prepares it, so that
        ///   it must be a single statement; and the description of the database.
        static func start(
            _ body:
                @escaping @Sendable (
                    _ sql: String, _ isPrepared: Bool, _ location: String
                ) -> Void
        ) {
            closure.withLock { $0 = body }
        }

        fileprivate static func observe(_ sql: String, isPrepared: Bool, in location: String) {
            closure.withLock { $0 }?(sql, isPrepared, location)
        }
    }
#endif

#if PostgreSQL
    extension PostgresConnection {
        /// Passes a statement to the closure of tests.
        func observe(_ sql: String, isPrepared: Bool) {
            #if DEBUG
                StatementObservation.observe(sql, isPrepared: isPrepared, in: location)
            #endif
        }
    }
#endif
