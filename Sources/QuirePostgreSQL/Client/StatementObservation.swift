#if PostgreSQL && DEBUG
    import QuirePlatform

    /// A closure that tests set, and that receives the statements before they are sent.
    ///
    /// Only debug builds contain it.
    enum StatementObservation {
        /// A closure that receives the text; whether the server prepares it, so that it must be a single
        /// statement; and the description of the database.
        struct Observer: Sendable {
            let observe: @Sendable (_ sql: String, _ isPrepared: Bool, _ location: String) -> Void
        }

        // A closure in a generic value is wrapped at each access, so it is in a structure.
        fileprivate static let observer = Mutex<Observer?>(nil)

        static func start(_ new: Observer) { observer.withLock { $0 = new } }
    }
#endif

#if PostgreSQL
    extension PostgresConnection {
        /// Passes a statement to the closure of tests.
        func observe(_ sql: String, isPrepared: Bool) {
            #if DEBUG
                StatementObservation.observer.withLock { $0 }?.observe(sql, isPrepared, location)
            #endif
        }
    }
#endif
