#if PostgreSQL
    import Foundation
    import QuireModels

    /// The result of a move of a database.
    public struct PostgresMoveReport: Sendable {
        /// The number of bytes that were copied.
        public internal(set) var byteCount = 0
        /// The number of changes by other programs that were copied after the first copy.
        public internal(set) var changeCount = 0
        /// The duration of the whole move.
        public internal(set) var duration = Duration.zero
        /// How long the writers of the database waited, or had to open it again.
        public internal(set) var writePause = Duration.zero
    }

    extension PostgresFleet {
        /// The number of times that the changes are copied before the writers wait.
        private static let maximumRounds = 10
        /// The number of changes that are copied while the writers wait.
        private static let smallRound = 100

        /// Moves a database to another server while programs use it.
        ///
        /// Programs read and write during the copy. At its end, writers wait for a moment, see
        /// ``PostgresMoveReport/writePause``. Afterwards, open objects of the database throw
        /// `QuireError` with code `notOpen`: call `database(named:)` for each piece of work, or
        /// use `withDatabase(named:_:)`, which repeat the work at the new place. An object that
        /// only reads can read the former place until its tables are deleted, right after the move.
        /// Sequences and change tokens continue.
        ///
        /// If the move fails or is interrupted, nothing is lost: the database stays where it is, or the
        /// next opening completes the move. A later call begins again. A call with the database's own
        /// server ends a move that was interrupted.
        ///
        /// ```swift
        /// let report = try fleet.moveDatabase(named: "alice", to: "eu2")
        /// print("Writers waited \(report.writePause)")
        /// ```
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - server: The name of the server in the settings.
        /// - Returns: What was copied, and how long it took.
        /// - Throws: `QuireError` with code `notFound` if the database does not exist, `invalidParameter`
        ///   if a name is invalid, `busy` if it is being created or deleted, or if transactions do not
        ///   end for half a minute, `conflict` if another program begins to move it, `notWriteable` if
        ///   the settings do not allow it, or an error of a server.
        /// - Complexity: O(*n*) in the size of the database.
        @discardableResult
        public func moveDatabase(
            named name: String, to server: String
        ) throws -> PostgresMoveReport {
            try checkName(name)
            guard !configuration.database.isReadOnly else {
                throw QuireError(
                    .notWriteable,
                    "Database \(name.debugDescription) was not moved: isReadOnly is set."
                )
            }
            _ = try self.server(named: server)
            let start = ContinuousClock.now
            while true {
                guard let entry = try directory.entry(named: name) else { throw missing(name) }
                switch entry.state {
                case .creating, .deleting: throw changing(entry)
                case .moving:
                    if try completeMove(of: entry) { continue }
                    guard try cancelMove(of: entry) else { continue }
                case .open:
                    if entry.serverName == server { return PostgresMoveReport() }
                    var moving = entry
                    moving.state = .moving
                    moving.destination = PostgresDestination(
                        serverName: server,
                        schemaName: try newSchemaName(
                            forDatabase: name, onServer: server, isUnique: true))
                    guard try directory.change(entry, to: moving) else { continue }
                    var report = try move(moving)
                    report.duration = .now - start
                    return report
                }
            }
        }

        /// Moves a database to another server while programs use it.
        ///
        /// The asynchronous form of `moveDatabase(named:to:)`.
        ///
        /// - Parameters:
        ///   - name: The name of the database.
        ///   - server: The name of the server in the settings.
        /// - Returns: What was copied, and how long it took.
        /// - Throws: `CancellationError`, and the errors of the synchronous form.
        @discardableResult
        public func moveDatabase(
            named name: String, to server: String
        ) async throws -> PostgresMoveReport {
            try await blockingWork.run { try self.moveDatabase(named: name, to: server) }
        }

        // MARK: Copying

        private func move(_ entry: PostgresFleetEntry) throws -> PostgresMoveReport {
            do {
                return try copied(entry)
            } catch {
                // The tables are marked only after everything was copied.
                if (try? completeMove(of: entry)) != true { _ = try? cancelMove(of: entry) }
                throw error
            }
        }

        private func copied(_ entry: PostgresFleetEntry) throws -> PostgresMoveReport {
            let target = try target(of: entry)
            // Objects of the database, without its timer for expirations.
            guard let database = try openedIfThere(entry, until: .now) else {
                throw changing(entry)
            }
            let copy = try createTarget(target)
            let source = try database.pool.newConnection()
            let connection = try server(named: target.serverName).pool.newConnection()
            let move = try PostgresMove(
                from: source, database.layout, feed: database.feed, to: connection, copy.layout)
            var report = PostgresMoveReport()
            try move.copyAll()
            try move.copyIndexes { try copyIndexes(of: database, to: copy) }
            for _ in 0..<Self.maximumRounds {
                let count = try move.copyChanges()
                report.changeCount += count
                if count <= Self.smallRound { break }
            }
            let start = ContinuousClock.now
            var moved = entry
            (moved.serverName, moved.schemaName) = (target.serverName, target.schemaName)
            (moved.state, moved.target) = (.open, nil)
            var isComplete = false
            var isOwn = true
            while isOwn, !isComplete {
                // The entry is locked, so that no other program cancels the move that is completed.
                isOwn = try directory.locking(entry) { directoryConnection in
                    isComplete = try move.complete()
                    guard isComplete else { return }
                    _ = try directory.change(entry, to: moved, directoryConnection)
                }
                if isOwn, !isComplete {
                    try move.copyIndexes { try copyIndexes(of: database, to: copy) }
                }
            }
            guard isOwn else {
                throw QuireError(
                    .conflict,
                    """
                    Another program has begun to move database \(entry.name.debugDescription) as well.
                    """)
            }
            report.writePause = .now - start
            report.byteCount = move.byteCount
            openDatabases.remove(ExactString(entry.name))
            deleteFormerTables(of: entry)
            return report
        }

        /// Creates empty tables, and returns an object that gives them indexes.
        private func createTarget(_ target: PostgresFleetEntry) throws -> PostgresDatabase {
            let server = try server(named: target.serverName)
            let layout = try PostgresLayout(schemaName: target.schemaName)
            let isOwn = try server.pool.withConnection { connection in
                try layout.create(
                    connection, identity: server.identity(connection), directoryID: directory.id,
                    location: "database \(target.name) on PostgreSQL")
            }
            guard isOwn, let copy = try openedIfThere(target, until: .now) else {
                throw changing(target)
            }
            return copy
        }

        private func copyIndexes(
            of database: PostgresDatabase, to copy: PostgresDatabase
        ) throws {
            for store in try database.stores() {
                guard let store = store as? PostgresStore else { continue }
                let name = store.fullName.split(separator: ".", maxSplits: 1).map(String.init)
                let target = try copy.createStore(named: name[1], scope: name[0])
                let definitions = try store.indexDefinitions()
                try target.indexPlan(for: definitions, keepingOthers: false).apply()
            }
        }

        // MARK: Interrupted moves

        /// The entry of the target of a move.
        private func target(of entry: PostgresFleetEntry) throws -> PostgresFleetEntry {
            guard let destination = entry.destination else { throw changing(entry) }
            var target = entry
            target.serverName = destination.serverName
            target.schemaName = destination.schemaName
            (target.state, target.target) = (.open, nil)
            return target
        }

        /// Completes a move whose copy is complete.
        ///
        /// - Parameter entry: An entry with the state `moving`.
        /// - Returns: Whether the copy was complete.
        /// - Throws: An error of a server.
        func completeMove(of entry: PostgresFleetEntry) throws -> Bool {
            guard entry.destination != nil else { return false }
            let target = try target(of: entry)
            var isComplete = false
            let isExpected = try directory.locking(entry) { directoryConnection in
                isComplete = try isMarked(entry)
                guard isComplete else { return }
                _ = try directory.change(entry, to: target, directoryConnection)
            }
            guard isComplete else { return false }
            if isExpected { deleteFormerTables(of: entry) }
            return true
        }

        /// Ends a move whose copy is not complete, and returns whether there still was one.
        ///
        /// - Parameter entry: An entry with the state `moving`.
        /// - Returns: Whether the entry was the expected one.
        /// - Throws: An error of a server.
        private func cancelMove(of entry: PostgresFleetEntry) throws -> Bool {
            let target = try target(of: entry)
            var isCanceled = false
            _ = try directory.locking(entry) { directoryConnection in
                guard try !isMarked(entry) else { return }
                try deleteTables(of: target)
                var former = entry
                (former.state, former.target) = (.open, nil)
                isCanceled = try directory.change(entry, to: former, directoryConnection)
            }
            return isCanceled
        }

        /// Returns whether the tables at the place of an entry are marked as moved.
        private func isMarked(_ entry: PostgresFleetEntry) throws -> Bool {
            let schema = try PostgresLayout(schemaName: entry.schemaName).schema
            return try server(named: entry.serverName).pool.withConnection { connection in
                let rows = try connection.rows(
                    "SELECT value FROM \(schema).property WHERE name = 'version'")
                return rows.first?.text(0) == PostgresLayout.movedVersion
            }
        }

        private func deleteTables(of entry: PostgresFleetEntry) throws {
            let layout = try PostgresLayout(schemaName: entry.schemaName)
            try server(named: entry.serverName).pool.withConnection { connection in
                try layout.delete(connection, directoryID: directory.id, entry: entry)
            }
        }

        /// Deletes the tables from which a database was moved.
        ///
        /// They are not used any more, so an error is only logged.
        private func deleteFormerTables(of entry: PostgresFleetEntry) {
            do {
                try deleteTables(of: entry)
            } catch {
                QuireLog.warning(
                    """
                    Database \(entry.name.debugDescription) was moved, but its former schema \
                    \(entry.schemaName.debugDescription) on server \(entry.serverName.debugDescription) \
                    could not be deleted: \((error as? QuireError)?.message ?? "\(error)")
                    """)
            }
        }
    }

    /// The server and the schema to which a database is moving.
    struct PostgresDestination: Hashable, Sendable {
        let serverName: String
        let schemaName: String
    }

    extension PostgresFleetEntry {
        /// The place to which the database is moving.
        ///
        /// The column `target` contains the name of the server, a line break, and the name of the schema.
        var destination: PostgresDestination? {
            get {
                guard let target, let end = target.unicodeScalars.firstIndex(of: "\n") else {
                    return nil
                }
                return PostgresDestination(
                    serverName: String(target[..<end]),
                    schemaName: String(target.unicodeScalars[end...].dropFirst()))
            }
            set { target = newValue.map { "\($0.serverName)\n\($0.schemaName)" } }
        }
    }
#endif
