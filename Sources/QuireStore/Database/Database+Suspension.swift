import QuirePlatform
import Foundation

extension Database {
    /// Whether the database is suspended.
    public var isSuspended: Bool { file.suspension.isSuspended }

    /// Releases all locks on the database file, for example before the system suspends the process.
    ///
    /// iOS ends a process that holds a lock on a file in an app group container while it is
    /// suspended (`0xdead10cc`). When the method returns, no ``Database`` object of this process has
    /// a connection to the file, and other processes can use it exclusively.
    ///
    /// After the call begins, each read and write of all `Database` objects on the file throws
    /// ``QuireError`` with code `suspended`. Running statements of other threads are interrupted:
    /// their transactions are rolled back, and also throw that error. A transaction whose closure
    /// runs no further statements is committed. Until ``resume()`` is called, listeners and live
    /// queries remain registered but receive no changes, and documents don't expire. Replicators and
    /// listeners for replication close their connections; replicators connect again after `resume()`.
    ///
    /// Suspending a suspended database waits again for the connections that are still open. An
    /// in-memory database has no file and isn't suspended.
    ///
    /// ```swift
    /// func applicationDidEnterBackground(_ application: UIApplication) {
    ///     try? database.suspend()
    /// }
    ///
    /// func applicationWillEnterForeground(_ application: UIApplication) {
    ///     try? database.resume()
    /// }
    /// ```
    ///
    /// - Parameter limit: The maximum time to wait for closures of other threads.
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside a transaction, or `busy` if
    ///   this thread is reading. In these cases, the database isn't suspended. The code is also
    ///   `busy` if a closure of another thread is still running after the time limit. In this case,
    ///   the database is suspended, but the connection of that closure remains open until the
    ///   closure ends. If the closure is a transaction, call the method again to close it.
    public func suspend(waitingUpTo limit: Duration = .seconds(4)) throws {
        guard folder != nil else { return }
        try checkIsNotUsedByThisThread("suspended")
        guard isOpen else { throw notOpen }
        let seconds =
            Double(limit.components.seconds) + Double(limit.components.attoseconds) * 1e-18
        let isComplete = file.suspension.suspend(file, until: Date(timeIntervalSinceNow: seconds))
        file.suspension.observers.notify(.suspended)
        guard isComplete else {
            throw QuireError(
                .busy,
                "Database \(name) is suspended, but another thread still uses a connection to it.")
        }
        QuireLog.debug("Suspended \(folder?.path ?? name).")
    }

    /// Makes a suspended database usable again.
    ///
    /// The call resumes all `Database` objects on the file. Live queries deliver the changes that
    /// other processes have made in the meantime, and expired documents are purged. If the database
    /// isn't suspended, the method has no effect.
    ///
    /// ```swift
    /// try database.resume()
    /// ```
    ///
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside a transaction, `busy` if this
    ///   thread is reading, `notOpen` if the database is closed, or `cantOpenFile` if the file can no
    ///   longer be opened. After an error, the database remains suspended.
    public func resume() throws {
        guard let openReader else { return }
        try checkIsNotUsedByThisThread("resumed")
        guard isOpen else { throw notOpen }
        guard try file.suspension.resume(file) else { return }
        file.changes.resumeWatch(openReader)
        file.expiration.schedule(now())
        file.suspension.observers.notify(.resumed)
        QuireLog.debug("Resumed \(folder?.path ?? name).")
    }

    /// Observes whether the database can be used.
    ///
    /// - Parameter body: A closure that is called after this object was closed, and after any
    ///   object of this process has suspended or resumed the file. It must not block.
    /// - Returns: A token that ends the observation.
    package func observeAvailability(
        _ body: @escaping @Sendable (DatabaseAvailability) -> Void
    ) -> ListenerToken {
        let tokens = [file.suspension.observers.add(body), closing.add(body)]
        return ListenerToken { for token in tokens { token.remove() } }
    }

    /// Checks that the calling thread neither runs a transaction nor reads.
    ///
    /// - Parameter change: What is done with the database, as a participle for the message.
    /// - Throws: ``QuireError`` with code `transactionNotClosed` or `busy`.
    func checkIsNotUsedByThisThread(_ change: String) throws {
        guard writerAccess.runningTransaction == nil, !file.lock.isHeldByThisThread else {
            throw QuireError(
                .transactionNotClosed, "Database \(name) cannot be \(change) inside a transaction.")
        }
        if file.suspension.isReadByThisThread {
            throw QuireError(.busy, "Database \(name) cannot be \(change) while it is being read.")
        }
    }
}

extension Database: SuspendableDatabase {
    var isReadByThisThread: Bool { readers?.isReadByThisThread ?? false }

    func closeReaders(until deadline: Date) -> Bool { readers?.suspend(until: deadline) ?? true }

    func interruptWriter() { writerAccess.interrupt() }

    func closeWriter() { writerAccess.closeConnection() }

    func reopen() throws {
        guard isOpen, let openWriter else { return }
        // After the time limit of a suspension, the connection may still be open.
        writerAccess.closeConnection()
        let connection = try openWriter()
        let sqlite = connection.sqlite
        file.changes.setUnknownSequences { name in
            let tables = CollectionTables(number: 0, name: name)
            return (try? CollectionTablesState(reading: tables, on: sqlite).lastSequence) ?? 0
        }
        writerAccess.restore(
            StoreTransaction(connection, file, clock: HybridClock(now: clock)))
        readers?.resume()
    }
}
