import Fleece
import Synchronization

/// The connection that writes, and the transaction that runs on it.
///
/// What varies during a transaction is kept here and written just before the commit: the last
/// sequences, and the shared keys that were added. A rollback forgets it, and so does the rollback
/// of a nested transaction with its part.
final class StoreTransaction {
    /// The writing connection; inside of a transaction it reads what the transaction wrote.
    let connection: StoreConnection
    /// The growing table of shared keys.
    let keys = MutableSharedKeys(.empty)
    /// Gives new revisions their times.
    var clock: HybridClock
    /// A place to put together a row's `version`.
    var versionBuffer: [UInt8] = []
    /// What is to be told after the commit.
    var changes = TransactionChanges()
    /// Whether a transaction is under way.
    private(set) var isRunning = false
    /// The innermost part of the transaction, by which documents know whether it still counts.
    private(set) var part = TransactionPart()

    let file: OpenFile

    private var schema = SchemaWatch()
    // Whether the transaction has changed the schema in a way that trust depends on.
    private var hasChangedSchema = false
    // Whether it only takes objects out of the schema, whatever is left in it.
    private var isRemoval = false
    // Whether a transaction of this object has been committed.
    private var hasCommitted = false
    private var storedKeyCount = 0
    private var states = KeyStoreStates()
    private var idleWriters: [FleeceWriter] = []

    /// Takes over the writing connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - file: Who is told of commits.
    ///   - clock: Gives new revisions their times.
    init(_ connection: StoreConnection, _ file: OpenFile, clock: HybridClock) {
        self.connection = connection
        self.file = file
        self.clock = clock
        connection.sqlite.keys.growing = keys
    }

    // MARK: Running

