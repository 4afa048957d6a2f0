#if PostgreSQL
    import Foundation
    import QuireModels

    extension PostgresFleet {
        /// Returns a database, and creates it if it does not exist.
        ///
        /// Calls with the same name return the same object as long as the fleet or the program retains
        /// it. The fleet retains the ``PostgresFleetConfiguration/maximumOpenDatabases`` databases that
        /// were used last. A new database is created on the server with the fewest databases.
        ///
        /// If the database is not open yet, the call needs a connection to its server. Do not call it in
        /// the transactions of other databases, because all connections could be in use by them.
        ///
        /// - Parameter name: The name of the database.
        /// - Returns: The database.
        /// - Throws: `QuireError` with code `invalidParameter` if the name is invalid or the settings do
        ///   not contain the database's server, `notFound` if the database or its tables do not exist
        ///   and must not be created, `databaseTooNew` if a later version of Quire has upgraded its
        ///   tables, `wrongFormat` if they belong to another fleet, `notOpen` if the fleet is closed or
        ///   the database is moved meanwhile, `cantOpenFile` if a server cannot be reached, or another
        ///   error of a server.
        public func database(named name: String) throws -> PostgresDatabase {
            try checkName(name)
            checkDirectory()
            let key = ExactString(name)
            while true {
                switch openDatabases.access(key) {
                case .open(let database): return database
                case .opening(let opening): opening.wait()
                case .closed: throw closedError
                case .mustOpen(let opening, let former, let place):
                    defer { openDatabases.end(opening, key) }
                    return try opened(name, key, unless: former, isAt: place)
                }
            }
        }

        /// Returns a database, and creates it if it does not exist.
        ///
        /// The asynchronous form of `database(named:)`.
        ///
        /// - Parameter name: The name of the database.
        /// - Returns: The database.
        /// - Throws: `CancellationError`, and the errors of the synchronous form.
        public func database(named name: String) async throws -> PostgresDatabase {
            try await blockingWork.run { try self.database(named: name) }
        }

        /// Calls a closure with a database, and again if the database was moved meanwhile.
        ///
        /// ```swift
        /// let count = try fleet.withDatabase(named: "alice") { database in
        ///     try database.repository(of: Hotel.self).count()
        /// }
        /// ```
        ///
        /// The closure can run several times, so it should do everything in one transaction, or have no
        /// effects that cannot be repeated.
        ///
        /// - Parameters:
        ///   - name: The name of the database, which is created if it does not exist.
        ///   - body: A closure that uses the database.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws, and the errors of `database(named:)`.
        public func withDatabase<R>(
            named name: String, _ body: (PostgresDatabase) throws -> R
        ) throws -> R {
            var attempt = 1
            while true {
                let database: PostgresDatabase = try database(named: name)
                do {
                    return try body(database)
                } catch let error as QuireError where isMoved(error, database, attempt: attempt) {
                    attempt += 1
                }
            }
        }

        /// Calls a closure with a database, and again if the database was moved meanwhile.
        ///
        /// The asynchronous form of `withDatabase(named:_:)`.
        ///
        /// - Parameters:
        ///   - name: The name of the database, which is created if it does not exist.
        ///   - body: A closure that uses the database.
        /// - Returns: The value that the closure returns.
        /// - Throws: `CancellationError`, and the errors of the synchronous form.
        public func withDatabase<R: Sendable>(
            named name: String, _ body: @Sendable (PostgresDatabase) async throws -> R
        ) async throws -> R {
            var attempt = 1
            while true {
                let database = try await database(named: name)
                do {
                    return try await body(database)
                } catch let error as QuireError where isMoved(error, database, attempt: attempt) {
                    attempt += 1
                }
            }
        }

        /// Returns whether a closure has to run again with the new place of a database.
        func isMoved(_ error: QuireError, _ database: PostgresDatabase, attempt: Int) -> Bool {
            error.code == .notOpen && database.place?.isOutdated == true && attempt < 5
        }

        // MARK: The place of a database

        /// How long to wait for a database whose move is being completed, in seconds.
        private static let longestMove: TimeInterval = 10

        /// Opens a database at its place in the directory, and adds it to the open databases.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - key: The name.
        ///   - former: The database that is open, unless it was moved.
        ///   - place: Its place.
        /// - Returns: The database.
        /// - Throws: The errors of `database(named:)`.
        private func opened(
            _ name: String, _ key: ExactString, unless former: PostgresDatabase?,
            isAt place: [ExactString]
        ) throws -> PostgresDatabase {
            let end = Date(timeIntervalSinceNow: Self.longestMove)
            while true {
                let generation = openDatabases.generation
                let entry = try existingEntry(name)
                let database: PostgresDatabase
                if let former, entry.place == place {
                    database = former
                } else {
                    guard let new = try openedIfThere(entry, until: end) else { continue }
                    if !configuration.database.isReadOnly {
                        // Many databases that are opened together are not checked together.
                        new.expirations.start(new, after: .random(in: 1...10))
                    }
                    database = new
                }
                guard
                    openDatabases.add(
                        database, named: key, at: entry.place, generation: generation)
                else { throw closedError }
                return database
            }
        }

        /// Returns the entry of a database that can be opened, after creations and deletions that were
        /// interrupted have been completed.
        private func existingEntry(_ name: String) throws -> PostgresFleetEntry {
            let mayCreate = configuration.database.mayCreateTables
            while true {
                guard let entry = try directory.entry(named: name) else {
                    guard mayCreate else { throw missing(name) }
                    _ = try addEntry(named: name, onServer: nil)
                    continue
                }
                switch entry.state {
                case .open, .moving: return entry
                case .creating:
                    guard mayCreate else { throw missing(name) }
                    try completeCreation(of: entry)
                case .deleting:
                    guard mayCreate else { throw missing(name) }
                    try completeDeletion(of: entry)
                }
            }
        }

        /// Opens a database at a place, or returns `nil` if it was moved or deleted meanwhile.
        func openedIfThere(
            _ entry: PostgresFleetEntry, until end: Date
        ) throws -> PostgresDatabase? {
            let place = DatabasePlace(
                databaseName: entry.name, schemaName: entry.schemaName)
            do {
                return try opened(entry, at: place)
            } catch {
                let explained = place.explained(error)
                guard place.isOutdated else { throw error }
                let current = try directory.entry(named: entry.name)
                guard current?.place == entry.place, current?.state == entry.state else {
                    return nil
                }
                guard (error as? QuireError)?.code == .notOpen else {
                    throw missingTables(of: entry)
                }
                // The copy is complete. The program that has moved the database may have ended.
                if current?.state == .moving, try completeMove(of: entry) { return nil }
                guard Date() < end else { throw explained }
                Thread.sleep(forTimeInterval: 0.02)
                return nil
            }
        }

        private func opened(
            _ entry: PostgresFleetEntry, at place: DatabasePlace
        ) throws -> PostgresDatabase {
            let server = try server(named: entry.serverName)
            var settings = server.configuration
            settings.schemaName = entry.schemaName
            let layout = try PostgresLayout(schemaName: entry.schemaName)
            let location = "database \(entry.name) on PostgreSQL"
            return try server.pool.withConnection { connection in
                let properties = try server.properties(connection)
                let identity = try server.identity(connection)
                func currentFeed() throws -> PostgresFeed? {
                    try layout.currentFeed(
                        connection, identity: identity, directoryID: directory.id, entry: entry)
                }
                var feed = try currentFeed()
                if feed == nil {
                    // The tables exist, but have to be upgraded or adapted to the server.
                    feed = try layout.create(connection, location: location)
                    if settings.mayCreateTables, try currentFeed() == nil {
                        try layout.createDefaultCollection(connection)
                    }
                }
                guard let feed else { throw missingTables(of: entry) }
                return try PostgresDatabase(
                    settings, on: server, at: place, properties: properties, feed: feed)
            }
        }

        private func missingTables(of entry: PostgresFleetEntry) -> QuireError {
            QuireError(
                .notFound,
                """
                Server \(entry.serverName.debugDescription) does not contain the tables of database \
                \(entry.name.debugDescription), in schema \(entry.schemaName.debugDescription). Restore \
                them from a backup, or delete the database from the fleet.
                """)
        }
    }
#endif
