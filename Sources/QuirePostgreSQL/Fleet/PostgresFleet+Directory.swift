#if PostgreSQL
    import Foundation
    import QuireModels

    /// Listing, creating, renaming and deleting databases.
    extension PostgresFleet {
        /// Returns the databases of the fleet, in the order of their names.
        ///
        /// ```swift
        /// for entry in try fleet.databases(withPrefix: "eu-", limit: 100) {
        ///     print(entry.name, entry.serverName)
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - prefix: The beginning of the names. The default is an empty string.
        ///   - name: The name that precedes the first one, to read the next page.
        ///   - limit: The maximum number of databases. By default, all are returned.
        /// - Returns: The entries of the directory.
        /// - Throws: `QuireError` with code `notOpen` if the fleet is closed, or an error of the server.
        /// - Complexity: O(*n*) in the number of returned databases.
        public func databases(
            withPrefix prefix: String = "", after name: String = "", limit: Int = .max
        ) throws -> [PostgresFleetEntry] {
            try directory.entries(withPrefix: prefix, after: name, limit: limit)
        }

        /// Returns whether the fleet contains a database.
        ///
        /// - Parameter name: The name of the database.
        /// - Returns: Whether the directory contains the name of a database that is not being deleted.
        /// - Throws: `QuireError` with code `invalidParameter` if the name is invalid, `notOpen` if the
        ///   fleet is closed, or an error of the server.
        public func contains(databaseNamed name: String) throws -> Bool {
            try checkName(name)
            return try directory.entry(named: name).map { $0.state != .deleting } ?? false
        }

        /// Creates a database.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - server: The name of its server, or `nil` for the server with the fewest databases.
        /// - Returns: The database.
        /// - Throws: `QuireError` with code `duplicateValue` if the database exists, `notWriteable` if the
        ///   settings do not allow creating databases, `invalidParameter` if a name is invalid, or the
        ///   errors of `database(named:)`.
        @discardableResult
        public func createDatabase(
            named name: String, on server: String? = nil
        ) throws -> PostgresDatabase {
            try checkName(name)
            guard configuration.database.mayCreateTables else {
                throw QuireError(
                    .notWriteable,
                    """
                    Database \(name.debugDescription) was not created, because isReadOnly is set or \
                    createsTables is not.
                    """)
            }
            while try !addEntry(named: name, onServer: server) {
                guard let entry = try directory.entry(named: name) else { continue }
                guard entry.state == .deleting else { throw existing(name) }
                try completeDeletion(of: entry)
            }
            return try database(named: name)
        }

        /// Changes the name of a database.
        ///
        /// Its schema keeps its name, and open objects stay usable. Their property
        /// ``PostgresDatabase/name`` does not change. Other programs detect the change within a second;
        /// until then, they find the open database by its former name.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - newName: The new name.
        /// - Throws: `QuireError` with code `notFound` if the database does not exist, `duplicateValue`
        ///   if another one has the new name, `busy` if the database is being created, moved or deleted,
        ///   `invalidParameter` if a name is invalid, or an error of the server.
        public func renameDatabase(named name: String, to newName: String) throws {
            try checkName(name)
            try checkName(newName)
            if name.hasSameBytes(as: newName) {
                guard try contains(databaseNamed: name) else { throw missing(name) }
                return
            }
            while true {
                guard let entry = try directory.entry(named: name) else { throw missing(name) }
                guard entry.state == .open else { throw changing(entry) }
                do {
                    guard try directory.rename(entry, to: newName) else { continue }
                } catch let error as QuireError where error.sqlState == "23505" {
                    throw existing(newName)
                }
                adoptChangedPlace(of: ExactString(name), newName: ExactString(newName))
                return
            }
        }

        /// Closes a database and deletes it with all of its documents and blobs.
        ///
        /// If the call fails or is interrupted after the deletion has begun, it can be repeated.
        /// The call waits for transactions of other programs that use the database.
        ///
        /// - Parameter name: The name of the database.
        /// - Throws: `QuireError` with code `notFound` if the database does not exist, `busy` if it is
        ///   being moved, the errors of ``PostgresDatabase/close()`` and ``PostgresDatabase/delete()``.
        public func deleteDatabase(named name: String) throws {
            try checkName(name)
            while true {
                guard var entry = try directory.entry(named: name) else { throw missing(name) }
                guard entry.state != .moving else { throw changing(entry) }
                let key = ExactString(name)
                try openDatabases.database(named: key)?.close()
                openDatabases.remove(key)
                if entry.state != .deleting {
                    var deleting = entry
                    deleting.state = .deleting
                    guard try directory.change(entry, to: deleting) else { continue }
                    entry = deleting
                }
                return try completeDeletion(of: entry)
            }
        }

        private func existing(_ name: String) -> QuireError {
            QuireError(
                .duplicateValue, "\(directory.location) contains database \(name.debugDescription)."
            )
        }

        func changing(_ entry: PostgresFleetEntry) -> QuireError {
            QuireError(
                .busy,
                """
                Database \(entry.name.debugDescription) cannot be changed in the state \
                \(entry.state.rawValue). Try again later.
                """)
        }

        /// Finds an open database by its new name from now on.
        private func adoptChangedPlace(of name: ExactString, newName: ExactString) {
            let database = openDatabases.database(named: name)
            openDatabases.remove(name)
            guard let database, database.isUsable else { return }
            let generation = openDatabases.generation
            guard let entry = try? directory.entry(named: newName.text),
                ExactString(entry.schemaName) == ExactString(database.configuration.schemaName)
            else { return }
            _ = openDatabases.add(
                database, named: newName, at: entry.place, generation: generation)
        }

        // MARK: Entries

        /// Adds the entry of a new database, whose tables ``completeCreation(of:)`` creates.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - server: The name of its server, or `nil` for the server with the fewest databases.
        /// - Returns: Whether the entry was added; otherwise, there is one with the name.
        /// - Throws: `QuireError` with code `invalidParameter` if there is no such server, or an error of
        ///   a server.
        func addEntry(named name: String, onServer server: String?) throws -> Bool {
            let server = try server ?? emptiestServer()
            _ = try self.server(named: server)
            while true {
                let entry = PostgresFleetEntry(
                    name: name, serverName: server,
                    schemaName: try newSchemaName(forDatabase: name, onServer: server),
                    state: .creating, creationDate: Date(), target: nil)
                if try directory.insert(entry) { return true }
                // The name of the schema can also be in the directory.
                if try directory.entry(named: name) != nil { return false }
            }
        }

        /// Returns the name of the server with the fewest databases.
        private func emptiestServer() throws -> String {
            let names = configuration.servers.keys.sorted()
            if names.count == 1 { return names[0] }
            let counts = try directory.databaseCounts()
            let emptiest = names.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
            return emptiest ?? configuration.directoryServer
        }

        /// Returns a name for the schema of a new or moved database that no schema of the server has.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - server: The name of the server.
        ///   - isUnique: Whether the name must differ from those of former schemas, because other
        ///     programs can still use the database at its former place.
        /// - Returns: The name.
        /// - Throws: `QuireError` with code `invalidParameter` if there is no such server, or an error of
        ///   a server.
        func newSchemaName(
            forDatabase name: String, onServer server: String, isUnique: Bool = false
        ) throws -> String {
            let usual = configuration.schemaPrefix + name
            let resources = try self.server(named: server)
            var candidate = SQLName.shortened(usual)
            var isCandidate = !isUnique
            while true {
                let layout = try PostgresLayout(schemaName: candidate)
                let isTaken =
                    try !isCandidate
                    || directory.contains(schemaName: candidate, onServer: server)
                    || resources.pool.withConnection { try layout.schemaExists($0) }
                if !isTaken { return candidate }
                let suffix = String(UInt32.random(in: .min ... .max), radix: 16)
                candidate = SQLName.shortened("\(usual)~\(suffix)")
                isCandidate = true
            }
        }

        /// Creates the tables of a database whose entry was added.
        ///
        /// If another program has changed the entry meanwhile, the call has no effect.
        func completeCreation(of entry: PostgresFleetEntry) throws {
            let server = try server(named: entry.serverName)
            let layout = try PostgresLayout(schemaName: entry.schemaName)
            var isForeign = false
            _ = try directory.locking(entry) { directoryConnection in
                isForeign = try !server.pool.withConnection { connection in
                    try layout.create(
                        connection, identity: server.identity(connection),
                        directoryID: directory.id,
                        location: "database \(entry.name) on PostgreSQL")
                }
                guard !isForeign else { return }
                var created = entry
                created.state = .open
                _ = try directory.change(entry, to: created, directoryConnection)
            }
            guard isForeign else { return }
            // Another fleet has created a schema with the same name.
            var other = entry
            other.schemaName = try newSchemaName(
                forDatabase: entry.name, onServer: entry.serverName, isUnique: true)
            _ = try directory.change(entry, to: other)
        }

        /// Deletes the tables and the entry of a database whose deletion has begun.
        ///
        /// If another program has completed the deletion, the call has no effect. The entry is locked
        /// meanwhile, so that no other program creates a database with the same name and schema.
        func completeDeletion(of entry: PostgresFleetEntry) throws {
            let server = try server(named: entry.serverName)
            let layout = try PostgresLayout(schemaName: entry.schemaName)
            _ = try directory.locking(entry) { directoryConnection in
                try server.pool.withConnection { connection in
                    try layout.delete(connection, directoryID: directory.id, entry: entry)
                }
                try directory.remove(entry, directoryConnection)
            }
        }
    }
#endif