    /// Runs a closure as a transaction: all of it is committed, or nothing.
    ///
    /// - Parameters:
    ///   - isRemoval: Whether the closure only takes objects out of the schema, so that it may run
    ///     where the schema holds what is not known; then no trigger runs.
    ///   - body: A closure that writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func run<R>(asRemoval isRemoval: Bool = false, _ body: () throws -> R) throws -> R {
        try control(.beginTransaction)
        isRunning = true
        hasChangedSchema = false
        defer {
            isRunning = false
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
            part = TransactionPart()
            let result = try body()
            try finish()
            part.commit()
            return result
        } catch {
            part.undo()
            connection.abandonTransaction()
            connection.forgetContent()
            schema.forget()
            throw error
        }
    }

    /// Runs a closure that reads one committed state of the file, with the shared keys that fit.
    ///
    /// No transaction may be under way. Other connections can commit meanwhile.
    ///
    /// - Parameter body: A closure that reads.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func inspect<R>(_ body: () throws -> R) throws -> R {
        // The next transaction must not take this look for its own.
        connection.forgetContent()
        defer { connection.forgetContent() }
        try control(.beginReading)
        defer { connection.abandonTransaction() }
        try connection.refreshContent()
        return try body()
    }

    /// Lets no trigger run while objects are taken out of the schema.
    private func beginRemoval() throws {
        isRemoval = true
        try connection.sqlite.enableTriggers(false)
    }

    private func endRemoval() {
        guard isRemoval else { return }
        isRemoval = false
        try? connection.sqlite.enableTriggers(true)
        // What is left in the schema is for the next transaction to judge.
        connection.forgetContent()
        schema.forget()
    }

    /// Looks at the schema again, which the transaction has changed.
    ///
    /// A nested transaction that is undone takes the change back, and what depends on it.
    ///
    /// - Throws: ``QuireError`` with code `notWriteable` if it has something in it now that is not
    ///   known: then the change must be undone.
    func schemaDidChange() throws {
        hasChangedSchema = true
        if !isRemoval { try checkSchema() }
    }

    /// Refuses to write where the schema holds something that would run then and is not known.
    private func checkSchema() throws {
        if let reason = try schema.refresh(connection.sqlite).refusal {
            throw QuireError(
                .notWriteable,
                "The file \(connection.sqlite.path) can be read and not be written: \(reason).")
        }
    }

    /// Runs a closure as a part of the running transaction that can be undone by itself.
    ///
    /// - Parameter body: A closure that writes.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, after its part was undone, or ``QuireError`` if SQLite
    ///   refuses.
    func nested<R>(_ body: () throws -> R) throws -> R {
        try checkIsOpen()
        let keysBefore = keys.snapshot
        let statesBefore = states
        let changesBefore = changes.mark
        let outer = part
        part = TransactionPart(in: outer)
        defer { part = outer }
        try control(.beginPart)
        do {
            let result = try body()
            try checkIsOpen()
            try control(.endPart)
            return result
        } catch {
            part.undo()
            undoNested()
            keys.reset(to: keysBefore)
            states = statesBefore
            changes.undo(to: changesBefore)
            throw error
        }
    }

    private func undoNested() {
        // SQLite may have given up the whole transaction; then there is nothing to go back to.
        guard !connection.sqlite.isAutocommit else { return }
        do {
            try control(.undoPart)
            try control(.endPart)
            guard hasChangedSchema, !isRemoval else { return }
            schema.forget()
            try checkSchema()
        } catch {
            // What cannot be undone in part is undone as a whole: `checkIsOpen` tells the caller.
            connection.abandonTransaction()
        }
    }

    /// Makes sure that what comes next is part of the transaction.
    ///
    /// After some failures, a full disk for one, SQLite rolls the whole transaction back. A caller
    /// who caught that error must not go on outside of any transaction.
    ///
    /// - Throws: ``QuireError`` with code `notInTransaction`.
    @inline(__always)
    func checkIsOpen() throws {
        guard !connection.sqlite.isAutocommit else {
            throw QuireError(
                .notInTransaction,
                "The transaction on \(connection.sqlite.path) was rolled back after a failure.")
        }
    }

    private func finish() throws {
        try checkIsOpen()
        var newSequences: [NewSequences] = []
        for (keyStore, state) in states.all where state.isChanged {
            try state.write(keyStore, on: connection.sqlite)
            if let range = state.newSequences {
                newSequences.append(NewSequences(keyStore: keyStore, range: range))
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
        connection.noteOwnCommit(encodedKeys: encodedKeys)
        states.noteCommit()
        file.lastTime.store(clock.last, ordering: .relaxed)
        tell(newSequences)
    }

    private func control(_ statement: FrequentStatement) throws {
        try connection.sqlite.statement(statement).run()
    }

    /// Closes the connection.
    ///
    /// - Parameter tidyingUp: Whether to tidy the file up before, if this object has written it. It
    ///   must not be done while another connection of this thread writes, for whose end it would wait.
    func close(tidyingUp: Bool) {
        if tidyingUp, hasCommitted {
            // Statistics of an index are made of what it computes, with the keys of other programs too.
            let trust = try? inspect { try schema.refresh(connection.sqlite) }
            if let trust, trust.refusal == nil { connection.sqlite.optimize() }
        }
        connection.close()
    }

    /// Checks the tables of full-text indexes, if the schema holds nothing that is not known: SQLite
    /// does that in the form of a change.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a table is damaged.
    func checkFullTextIndexes() throws {
        guard try inspect({ try schema.refresh(connection.sqlite).refusal == nil }) else { return }
        try connection.sqlite.checkFullTextIndexes()
    }

    // MARK: Sequences and bodies

    /// Lets a closure change what is known of a collection.
    ///
    /// - Parameters:
    ///   - keyStore: The collection's tables.
    ///   - body: A closure that reads and changes the state.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` if SQLite refuses.
    func withState<R>(
        of keyStore: KeyStore, _ body: (inout KeyStoreState) throws -> R
    ) throws -> R {
        let index = try states.index(of: keyStore) ?? read(keyStore)
        return try body(&states[index])
    }

    private func read(_ keyStore: KeyStore) throws -> Int {
        states.add(try KeyStoreState(reading: keyStore, on: connection.sqlite), of: keyStore)
    }

    /// Forgets what is known of a collection, whose tables have just come or gone.
    ///
    /// The rollback of a nested transaction brings it back.
    ///
    /// - Parameter keyStore: The collection's tables.
    func forgetState(of keyStore: KeyStore) {
        states.forget(keyStore)
    }

    /// Lends a writer that gives keys the database's numbers.
    ///
    /// A closure that writes a body may itself save documents; each level has its own writer.
    ///
    /// - Parameter body: A closure that writes a body and finishes it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    func withWriter<R>(_ body: (FleeceWriter) throws -> R) rethrows -> R {
        let writer = idleWriters.popLast() ?? FleeceWriter(sharedKeys: keys)
        defer {
            writer.reset()
            idleWriters.append(writer)
        }
        return try body(writer)
    }
}
