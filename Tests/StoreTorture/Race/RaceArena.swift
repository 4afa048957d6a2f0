import Foundation
import Quire
import QuireTestSupport
import QuirePlatform

/// The database objects that the threads share, and their listeners.
final class RaceArena: Sendable {
    private static let listenerLimit = 6
    private static let streamLimit = 4

    private let databases: Mutex<[Database]>
    private let tokens = Mutex<[ListenerToken]>([])
    private let streams = Mutex<[Task<Void, Never>]>([])
    private let unfinished = DispatchGroup()
    private let incrementCount = Atomic<Int64>(0)
    private let listenerCallCount = Atomic<Int>(0)
    private let open: (@Sendable () throws -> Database)?

    /// A concurrent queue for listeners.
    let queue = DispatchQueue(label: "listeners", attributes: .concurrent)

    /// Opens several objects for one file, which threads close and reopen.
    init(files: Int, open: @escaping @Sendable () throws -> Database) throws {
        databases = Mutex(try (0..<files).map { _ in try open() })
        self.open = open
    }

    /// Uses an object that stays open.
    init(keeping database: Database) {
        databases = Mutex([database])
        open = nil
    }

    var increments: Int64 { incrementCount.load(ordering: .relaxed) }
    var listenerCalls: Int { listenerCallCount.load(ordering: .relaxed) }

    func noteIncrement() { incrementCount.add(1, ordering: .relaxed) }
    func noteListenerCall() { listenerCallCount.add(1, ordering: .relaxed) }

    // MARK: Databases

    var anyDatabase: Database { databases.withLock { $0[0] } }

    func database(using random: inout SplitMix64) -> Database {
        let number = Int.random(in: 0..<1_000_000, using: &random)
        return databases.withLock { $0[number % $0.count] }
    }

    /// Replaces an object by a new one; the old one is closed or released.
    func replace(using random: inout SplitMix64) throws {
        guard let open else { return }
        let number = Int.random(in: 0..<1_000_000, using: &random)
        let database = try open()
        let old = databases.withLock { databases in
            let index = number % databases.count
            defer { databases[index] = database }
            return databases[index]
        }
        // Released objects are closed by the last thread that uses them.
        if !random.once(in: 3) { try old.close() }
    }

    // MARK: Listeners

    func keep(_ token: ListenerToken) {
        let removed = tokens.withLock { tokens in
            tokens.append(token)
            return tokens.count > Self.listenerLimit ? tokens.removeFirst() : nil
        }
        removed?.remove()
    }

    func keep(_ stream: Task<Void, Never>) {
        let removed = streams.withLock { streams in
            streams.append(stream)
            return streams.count > Self.streamLimit ? streams.removeFirst() : nil
        }
        removed?.cancel()
    }

    /// Starts an asynchronous operation for which ``end()`` waits.
    @discardableResult
    func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        unfinished.enter()
        return Task {
            await body()
            self.unfinished.leave()
        }
    }

    // MARK: The end

    /// Waits for all operations, and closes the reopened objects.
    func end() throws {
        for token in tokens.withLock({ $0 }) { token.remove() }
        for stream in streams.withLock({ $0 }) { stream.cancel() }
        unfinished.wait()
        queue.sync(flags: .barrier) {}
        guard open != nil else { return }
        for database in databases.withLock({ $0 }) { try database.close() }
    }
}
