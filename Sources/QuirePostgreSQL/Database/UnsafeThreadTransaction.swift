#if PostgreSQL
    import QuireModels
    import QuirePlatform

    extension PostgresTransaction {
        // Each call of a store looks for its transaction, so this takes no lock. The threads contain
        // unretained pointers, because the database retains its transactions while they run.
        private static let key: pthread_key_t? = {
            var key = pthread_key_t()
            return pthread_key_create(&key, nil) == 0 ? key : nil
        }()

        /// The innermost transaction of the current thread, of any database.
        private static var innermost: PostgresTransaction? {
            guard let key, let pointer = pthread_getspecific(key) else { return nil }
            return Unmanaged<PostgresTransaction>.fromOpaque(pointer).takeUnretainedValue()
        }

        /// Returns the transaction of the current thread in a database.
        static func current(of database: PostgresDatabase) -> PostgresTransaction? {
            var transaction = innermost
            while let found = transaction {
                if found.database == ObjectIdentifier(database) { return found }
                transaction = found.outer
            }
            return nil
        }

        /// Makes this the innermost transaction of the current thread.
        ///
        /// - Throws: `QuireError` with code `memoryError` if the system has no memory for it.
        func enter() throws {
            outer = Self.innermost
            guard let key = Self.key,
                pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque()) == 0
            else { throw QuireError(.memoryError, "There is no memory for a transaction.") }
        }

        /// Makes the transaction around this one the innermost of the current thread.
        func leave() {
            guard let key = Self.key else { return }
            pthread_setspecific(key, outer.map { Unmanaged.passUnretained($0).toOpaque() })
        }
    }
#endif
