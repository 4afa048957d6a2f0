import Foundation
import Synchronization

/// The collections of in-memory stores that share their transactions.
final class InMemoryTransactions: @unchecked Sendable {
    // Sendable because everything that changes, but for the listeners, is touched only by the thread
    // that has the gate. A transaction has it from the beginning to the end, the caller's closure
    // included, as the writer of a database has its own: that is what a transaction is.
    private let gate = NSRecursiveLock()
    let blobs = InMemoryBlobs()
    private var isRunning = false
    private var collections: [String: InMemoryDocuments] = [:]
    private var clock = HybridClock()
    private var changes: [Change] = []
    /// When documents will be purged next, in milliseconds since 1970.
    private var nextExpiration = Int64.max
    private let batches = BlockingWork(label: "Quire.InMemoryStore", width: 1)
    private let listeners = Mutex(Listeners())

    /// A change of the running transaction.
    private struct Change {
        let collection: String
        let undo: InMemoryDocuments.Undo
        /// Whether listeners are told.
        let isTold: Bool
    }

    private struct Listeners {
        var lastNumber = 0
        var all: [Int: (collection: String, AsyncStream<[String]>.Continuation)] = [:]
    }

    // MARK: Transactions

    /// Runs a closure in the current transaction, or in one of its own.
    func join<R>(_ body: () throws -> R) throws -> R {
        gate.lock()
        defer { gate.unlock() }
        return try isRunning ? body() : begin(body)
    }

    /// Runs a closure as a transaction, or as a part of one that is undone by itself.
    func nest<R>(_ body: () throws -> R) throws -> R {
        gate.lock()
        defer { gate.unlock() }
        guard isRunning else { return try begin(body) }
        let start = changes.count
        do {
            return try body()
        } catch {
            undo(downTo: start)
            throw error
        }
    }

    /// Runs a closure as a transaction on a thread that may be blocked.
    func nest<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await batches.run { try self.nest(body) }
    }

    private func begin<R>(_ body: () throws -> R) throws -> R {
        isRunning = true
        defer { isRunning = false }
        do {
            let result = try body()
            commit()
            return result
        } catch {
            undo(downTo: 0)
            throw error
        }
    }

    private func commit() {
        var changed: [String: [String]] = [:]
        var noted: Set<[String]> = []
        for change in changes where change.isTold {
            guard noted.insert([change.collection, change.undo.id]).inserted else { continue }
            changed[change.collection, default: []].append(change.undo.id)
        }
        changes.removeAll()
        for (collection, ids) in changed {
            collections[collection]?.closeGaps()
            tell(ids, of: collection)
        }
    }

    private func undo(downTo start: Int) {
        while changes.count > start {
            let change = changes.removeLast()
            collections[change.collection]?.take(back: change.undo)
        }
    }

    // MARK: Documents

    /// Calls a closure with the documents of a collection, which does not call back.
    func read<R>(_ collection: String, _ body: (InMemoryDocuments) throws -> R) rethrows -> R {
        gate.lock()
        defer { gate.unlock() }
        return try body(collections[collection] ?? InMemoryDocuments())
    }

    /// Changes the documents of a collection within a transaction.
    func change<R>(
        _ collection: String, isTold: Bool = true,
        _ body: (inout InMemoryDocuments) -> (R, InMemoryDocuments.Undo)
    ) -> R {
        let (result, undo) = body(&collections[collection, default: InMemoryDocuments()])
        changes.append(Change(collection: collection, undo: undo, isTold: isTold))
        return result
    }

    /// The revision that follows another one, within a transaction.
    func nextRevision(after revisionID: RevisionID?) throws -> RevisionID {
        let time = try clock.next(after: revisionID?.timestamp ?? 0)
        return RevisionID(RevisionID.Version(time: time, source: nil))
    }

    // MARK: Expiration

    /// Purges what has expired when it has.
    func expire(at time: Int64) {
        gate.lock()
        defer { gate.unlock() }
        guard time < nextExpiration else { return }
        nextExpiration = time
        // A day at the most, since a clock may be set.
        let wait = min(max(time, 0) > Self.now ? max(time, 0) - Self.now : 0, 86_400_000)
        batches.add(after: .milliseconds(Int(wait))) { [weak self] in self?.purgeExpired(at: time) }
    }

    private static var now: Int64 { Int64(clamping: HybridClock.systemTime() / 1_000_000) }

    private func purgeExpired(at time: Int64) {
        gate.lock()
        defer { gate.unlock() }
        // An earlier time was set since, and will come back to this one.
        guard time == nextExpiration else { return }
        nextExpiration = .max
        let now = Self.now
        try? join {
            for (collection, documents) in collections {
                for (id, time) in documents.expirations where time <= now {
                    change(collection) { ((), $0.purge(id)) }
                }
            }
        }
        if let next = collections.values.flatMap(\.expirations.values).min() { expire(at: next) }
    }

    // MARK: Listeners

    /// The changes of a collection from now on.
    func changedDocumentIDs(of collection: String) -> AsyncStream<[String]> {
        AsyncStream { continuation in
            let number = listeners.withLock { listeners in
                listeners.lastNumber += 1
                listeners.all[listeners.lastNumber] = (collection, continuation)
                return listeners.lastNumber
            }
            continuation.onTermination = { [weak self] _ in
                self?.listeners.withLock { listeners in
                    listeners.all[number] = nil
                }
            }
        }
    }

    private func tell(_ ids: [String], of collection: String) {
        let told = listeners.withLock { listeners in
            listeners.all.values.filter { $0.collection == collection }.map(\.1)
        }
        for continuation in told { continuation.yield(ids) }
    }

    deinit {
        for (_, continuation) in listeners.withLock({ $0.all }).values { continuation.finish() }
    }
}
