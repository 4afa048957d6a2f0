#if PostgreSQL
    import Foundation
    public import QuireModels

    /// Operations on all databases.
    extension PostgresFleet {
        /// The number of entries of the directory that are read together.
        private static let pageSize = 500

        /// Upgrades the tables of all databases that an earlier version of Quire has created.
        ///
        /// A database is also upgraded when it is opened. Programs with an earlier version can read a
        /// database after its upgrade, and not write to it.
        ///
        /// ```swift
        /// let report = try fleet.upgrade()
        /// for failure in report.failures { print(failure.databaseName, failure.error) }
        /// ```
        ///
        /// - Returns: The number of databases that have the current version, and those whose upgrade
        ///   failed.
        /// - Throws: `QuireError` with code `notOpen` if the fleet is closed, or an error of the
        ///   directory. An error of a database is part of the report.
        /// - Complexity: O(*n*) in the number of databases.
        @discardableResult
        public func upgrade() throws -> PostgresFleetReport {
            // Opening a database upgrades it.
            try forEachDatabase(usesOpen: false) { _ in }
        }

        /// Performs maintenance on all databases.
        ///
        /// Compacting also purges the expired documents of databases that no program has opened.
        ///
        /// - Parameter type: The kind of maintenance, see ``PostgresDatabase/performMaintenance(type:)``.
        /// - Returns: The number of databases for which it succeeded, and those for which it failed.
        /// - Throws: `QuireError` with code `notOpen` if the fleet is closed, or an error of the
        ///   directory. An error of a database is part of the report.
        /// - Complexity: O(*n*) in the size of all databases.
        @discardableResult
        public func performMaintenance(type: MaintenanceType) throws -> PostgresFleetReport {
            try forEachDatabase { database in
                try database.performMaintenance(type: type)
                if type == .compact { _ = try PostgresExpirations.purgeExpired(database) }
            }
        }

        /// Purges the expired documents of all databases.
        ///
        /// A program purges the expired documents of the databases that it has opened. Call this method
        /// regularly for the others.
        ///
        /// - Returns: The number of databases for which it succeeded, and those for which it failed.
        /// - Throws: `QuireError` with code `notOpen` if the fleet is closed, or an error of the
        ///   directory. An error of a database is part of the report.
        /// - Complexity: O(*n*) in the number of databases and of expired documents.
        @discardableResult
        public func purgeExpiredDocuments() throws -> PostgresFleetReport {
            try forEachDatabase { _ = try PostgresExpirations.purgeExpired($0) }
        }

        /// Upgrades the tables of all databases that an earlier version of Quire has created.
        ///
        /// The asynchronous form of `upgrade()`.
        ///
        /// - Returns: The report.
        /// - Throws: `CancellationError`, and the errors of the synchronous form.
        @discardableResult
        public func upgrade() async throws -> PostgresFleetReport {
            try await blockingWork.run { try self.upgrade() }
        }

        /// Performs maintenance on all databases.
        ///
        /// The asynchronous form of ``performMaintenance(type:)``.
        ///
        /// - Parameter type: The kind of maintenance.
        /// - Returns: The report.
        /// - Throws: `CancellationError`, and the errors of the synchronous form.
        @discardableResult
        public func maintain(type: MaintenanceType) async throws -> PostgresFleetReport {
            try await blockingWork.run { try self.performMaintenance(type: type) }
        }

        /// Calls a closure with each database, one after the other.
        ///
        /// Databases that are not open are opened for the call alone, and are not retained.
        ///
        /// - Parameters:
        ///   - usesOpen: Whether databases that are open are used as they are.
        ///   - body: A closure that uses a database.
        /// - Returns: The successes and failures.
        /// - Throws: An error of the directory, or `CancellationError`.
        func forEachDatabase(
            usesOpen: Bool = true, _ body: (PostgresDatabase) throws -> Void
        ) throws -> PostgresFleetReport {
            var report = PostgresFleetReport()
            var last = ""
            while true {
                let page = try databases(after: last, limit: Self.pageSize)
                for entry in page {
                    if BlockingWork.isCanceled { throw CancellationError() }
                    do {
                        let isDone = try use(entry, usesOpen: usesOpen, body)
                        if isDone { report.completedCount += 1 }
                    } catch {
                        report.failures.append(.init(databaseName: entry.name, error: error))
                    }
                }
                guard page.count == Self.pageSize, let end = page.last?.name else { return report }
                last = end
            }
        }

        /// Calls a closure with a database, and again if it was moved meanwhile.
        ///
        /// - Returns: Whether the database exists.
        private func use(
            _ entry: PostgresFleetEntry, usesOpen: Bool, _ body: (PostgresDatabase) throws -> Void
        ) throws -> Bool {
            let end = Date(timeIntervalSinceNow: 10)
            var current: PostgresFleetEntry? = entry
            var attempt = 1
            while let found = current, found.state == .open || found.state == .moving {
                let open = usesOpen ? openDatabases.database(named: ExactString(found.name)) : nil
                let usable = open.flatMap { $0.isUsable ? $0 : nil }
                if let database = try usable ?? openedIfThere(found, until: end) {
                    do {
                        try body(database)
                        return true
                    } catch let error as QuireError where isMoved(error, database, attempt: attempt)
                    {
                        attempt += 1
                    }
                }
                current = try directory.entry(named: entry.name)
            }
            return false
        }
    }
#endif
