#if PostgreSQL
    import Foundation
    public import QuireModels

    extension PostgresDatabase {
        /// Performs maintenance on the tables of the database.
        ///
        /// Compacting purges expired documents, and removes blobs that no document refers to. Another program may just have stored a
        /// blob and not yet its document, so compacting removes the blobs that were already unused
        /// when it ran at least one hour earlier. Run it regularly, for example once a day:
        ///
        /// ```swift
        /// try database.performMaintenance(type: .compact)
        /// ```
        ///
        /// A program that stores a document with a blob must commit it within an hour after it has
        /// stored the blob or read it from another document. The server returns the free space
        /// itself.
        ///
        /// Other programs can read and write during maintenance.
        ///
        /// - Parameter type: `compact`; `reindex`, which creates all indexes of the tables again; or
        ///   `optimize` or `fullOptimize`, which update the statistics of the server.
        /// - Throws: `QuireError` with code `transactionNotClosed` inside a transaction or snapshot,
        ///   `unsupportedOperation` for `integrityCheck`, `notOpen`, `notWriteable`, or an error of the
        ///   server.
        /// - Complexity: O(*n*) in the size of the database.
        public func performMaintenance(type: MaintenanceType) throws {
            guard try currentTransaction() == nil else {
                throw QuireError(
                    .transactionNotClosed,
                    "Maintenance of \(location) cannot run inside a transaction or snapshot.")
            }
            switch type {
            case .compact:
                _ = try PostgresExpirations.purgeExpired(self)
                try removeUnusedBlobs(unusedFor: Self.blobGracePeriod)
                try removeOldPurges()
            case .reindex:
                try forEachTable { table, connection in
                    try connection.execute("REINDEX TABLE CONCURRENTLY \(table)")
                }
            case .optimize, .fullOptimize:
                try forEachTable { table, connection in
                    try connection.execute("ANALYZE \(table)")
                }
            case .integrityCheck:
                throw QuireError(
                    .unsupportedOperation,
                    """
                    Quire cannot check the files of \(location). Use pg_amcheck and the checksums of the \
                    server.
                    """)
            }
        }

        /// Performs maintenance on the tables of the database.
        ///
        /// The asynchronous form of ``performMaintenance(type:)``.
        ///
        /// - Parameter type: The kind of maintenance.
        /// - Throws: `CancellationError`, and the errors of ``performMaintenance(type:)``.
        public func maintain(type: MaintenanceType) async throws {
            try await blockingWork.run { try self.performMaintenance(type: type) }
        }

        /// The error of the last attempt to purge expired documents, or `nil` if it succeeded.
        ///
        /// Each program that has opened the database for writing attempts it at least once a minute. The
        /// first of several failures is also logged. A check of a server's health can report it:
        ///
        /// ```swift
        /// let canExpire = database.expirationError == nil
        /// ```
        public var expirationError: (any Error)? { expirations.failure }

        private func forEachTable(_ body: (String, PostgresConnection) throws -> Void) throws {
            try withoutTimeLimit { connection in
                for name in try layout.collections(connection) {
                    try body(layout.table(of: name), connection)
                }
            }
        }

        // MARK: Purges

        /// Removes the records of purges that listeners have received.
        func removeOldPurges() throws {
            _ = try read {
                try $0.change(
                    """
                    DELETE FROM \(layout.schema).purge WHERE purged < now() - interval '1 day'
                    AND \(PostgresLayout.one(layout.schema)) = 1
                    """)
            }
        }

        // MARK: Blobs

        /// How long in seconds a blob must be unused before it is removed.
        private static let blobGracePeriod: TimeInterval = 3600
        /// The number of blobs that one transaction removes.
        private static let blobBatchSize: Int64 = 100

        /// Marks the blobs that no document contains, and removes those that were marked earlier.
        ///
        /// A program can commit a document with a blob while this method reads the documents. So a blob
        /// is removed only if a former call has marked it, no document contains it now, and no program
        /// has installed it in the meantime, which removes the mark.
        ///
        /// - Parameter period: The minimum age of the mark in seconds.
        /// - Returns: The number of removed blobs.
        /// - Throws: `QuireError` with code `notOpen`, or an error of the server.
        @discardableResult
        func removeUnusedBlobs(unusedFor period: TimeInterval) throws -> Int {
            try withoutTimeLimit { connection in
                try layout.checkVersion(connection)
                try markUnusedBlobs(connection)
                var count = 0
                var removed = 0
                repeat {
                    try connection.begin()
                    try layout.checkVersion(connection)
                    // The lock on the first part excludes programs that install the same content.
                    let digests = try connection.rows(
                        """
                        SELECT digest FROM \(blobs.table) WHERE part = 0
                        AND unused < now() - make_interval(secs => $1) LIMIT $2 FOR UPDATE
                        """, [.double(period), .integer(Self.blobBatchSize)]
                    ).map { $0.text(0) }
                    try connection.change(
                        "DELETE FROM \(blobs.table) WHERE digest = ANY($1)", [.textArray(digests)])
                    try connection.execute("COMMIT")
                    count = digests.count
                    removed += count
                } while count == Self.blobBatchSize
                return removed
            }
        }

        /// Corrects the marks of blobs by the bodies of all documents.
        ///
        /// Any string that contains a digest counts, wherever it is.
        private func markUnusedBlobs(_ connection: PostgresConnection) throws {
            let documents = try layout.collections(connection).map {
                "SELECT body FROM \(layout.table(of: $0)) WHERE body::text LIKE '%sha1-%'"
            }.joined(separator: " UNION ALL ")
            let used = """
                SELECT m[1] COLLATE "C" FROM (\(documents)) AS d,
                regexp_matches(d.body::text, 'sha1-[A-Za-z0-9+/]{27}=', 'g') AS m
                """
            let hasMarks = try !connection.rows(
                "SELECT 1 FROM \(blobs.table) WHERE part = 0 AND unused IS NOT NULL LIMIT 1"
            ).isEmpty
            if hasMarks {
                try connection.change(
                    """
                    UPDATE \(blobs.table) SET unused = NULL
                    WHERE part = 0 AND unused IS NOT NULL AND digest IN (\(used))
                    """)
            }
            try connection.change(
                """
                UPDATE \(blobs.table) SET unused = now()
                WHERE part = 0 AND unused IS NULL AND digest NOT IN (\(used))
                """)
        }
    }
#endif
