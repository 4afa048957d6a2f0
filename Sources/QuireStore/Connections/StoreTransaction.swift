import Fleece
import QuirePlatform

/// The writer connection and the transaction that runs on it.
///
/// The transaction caches the last sequences and new shared keys, and writes them immediately
/// before it commits. A rollback discards these values. The rollback of a nested transaction
/// restores their previous state.
package final class StoreTransaction {
    /// The writer connection.
    ///
    /// Inside a transaction, it reads the changes of the transaction.
    package let connection: StoreConnection
    /// The shared keys, including keys that are not stored yet.
    let keys = MutableSharedKeys(.empty)
    /// The clock that supplies the times of new revisions.
    var clock: HybridClock
    /// A reusable buffer for encoding the `version` column of a row.
    var versionBuffer: [UInt8] = []
    /// The changes to publish after the commit.
    var changes = TransactionChanges()
    /// The number of revisions that the last transaction committed, or 0 if it was rolled back.
    private(set) var committedCount = 0
    /// Whether a transaction is running.
    private(set) var isRunning = false
    /// The innermost nested transaction, by which documents detect a rollback.
    private(set) var part = Savepoint()

    let file: SharedFileState

    private var schema = SchemaWatch()
    // Whether the transaction has changed the schema in a way that can affect whether it is
    // trusted.
    private var hasChangedSchema = false
    // Whether the transaction only removes objects from the schema, regardless of what remains in
    // it.
    private var isRemoval = false
    // Whether this object has committed a transaction.
    private var hasCommitted = false
    private var storedKeyCount = 0
    private var states = CollectionTablesStates()
    private var idleWriters: [FleeceWriter] = []
    private var lastRead: RememberedDocument?
    private var omissions = NearestOmissions()
    // The closures to call when the transaction has ended, with whether it was committed.
    private var completions: [@Sendable (Bool) -> Void] = []

    /// Takes ownership of the writer connection.
    ///
    /// - Parameters:
    ///   - connection: The writer connection.
    ///   - file: The shared state of the file, which is notified of commits.
    ///   - clock: The clock that supplies the times of new revisions.
    init(_ connection: StoreConnection, _ file: SharedFileState, clock: HybridClock) {
        self.connection = connection
        self.file = file
        self.clock = clock
        connection.sqlite.keys.growing = keys
    }

    // MARK: Running

    /// Runs a closure in a transaction.
    ///
    /// If the closure or the commit fails, all changes are rolled back.
    ///
    /// - Parameters:
    ///   - isRemoval: Whether the closure only removes objects from the schema. Such a transaction
    ///     can run even if the schema contains objects that Quire doesn't recognize. No triggers
    ///     run in it.
    ///   - body: A closure that writes.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func run<R>(asRemoval isRemoval: Bool = false, _ body: () throws -> R) throws -> R {
        committedCount = 0
        try control(.beginTransaction)
        isRunning = true
        hasChangedSchema = false
        defer {
            isRunning = false
            lastRead = nil
            endRemoval()
        }
        do {
            if try connection.refreshContent() {
                states.forgetAll()
                if isRemoval { try beginRemoval() } else { try checkSchema() }
            }
            storedKeyCount = keys.count
            clock.note(file.lastTime.load(ordering: .relaxed))
            changes.begin(isRecorded: file.changes.hasSubscriptions)
            part = Savepoint()
            let result = try body()
            try finish()
            part.commit()
            return result
        } catch {
            part.undo()
            connection.abandonTransaction()
            connection.discardContent()
            schema.forget()
            throw error
        }
    }

    /// Runs a closure that reads one snapshot of the file with its shared keys.
    ///
    /// No transaction may be running. Other connections can commit in the meantime.
    ///
    /// - Parameter body: A closure that reads.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func inspect<R>(_ body: () throws -> R) throws -> R {
        // The next transaction must read the content of the file again.
        connection.discardContent()
        defer { connection.discardContent() }
        try control(.beginReading)
        defer { connection.abandonTransaction() }
        try connection.refreshContent()
        return try body()
    }

    /// Disables triggers while objects are removed from the schema.
    private func beginRemoval() throws {
        isRemoval = true
        try connection.sqlite.enableTriggers(false)
    }

    private func endRemoval() {
        guard isRemoval else { return }
        isRemoval = false
        try? connection.sqlite.enableTriggers(true)
        // Check the remaining schema in the next transaction.
        connection.discardContent()
        schema.forget()
    }

    /// Checks the schema again after the transaction changed it.
    ///
    /// The rollback of a nested transaction reverts its schema changes and what depends on them.
    ///
    /// - Throws: ``QuireError`` with code `notWriteable` if the schema now contains an object that
    ///   Quire doesn't recognize. The change must then be rolled back.
    package func schemaDidChange() throws {
        hasChangedSchema = true
        if !isRemoval { try checkSchema() }
    }

    /// Throws an error if the schema contains an unrecognized object that a write would run.
    private func checkSchema() throws {
        if let reason = try schema.refresh(connection.sqlite).refusal {
            throw QuireError(
                .notWriteable,
                "The database file \(connection.sqlite.path) is read-only: \(reason).")
        }
    }

    /// Runs a closure in a nested transaction.
    ///
    /// - Parameter body: A closure that writes.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, after the nested transaction was rolled back,
    ///   or ``QuireError`` if SQLite reports an error.
    package func nested<R>(_ body: () throws -> R) throws -> R {
        try checkIsOpen()
        let keysBefore = keys.snapshot
        let statesBefore = states
        let changesBefore = changes.mark
        let completionsBefore = completions.count
        let outer = part
        part = Savepoint(in: outer)
        defer { part = outer }
        try control(.beginPart)
        do {
            let result = try body()
            try checkIsOpen()
            try control(.endPart)
            return result
        } catch {
            part.undo()
            lastRead = nil
            undoNested()
            keys.reset(to: keysBefore)
            states = statesBefore
            changes.undo(to: changesBefore)
            for completion in completions.dropFirst(completionsBefore) { completion(false) }
            completions.removeSubrange(min(completionsBefore, completions.count)...)
            throw error
        }
    }

    /// Adds a closure to call when the innermost transaction has ended.
    package func add(completion: @escaping @Sendable (Bool) -> Void) {
        completions.append(completion)
    }

    /// Removes and returns the closures to call after the outermost transaction.
    @inline(__always)
    func takeCompletions() -> [@Sendable (Bool) -> Void] {
        guard !completions.isEmpty else { return [] }
        defer { completions = [] }
        return completions
    }

    private func undoNested() {
        // If SQLite has rolled back the whole transaction, the savepoint no longer exists.
        guard !connection.sqlite.isAutocommit else { return }
        do {
            try control(.undoPart)
            try control(.endPart)
            guard hasChangedSchema, !isRemoval else { return }
            schema.forget()
            try checkSchema()
        } catch {
            // If the savepoint cannot be rolled back, roll back the whole transaction.
            // `checkIsOpen` then throws an error in the caller.
            connection.abandonTransaction()
        }
    }

    /// Checks that the SQLite transaction is still open.
    ///
    /// After some failures, such as a full disk, SQLite rolls back the whole transaction. A caller
    /// that catches the error must not continue outside the transaction.
    ///
    /// - Throws: ``QuireError`` with code `notInTransaction`.
    @inline(__always)
    func checkIsOpen() throws {
        guard !connection.sqlite.isAutocommit else {
            throw QuireError(
                .notInTransaction,
                "The transaction on \(connection.sqlite.path) was rolled back after an error.")
        }
    }

    private func finish() throws {
        try checkIsOpen()
        let warnings = try omittedVectors()
        try moveVectors()
        var newSequences: [NewSequences] = []
        var purges: [String: PurgeCounts] = [:]
        var count = 0
        for (tables, state) in states.all where state.isChanged {
            if file.changes.hasSubscriptions { purges[tables.name] = state.purgeCounts }
            try state.write(tables, on: connection.sqlite)
            if let range = state.newSequences {
                newSequences.append(NewSequences(tables: tables, range: range))
                count += Int(range.upperBound - range.lowerBound) + 1
            }
        }
        let encodedKeys = keys.count > storedKeyCount ? try keys.snapshot.encoded() : nil
        if let encodedKeys { try InfoRow.sharedKeys.write(encodedKeys, on: connection.sqlite) }
        file.changes.willCommit(newSequences)
        do {
            try control(.commitTransaction)
        } catch {
            file.changes.didNotCommit(newSequences)
            throw error
        }
        hasCommitted = true
        committedCount = count
        connection.noteOwnCommit(encodedKeys: encodedKeys)
        states.noteCommit()
        file.lastTime.store(clock.last, ordering: .relaxed)
        publish(newSequences, purges)
        for warning in warnings { QuireLog.warning(warning) }
    }

    /// Returns warnings about documents of the transaction that an index of vectors leaves out.
    private func omittedVectors() throws -> [String] {
        let keys = connection.sqlite.keys
        // A function of the triggers sets it, so that other transactions have no further work.
        guard keys.hasOmittedVectors else { return [] }
        defer { keys.hasOmittedVectors = false }
        return try states.all.flatMap { tables, state in
            guard !state.nearestIndexes.isEmpty, let sequences = state.newSequences else {
                return [String]()
            }
            return try omissions.find(
                in: state.nearestIndexes, of: tables, sequences, on: connection.sqlite)
        }
    }

    /// Moves the vectors of changed documents to the chunks of their indexes.
    private func moveVectors() throws {
        for index in states.indices where states[index].isChanged {
            guard !states[index].nearestIndexes.isEmpty else { continue }
            let (tables, state) = (states.tables(at: index), states[index])
            states[index].unmovedChanges = state.unmovedChanges.adding(clamping: state.changeCount)
            guard states[index].unmovedChanges >= CollectionTablesState.changesPerMove else {
                continue
            }
            do {
                try nested {
                    try NearestFolding.run(
                        state.nearestIndexes, of: tables, on: connection.sqlite,
                        after: state.changeCount)
                }
                states[index].unmovedChanges = 0
            } catch let error as QuireError where error.code == .corruptData {
                // A damaged index must not prevent saves. A search reports it.
                states[index].unmovedChanges = 0
                if omissions.isNew(error.message) { QuireLog.warning(error.message) }
            }
        }
    }

    private func control(_ statement: FrequentStatement) throws {
        try connection.sqlite.statement(statement).run()
    }

    /// Closes the connection.
    ///
    /// - Parameter tidyingUp: Whether to optimize the file first, if this object has written to it.
    ///   Pass `false` while another connection of this thread is in a transaction; otherwise, the
    ///   method would wait for that transaction.
    func close(tidyingUp: Bool) {
        if tidyingUp, hasCommitted {
            // Optimizing evaluates index expressions, so it requires a trusted schema and the
            // shared keys that other programs added.
            let trust = try? inspect { try schema.refresh(connection.sqlite) }
            if let trust, trust.refusal == nil { connection.sqlite.optimize() }
        }
        connection.close()
    }

    /// Checks the full-text indexes for damage.
    ///
    /// SQLite performs this check as a write. The method therefore does nothing if the schema
    /// contains objects that Quire doesn't recognize.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a table is damaged.
    func checkFullTextIndexes() throws {
        guard try inspect({ try schema.refresh(connection.sqlite).refusal == nil }) else { return }
        try connection.sqlite.checkFullTextIndexes()
    }

    // MARK: Sequences and bodies

    /// Calls a closure with the mutable state of a collection.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - body: A closure that reads and changes the state.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` if SQLite reports an error.
    func withState<R>(
        of tables: CollectionTables, _ body: (inout CollectionTablesState) throws -> R
    ) throws -> R {
        let index = try states.index(of: tables) ?? read(tables)
        return try body(&states[index])
    }

    private func read(_ tables: CollectionTables) throws -> Int {
        var state = try CollectionTablesState(reading: tables, on: connection.sqlite)
        state.findTombstones(of: tables, on: connection.sqlite)
        state.uniqueIndexes = try UniqueIndexes(of: tables, on: connection.sqlite).all()
        state.nearestIndexes = try NearestIndexes(of: tables, on: connection.sqlite).all()
        return states.add(state, of: tables)
    }

    /// Discards the state of a collection whose tables were created or deleted.
    ///
    /// The rollback of a nested transaction restores the state.
    ///
    /// - Parameter tables: The collection's tables.
    func discardState(of tables: CollectionTables) {
        lastRead = nil
        states.forget(tables)
    }

    /// Remembers a live document that was read in the transaction, so that a write need not read it
    /// again.
    ///
    /// - Parameters:
    ///   - document: The document with its record.
    ///   - id: The document's ID.
    ///   - tables: The collection's tables.
    func remember(_ document: StoredDocument, id: String, of tables: CollectionTables) {
        lastRead = RememberedDocument(
            document: document, id: DocumentIDKey(id), tables: tables,
            changeTotal: connection.sqlite.changeTotal)
    }

    /// Returns the document that was read last, if it has the given ID and no row has changed since.
    func remembered(id: String, of tables: CollectionTables) -> StoredDocument? {
        guard let lastRead, lastRead.tables === tables, lastRead.id == DocumentIDKey(id),
            lastRead.changeTotal == connection.sqlite.changeTotal
        else { return nil }
        return lastRead.document
    }

    private struct RememberedDocument {
        let document: StoredDocument
        let id: DocumentIDKey
        let tables: CollectionTables
        let changeTotal: Int32
    }

    /// Runs a closure with a Fleece writer that uses the database's shared keys.
    ///
    /// The closure may save other documents while it writes. Each nested call gets another writer.
    ///
    /// - Parameter body: A closure that writes and finishes a document body.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    func withWriter<R>(_ body: (FleeceWriter) throws -> R) rethrows -> R {
        let writer = idleWriters.popLast() ?? FleeceWriter(sharedKeys: keys)
        defer {
            writer.reset()
            idleWriters.append(writer)
        }
        return try body(writer)
    }
}
