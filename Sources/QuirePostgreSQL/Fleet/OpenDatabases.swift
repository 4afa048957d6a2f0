#if PostgreSQL
    import Foundation
    import QuireModels

    /// The databases of a fleet that are open.
    ///
    /// Those that were used last are retained. Others are found as long as the program retains them, so
    /// there is at most one object of a database.
    final class OpenDatabases: Sendable {
        /// What is known about a name.
        enum Access {
            /// The database is open at the place in the directory.
            case open(PostgresDatabase)
            /// Another thread opens the database.
            case opening(Opening)
            /// The caller has to open the database, or to compare the place of one that is open with the
            /// directory, and then calls `end(_:_:)`.
            case mustOpen(Opening, former: PostgresDatabase?, at: [ExactString])
            /// The fleet is closed.
            case closed
        }

        /// A thread that opens a database, for which others wait.
        final class Opening: Sendable {
            private let lock = NSLock()

            init() { lock.lock() }

            /// Waits for the thread.
            func wait() {
                lock.lock()
                lock.unlock()
            }

            fileprivate func end() { lock.unlock() }
        }

        fileprivate struct Entry {
            weak var database: PostgresDatabase?
            /// The same database, unless it was not used for a long time.
            var retained: PostgresDatabase?
            var place: [ExactString]
            /// The number of changed places in the directory when the place was read.
            var generation: Int64
            var lastUse = 0
        }

        fileprivate struct State {
            var entries: [ExactString: Entry] = [:]
            var openings: [ExactString: Opening] = [:]
            /// The uses in their order, also those that later ones have replaced.
            var uses: [(name: ExactString, number: Int)] = []
            /// The number of elements of `uses` that are removed.
            var firstUse = 0
            var lastUse = 0
            var retainedCount = 0
            var generation: Int64 = 0
            var isClosed = false
        }

        private let limit: Int
        private let state = SharedState(State())

        init(limit: Int) {
            self.limit = max(0, limit)
        }

        /// The number of databases that the fleet retains, and of all that are open.
        var counts: (retained: Int, all: Int) {
            state.withLock { state in
                (state.retainedCount, state.entries.values.count { $0.database != nil })
            }
        }

        /// The number of changed places in the directory.
        var generation: Int64 { state.withLock { $0.generation } }

        func setGeneration(_ generation: Int64) { state.withLock { $0.generation = generation } }

        // MARK: Opening

        /// Looks for a database and notes its use.
        func access(_ name: ExactString) -> Access {
            var released: [PostgresDatabase] = []
            // A database is released without the lock, because that can run code of the program.
            defer { withExtendedLifetime(released) {} }
            return state.withLock { state in
                if state.isClosed { return .closed }
                if let opening = state.openings[name] { return .opening(opening) }
                let entry = state.entries[name]
                let database = entry?.database
                if let database { released.append(database) }
                if let entry, let database, database.isUsable, entry.generation == state.generation
                {
                    released += state.noteUse(of: name, database, limit)
                    return .open(database)
                }
                let opening = Opening()
                state.openings[name] = opening
                return .mustOpen(
                    opening, former: database?.isUsable == true ? database : nil,
                    at: entry?.place ?? [])
            }
        }

        /// Adds a database that was opened or whose place was compared.
        ///
        /// - Parameters:
        ///   - database: The database.
        ///   - name: Its name.
        ///   - place: Its place.
        ///   - generation: The number of changed places before the place was read.
        /// - Returns: Whether the fleet is still open.
        func add(
            _ database: PostgresDatabase, named name: ExactString, at place: [ExactString],
            generation: Int64
        ) -> Bool {
            var released: [PostgresDatabase] = []
            defer { withExtendedLifetime(released) {} }
            return state.withLock { state in
                guard !state.isClosed else { return false }
                released += state.remove(name)
                state.entries[name] = Entry(
                    database: database, place: place, generation: generation)
                released += state.noteUse(of: name, database, limit)
                return true
            }
        }

        /// Lets the threads continue that wait for a database.
        func end(_ opening: Opening, _ name: ExactString) {
            state.withLock { _ = $0.openings.removeValue(forKey: name) }
            opening.end()
        }

        // MARK: Changing

        /// Returns a database that is open, without noting its use.
        func database(named name: ExactString) -> PostgresDatabase? {
            state.withLock { $0.entries[name]?.database }
        }

        /// Removes a database.
        func remove(_ name: ExactString) {
            let released = state.withLock { $0.remove(name) }
            withExtendedLifetime(released) {}
        }

        /// Removes all databases and returns those that are open, or returns `nil` if the fleet is
        /// closed.
        func close() -> [PostgresDatabase]? {
            let (entries, wasClosed) = state.withLock { state in
                defer {
                    let generation = state.generation
                    state = State()
                    (state.generation, state.isClosed) = (generation, true)
                }
                return (Array(state.entries.values), state.isClosed)
            }
            return wasClosed ? nil : entries.compactMap(\.database)
        }

        /// Opens the fleet again after an error while it was closed.
        func reopen() { state.withLock { $0.isClosed = false } }
    }

    extension OpenDatabases.State {
        /// Retains a database that is used, and returns those that are not retained any more.
        fileprivate mutating func noteUse(
            of name: ExactString, _ database: PostgresDatabase, _ limit: Int
        ) -> [PostgresDatabase] {
            guard limit > 0 else { return [] }
            // The database that was used last stays at the end.
            if entries[name]?.retained != nil, entries[name]?.lastUse == lastUse { return [] }
            lastUse += 1
            uses.append((name, lastUse))
            if entries[name]?.retained == nil { retainedCount += 1 }
            entries[name]?.retained = database
            entries[name]?.lastUse = lastUse
            var released: [PostgresDatabase] = []
            while retainedCount > limit, firstUse < uses.count {
                let (oldest, number) = uses[firstUse]
                firstUse += 1
                guard let entry = entries[oldest], entry.lastUse == number,
                    let retained = entry.retained
                else { continue }
                released.append(retained)
                entries[oldest]?.retained = nil
                retainedCount -= 1
            }
            if uses.count > 2 * retainedCount + 64 { removeReplacedUses() }
            return released
        }

        /// Removes the uses that later ones have replaced, and the entries of released databases.
        private mutating func removeReplacedUses() {
            uses = uses[firstUse...].filter { entries[$0.name]?.lastUse == $0.number }
            firstUse = 0
            entries = entries.filter { $0.value.database != nil }
        }

        /// Removes a database, and returns it if it was retained.
        fileprivate mutating func remove(_ name: ExactString) -> [PostgresDatabase] {
            guard let entry = entries.removeValue(forKey: name) else { return [] }
            guard let retained = entry.retained else { return [] }
            retainedCount -= 1
            return [retained]
        }
    }
#endif
