#if PostgreSQL
    import CPostgreSQL

    /// The statements that a connection has prepared.
    ///
    /// A statement is prepared when it is used for the second time: preparing takes a round trip, and a
    /// connection that many databases share runs most texts once in a long time. If there are too many
    /// statements, the one that was not used for the longest time is evicted.
    struct PreparedStatements {
        /// The text of a statement and the types of its parameters.
        struct Key: Hashable {
            let sql: ExactString
            let types: [Oid]

            init(_ sql: String, _ types: [Oid]) {
                self.sql = ExactString(sql)
                self.types = types
            }
        }

        private struct Statement {
            let name: String
            var lastUse: Int
        }

        /// The maximum number of prepared statements of a connection.
        static let limit = 256

        let isEnabled: Bool
        private var statements: [Key: Statement] = [:]
        /// The hash values of the texts that were recently used once, in two generations.
        ///
        /// The earlier generation is discarded when the current one is full.
        private var usedOnce: (current: Set<Int>, earlier: Set<Int>) = ([], [])
        private var useCount = 0
        private var nameCount = 0

        init(isEnabled: Bool) {
            self.isEnabled = isEnabled
        }

        /// Returns the name of a prepared statement and notes its use.
        mutating func name(of key: Key) -> String? {
            guard let index = statements.index(forKey: key) else { return nil }
            useCount += 1
            statements.values[index].lastUse = useCount
            return statements.values[index].name
        }

        /// Notes the use of a statement that is not prepared, and returns whether to prepare it now.
        ///
        /// Two texts with the same hash value only cause one of them to be prepared earlier.
        mutating func isRepeated(_ key: Key) -> Bool {
            let hash = key.hashValue
            if usedOnce.current.remove(hash) != nil || usedOnce.earlier.remove(hash) != nil {
                return true
            }
            if usedOnce.current.count >= Self.limit / 2 { usedOnce = ([], usedOnce.current) }
            usedOnce.current.insert(hash)
            return false
        }

        /// Removes a statement if there is no room for another one, and returns its name.
        ///
        /// - Complexity: O(*n*) in the number of statements.
        mutating func evicted() -> String? {
            guard statements.count >= Self.limit,
                let (key, statement) = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return nil }
            statements[key] = nil
            return statement.name
        }

        /// Evicts statements until half of the limit is free.
        ///
        /// - Parameter deallocate: A closure that receives the name of an evicted statement.
        mutating func makeRoom(_ deallocate: (String) throws -> Void) rethrows {
            guard statements.count > Self.limit / 2 else { return }
            for (key, statement) in statements.sorted(by: { $0.value.lastUse < $1.value.lastUse })
                .prefix(statements.count - Self.limit / 2)
            {
                statements[key] = nil
                try deallocate(statement.name)
            }
        }

        /// Returns a name that is new on the connection.
        mutating func newName() -> String {
            nameCount += 1
            return "quire_\(nameCount)"
        }

        mutating func add(_ key: Key, _ name: String) {
            useCount += 1
            statements[key] = Statement(name: name, lastUse: useCount)
        }

        mutating func remove(_ key: Key) { statements[key] = nil }

        mutating func removeAll() { statements = [:] }
    }
#endif
