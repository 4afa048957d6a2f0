#if PostgreSQL
    import QuireModels

    // The statistics about the values of indexes:
    //
    //   CREATE STATISTICS quire."quire.statistics.5d0e…" ON type, (CASE WHEN …
    //       ELSE body->'address'->'city' END) FROM quire."_default.hotels"

    extension PostgresStore {
        /// Creates statistics about the indexed values and the number of live documents.
        ///
        /// The server has statistics about an index, but does not use them if the index has a
        /// condition. It then assumes that one of 200 documents is live and that a third of the
        /// documents meets a condition, and reads all documents instead of the first ones in the
        /// order of the index. The statistics require PostgreSQL 14.
        func createStatistics(
            of index: PostgresIndex, _ connection: PostgresConnection
        ) throws {
            let live = qualifiedName(SQLName.shortened("\(fullName).live"))
            try tryStatistics(connection) {
                try connection.execute(
                    "CREATE STATISTICS IF NOT EXISTS \(live) ON (flags & 1) FROM \(statements.table)"
                )
            }
            guard let name = statisticsName(of: index) else { return }
            try tryStatistics(connection) {
                try connection.execute(
                    """
                    CREATE STATISTICS IF NOT EXISTS \(qualifiedName(name)) \
                    ON \(index.columns.joined(separator: ", ")) FROM \(statements.table)
                    """)
            }
        }

        private static let statisticsPrefix = "quire.statistics."

        /// Returns the name of the statistics about the values of an index, which is the same for all
        /// indexes of the same values, or `nil` for an index without statistics.
        private func statisticsName(of index: PostgresIndex) -> String? {
            let columns = index.columns
            // A column alone has statistics without this, and the server accepts eight columns.
            guard columns.contains(where: { $0 != "type" }), columns.count <= 8 else { return nil }
            let hash = SQLName.hash(([fullName] + columns).joined(separator: ", "))
            return Self.statisticsPrefix + String(hash, radix: 16)
        }

        /// Removes the statistics about values that are not indexed any longer, unless another program
        /// uses the table.
        ///
        /// Another program's statement fails if the statistics are removed while it is planned, so the
        /// table is locked.
        func removeUnusedStatistics(_ connection: PostgresConnection) throws {
            try tryStatistics(connection) {
                guard try !unusedStatistics(connection).isEmpty else { return }
                try connection.execute(
                    "LOCK TABLE \(statements.table) IN ACCESS EXCLUSIVE MODE NOWAIT")
                for name in try unusedStatistics(connection) {
                    try connection.execute("DROP STATISTICS IF EXISTS \(qualifiedName(name))")
                }
            }
        }

        private func unusedStatistics(_ connection: PostgresConnection) throws -> [String] {
            let used = try storedIndexes.read(connection).values.compactMap(statisticsName)
            return try connection.rows(
                """
                SELECT stxname::text FROM pg_statistic_ext WHERE stxrelid = to_regclass($1)
                AND starts_with(stxname::text, $2)
                """, [.text(statements.table), .text(Self.statisticsPrefix)]
            ).map { $0.text(0) }.filter { !used.contains($0) }
        }

        /// Runs statements about statistics in a transaction of their own.
        ///
        /// Not all servers support them, and they do not affect results, so errors are ignored.
        private func tryStatistics(
            _ connection: PostgresConnection, _ body: () throws -> Void
        ) throws {
            if try owner.currentTransaction() != nil {
                // A savepoint, because an error would end the transaction.
                try? owner.inBatch(using: body)
                return
            }
            do {
                try connection.begin()
                try body()
                try connection.execute("COMMIT")
            } catch {
                try connection.execute("ROLLBACK")
            }
        }

        /// Returns the name of an index or of statistics in SQL.
        func qualifiedName(_ name: String) -> String {
            "\(owner.layout.schema).\(SQLName.quoted(name))"
        }
    }
#endif
