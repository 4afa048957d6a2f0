#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport

    @testable import QuireReplication

    /// Two databases that replicate over a connection in memory.
    ///
    /// With the trait Encryption, the passive one is encrypted.
    struct SyncPair {
        let folder: TemporaryFolder
        let active: Database
        let passive: Database

        /// Creates a database in a folder that exists as long as the returned object.
        static func database() throws -> (Database, TemporaryFolder) {
            let folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            return (try Database(name: "local", config: configuration), folder)
        }

        /// Copies a database with the call for copies, and opens the copy.
        static func copy(_ database: Database, in folder: TemporaryFolder) throws -> Database {
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            configuration.encryptionKey = database.config.encryptionKey
            try Database.copy(
                fromPath: database.path ?? "", toDatabase: "copy", withConfig: configuration)
            return try Database(name: "copy", config: configuration)
        }

        /// Creates a pair of existing databases.
        init(_ active: Database, _ passive: Database, in folder: TemporaryFolder) {
            self.folder = folder
            self.active = active
            self.passive = passive
        }

        init() throws {
            folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            active = try Database(name: "active", config: configuration)
            configuration.encryptionKey = Self.key
            passive = try Database(name: "passive", config: configuration)
        }

        /// The key of encrypted databases, or `nil` without the trait Encryption.
        static var key: EncryptionKey? {
            #if Encryption
                try? EncryptionKey(data: Data(0..<UInt8(EncryptionKey.length)))
            #else
                nil
            #endif
        }

        /// Returns the options of the command that opens an encrypted database.
        ///
        /// - Parameter folder: The folder for a file with the key.
        /// - Returns: The options, or none without the trait Encryption.
        /// - Throws: Errors of the file system.
        static func keyOptions(in folder: TemporaryFolder) throws -> [String] {
            guard key != nil else { return [] }
            let file = folder.url.appending(path: "database-key")
            try Data(0..<UInt8(EncryptionKey.length)).write(to: file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file.path)
            return ["--key-file", file.path]
        }

        /// The name under which the active database knows the passive one.
        var remoteName: String { "ws://test/\(passive.name)/_blipsync" }

        /// Runs one session, whose connection can be cut after a number of frames.
        func sync(
            _ collections: [ReplicatedCollection]? = nil, remoteName: String? = nil,
            cutAfter frames: Int? = nil, stopAfter lastFrame: Int? = nil,
            options: PassiveOptions = PassiveOptions(), isReset: Bool = false,
            isContinuous: Bool = false,
            usesDeltas: Bool = false, checkpointInterval: Duration = .seconds(5)
        ) async throws -> SyncResult {
            let collections =
                try collections
                ?? [Self.resolving(ReplicatedCollection(active.defaultCollection()))]
            let (first, second) = MemoryMessageSocket.pair()
            let counter = FrameCounter(limit: frames)
            let passiveSession = PassiveSession(
                socket: CutSocket(second, counter), database: passive, options: options)
            let serving = Task { await passiveSession.run() }
            let events = Mutex<[DocumentEvent]>([])
            var sessionOptions = SessionOptions(remoteName: remoteName ?? self.remoteName)
            sessionOptions.isReset = isReset
            sessionOptions.usesDeltas = usesDeltas
            sessionOptions.isContinuous = isContinuous
            sessionOptions.checkpointInterval = checkpointInterval
            let stopping = StopCounter(limit: lastFrame)
            let session = ActiveSession(
                socket: CutSocket(first, counter, stopping), database: active,
                collections: collections,
                options: sessionOptions
            ) { event in
                if case .documents(let documents) = event {
                    events.withLock { $0 += documents }
                }
            }
            stopping.session.withLock { $0 = session }
            let end = await session.run()
            _ = await serving.value
            // The session has the counter too. The database is not closed while they have each other.
            stopping.session.withLock { $0 = nil }
            return SyncResult(
                end: end, events: events.withLock { $0 }, byteCount: counter.byteCount)
        }

        /// Returns a configuration with Couchbase Lite's resolver.
        static func resolving(_ collection: ReplicatedCollection) -> ReplicatedCollection {
            var collection = collection
            collection.resolver = { try $0.resolution(by: ConflictResolver.default, in: $1) }
            return collection
        }

        /// The documents of a database as JSON, by ID.
        static func documents(
            of database: Database, _ collection: DocumentCollection? = nil
        ) throws -> [String: String] {
            let collection = try collection ?? database.defaultCollection()
            var documents: [String: String] = [:]
            for change in try collection.replicationChanges(since: 0, limit: 100_000, remote: nil)
            where !change.isDeleted {
                documents[change.id] = try collection.document(id: change.id)?.toJSON()
            }
            return documents
        }

        /// What differs between the documents and versions of both databases.
        func differences() throws -> [String] {
            func state(_ database: Database) throws -> [String: String] {
                let documents = try Self.documents(of: database)
                return try Self.versions(of: database).reduce(into: [:]) { state, entry in
                    state[entry.key] = "\(entry.value) \(documents[entry.key] ?? "deleted")"
                }
            }
            let (first, second) = (try state(active), try state(passive))
            return Set(first.keys).union(second.keys).sorted().filter { first[$0] != second[$0] }
                .map { "\($0): \(first[$0] ?? "missing") and \(second[$0] ?? "missing")" }
        }

        /// The current versions of all documents and tombstones, by ID.
        static func versions(of database: Database) throws -> [String: String] {
            let changes = try database.defaultCollection().replicationChanges(
                since: 0, limit: 100_000, remote: nil)
            return Dictionary(uniqueKeysWithValues: changes.map { ($0.id, $0.version) })
        }
    }

    /// What a session did.
    struct SyncResult: Sendable {
        let end: SessionEnd
        let events: [DocumentEvent]
        var byteCount = 0
        var warnings: [String] = []

        var isCompleted: Bool { if case .completed = end { true } else { false } }

        /// The received and sent documents, such as `> a` and `< b`, sorted, with errors.
        var log: [String] {
            events.map { event in
                let error = event.error.map { " \($0.domain) \($0.code)" } ?? ""
                return "\(event.isPush ? ">" : "<") \(event.id)"
                    + (event.isAccessRemoved ? " removed" : "") + error
            }.sorted()
        }
    }

    /// Counts the frames of a connection in both directions.
    final class FrameCounter: Sendable {
        private let rest: Mutex<Int?>
        private let bytes = Mutex(0)

        init(limit: Int?) {
            rest = Mutex(limit)
        }

        /// The number of bytes in all frames.
        var byteCount: Int { bytes.withLock { $0 } }

        /// Counts a frame, and returns whether it can be sent.
        func count(_ size: Int) -> Bool {
            bytes.withLock { $0 += size }
            return rest.withLock { rest in
                guard let count = rest else { return true }
                rest = max(0, count - 1)
                return count > 0
            }
        }
    }

    /// Stops a session after it has sent a number of frames.
    final class StopCounter: Sendable {
        private let rest: Mutex<Int?>
        let session = Mutex<ActiveSession?>(nil)

        init(limit: Int?) {
            rest = Mutex(limit)
        }

        /// Counts a frame, and begins to stop the session if it is the last one.
        func count() async throws {
            let isLast = rest.withLock { rest in
                rest = rest.map { $0 - 1 }
                return rest == 0
            }
            guard isLast, let session = session.withLock({ $0 }) else { return }
            Task { await session.stop() }
            // Revisions that are sent now are not answered before the session ends.
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// A connection that is cut after a number of frames.
    final class CutSocket: MessageSocket {
        private let socket: any MessageSocket
        private let counter: FrameCounter
        private let stopping: StopCounter?

        init(
            _ socket: any MessageSocket, _ counter: FrameCounter, _ stopping: StopCounter? = nil
        ) {
            self.socket = socket
            self.counter = counter
            self.stopping = stopping
        }

        func send(_ message: [UInt8]) async throws {
            try await stopping?.count()
            guard counter.count(message.count) else {
                socket.abort()
                throw BLIPClosedError(status: .lost)
            }
            try await socket.send(message)
        }

        func receive() async throws -> [UInt8]? { try await socket.receive() }

        func close(code: UInt16, reason: String) async {
            await socket.close(code: code, reason: reason)
        }

        func abort() { socket.abort() }

        var closeStatus: SocketCloseStatus? { socket.closeStatus }
    }
#endif
