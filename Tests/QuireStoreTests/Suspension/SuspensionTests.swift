import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import QuireTestSupport
import Testing

@testable import QuireStore

/// Suspending a database releases its locks until it is resumed.
@Suite final class SuspensionTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let queue = DispatchQueue(label: "Quire.SuspensionTests")

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save(document: MutableDocument(id: "first"))
    }

    // A purge in the background ends before the files are removed.
    deinit { try? database.close() }

    private func code(of body: () throws -> Void) -> QuireError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? QuireError)?.code
        }
    }

    private func save(_ id: String) throws {
        try collection.save(document: MutableDocument(id: id))
    }

    // MARK: Locks

    #if os(Linux)
        /// Returns the number of locks of this process on the files of the database.
        private func lockCount() throws -> Int {
            let prefix = try #require(database.path) + "/db.sqlite3"
            let files = FileManager.default
            return try files.contentsOfDirectory(atPath: "/proc/self/fd").reduce(0) { count, name in
                // Another thread can have closed the file.
                let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
                guard target?.hasPrefix(prefix) == true,
                    let info = try? String(
                        contentsOfFile: "/proc/self/fdinfo/" + name, encoding: .utf8)
                else { return count }
                return count + info.split(separator: "\n").count { $0.hasPrefix("lock:") }
            }
        }

        @Test func `a suspended database holds no lock on its files`() throws {
            let other = try folder.open()
            let token = collection.addChangeListener(queue: queue) { _ in }
            defer { token.remove() }
            #expect(collection.count == 1)
            #expect(try other.defaultCollection().count == 1)
            #expect(waitUntil { ((try? lockCount()) ?? 0) > 0 })

            try database.suspend()
            #expect(try lockCount() == 0)
            Thread.sleep(forTimeInterval: 0.25)
            _ = code { try save("second") }
            #expect(try lockCount() == 0)

            try database.resume()
            try save("second")
            #expect(waitUntil { ((try? lockCount()) ?? 0) > 0 })
        }
    #endif

    @Test func `another connection can use the file of a suspended database exclusively`() throws {
        // Only the last connection can leave WAL mode.
        let leave = { [folder] in try folder.rows("PRAGMA journal_mode=DELETE") }
        #expect(throws: QuireError.self) { try leave() }

        try database.suspend()
        #expect(try leave() == ["delete"])
        #expect(try folder.rows("PRAGMA journal_mode=WAL") == ["wal"])

        try database.resume()
        try save("second")
        #expect(collection.count == 2)
    }

    // MARK: Calls

    @Test func `a suspended database throws an error for reads and writes`() throws {
        try database.suspend()
        #expect(database.isSuspended)
        #expect(code { try save("second") } == .suspended)
        #expect(code { _ = try collection.document(id: "first") } == .suspended)
        #expect(code { try database.inBatch {} } == .suspended)
        #expect(code { try database.snapshot {} } == .suspended)
        #expect(code { _ = try database.createQuery("SELECT * FROM _").execute() } == .suspended)
        #expect(code { try database.performMaintenance(type: .compact) } == .suspended)
        #expect(code { try database.createCollection(name: "hotels") } == .suspended)
        #expect(code { _ = try folder.open() } == .suspended)

        try database.resume()
        #expect(!database.isSuspended)
        try save("second")
        #expect(collection.count == 2)
    }

    @Test func `suspending and resuming again has no effect`() throws {
        try database.resume()
        for _ in 1...3 {
            try database.suspend()
            try database.suspend()
            try database.resume()
            try database.resume()
            #expect(collection.count == 1)
        }
    }

    @Test func `all database objects on a file are suspended and resumed together`() throws {
        let other = try folder.open()
        try other.suspend()
        #expect(database.isSuspended)
        #expect(code { try save("second") } == .suspended)
        try database.resume()
        #expect(!other.isSuspended)
        #expect(try other.defaultCollection().count == 1)
    }

    @Test func `a suspended database can be closed and opened again`() throws {
        try database.suspend()
        try database.close()
        #expect(code { try database.resume() } == .notOpen)
        let again = try folder.open()
        #expect(!again.isSuspended)
        #expect(try again.defaultCollection().count == 1)
    }

    @Test func `a database cannot be suspended inside a transaction or a snapshot`() throws {
        let inBatch = try database.inBatch { code { try database.suspend() } }
        #expect(inBatch == .transactionNotClosed)
        let inSnapshot = try database.snapshot { code { try database.suspend() } }
        #expect(inSnapshot == .busy)
        #expect(!database.isSuspended)
        try save("second")
    }

    private struct Suspending: Decodable {
        static let database = Mutex<Database?>(nil)
        static let suspensionCode = Mutex<QuireError.Code?>(nil)

        init(from decoder: any Decoder) throws {
            let code = thrownCode { try Self.database.withLock(\.self)?.suspend() }
            Self.suspensionCode.withLock { $0 = code }
        }
    }

    @Test func `a database cannot be suspended while a read decodes a model`() throws {
        Suspending.database.withLock { $0 = database }
        defer { Suspending.database.withLock { $0 = nil } }
        _ = try database.read { _ in
            try JSONDecoder().decode(Suspending.self, from: Data("{}".utf8))
        }
        #expect(Suspending.suspensionCode.withLock(\.self) == .busy)
        #expect(!database.isSuspended)
        try save("second")
    }

    @Test func `a database cannot be suspended while this thread reads another object`() throws {
        let other = try folder.open()
        let suspending = try database.read { _ in code { try other.suspend() } }
        #expect(suspending == .busy)
        #expect(!database.isSuspended)
        try other.suspend()
        #expect(database.isSuspended)
    }

    @Test func `a suspended database that cannot be closed remains suspended`() throws {
        let database = database
        try database.read { _ in
            let suspending = try onOtherThread {
                thrownCode { try database.suspend(waitingUpTo: .zero) }
            }
            #expect(suspending == .busy)
            #expect(code { try database.close() } == .busy)
        }
        #expect(code { _ = try collection.document(id: "first") } == .suspended)
        try database.resume()
        #expect(collection.count == 1)
    }

    @Test func `a read inside a transaction or a snapshot of a suspended database throws an error`()
        throws
    {
        let (database, collection) = (database, collection)
        let bodies: [@Sendable (() throws -> Void) throws -> Void] = [
            { try database.inBatch(using: $0) }, { try database.snapshot($0) },
        ]
        for body in bodies {
            let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let thread = OtherThread<Void> {
                try body {
                    _ = try collection.document(id: "first")
                    began.signal()
                    mayEnd.wait()
                    _ = try collection.document(id: "first")
                }
            }
            began.wait()
            #expect(code { try database.suspend(waitingUpTo: .milliseconds(20)) } == .busy)
            mayEnd.signal()
            #expect(thrownCode { try thread.wait() } == .suspended)
            try database.suspend(waitingUpTo: .seconds(60))
            try database.resume()
            #expect(collection.count == 1)
        }
    }

    @Test func `an in-memory database is not suspended`() throws {
        let memory = try Database(inMemoryNamed: "test")
        try memory.suspend()
        #expect(!memory.isSuspended)
        try memory.defaultCollection().save(document: MutableDocument(id: "first"))
        try memory.resume()
    }

    @Test func `resuming a database whose file was removed throws an error`() throws {
        let path = try #require(database.path)
        try database.suspend()
        try FileManager.default.removeItem(atPath: path)
        #expect(code { try database.resume() } == .cantOpenFile)
        #expect(database.isSuspended)
        #expect(code { _ = try collection.document(id: "first") } == .suspended)
        #expect(code { try save("second") } == .suspended)
    }

    // MARK: Other threads

    @Test func `a transaction of another thread is rolled back at its next statement`() throws {
        let began = DispatchSemaphore(value: 0)
        let (database, collection) = (database, collection)
        let thread = OtherThread<QuireError.Code?> {
            do {
                try database.inBatch {
                    try collection.save(document: MutableDocument(id: "second"))
                    began.signal()
                    while true {
                        try collection.save(document: MutableDocument(id: "third"))
                    }
                }
                return nil
            } catch {
                return (error as? QuireError)?.code
            }
        }
        began.wait()
        try database.suspend(waitingUpTo: .seconds(60))
        #expect(try thread.wait() == .suspended)
        try database.resume()
        #expect(collection.count == 1)
    }

    @Test func `a long query of another thread is interrupted`() throws {
        try database.inBatch {
            for number in 1...2_000 { try save("document-\(number)") }
        }
        let (database, began) = (database, DispatchSemaphore(value: 0))
        let thread = OtherThread<QuireError.Code?> {
            do {
                began.signal()
                // 64 billion pairs take minutes.
                _ = try database.createQuery(
                    """
                    SELECT COUNT(*) FROM _ AS a JOIN _ AS b ON a.x IS NOT VALUED \
                    JOIN _ AS c ON b.x IS NOT VALUED
                    """
                ).execute()
                return nil
            } catch {
                return (error as? QuireError)?.code
            }
        }
        began.wait()
        Thread.sleep(forTimeInterval: 0.05)
        let start = Date()
        try database.suspend(waitingUpTo: .seconds(60))
        #expect(Date().timeIntervalSince(start) < 60)
        #expect(try thread.wait() == .suspended)
        try database.resume()
        #expect(collection.count == 2_001)
    }

    @Test func `maintenance of another thread is interrupted`() throws {
        let text = String(repeating: "text ", count: 20_000)
        try database.inBatch {
            for number in 1...200 {
                try collection.save(
                    document: MutableDocument(id: "document-\(number)", data: ["text": text]))
            }
        }
        let (database, began) = (database, DispatchSemaphore(value: 0))
        let thread = OtherThread<QuireError.Code?> {
            thrownCode {
                began.signal()
                while true { try database.performMaintenance(type: .integrityCheck) }
            }
        }
        began.wait()
        Thread.sleep(forTimeInterval: 0.02)
        try database.suspend(waitingUpTo: .seconds(60))
        #expect(try thread.wait() == .suspended)
        try database.resume()
        try database.performMaintenance(type: .integrityCheck)
    }

    @Test func `the time limit bounds the wait for a closure that does not end`() throws {
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (database, collection) = (database, collection)
        let thread = OtherThread<Void> {
            try database.inBatch {
                try collection.save(document: MutableDocument(id: "second"))
                began.signal()
                mayEnd.wait()
            }
        }
        began.wait()
        #expect(code { try database.suspend(waitingUpTo: .milliseconds(50)) } == .busy)
        #expect(database.isSuspended)
        mayEnd.signal()
        try thread.wait()

        try database.suspend(waitingUpTo: .seconds(60))
        #if os(Linux)
            #expect(try lockCount() == 0)
        #endif
        try database.resume()
        // The closure used no statement after the call, so its transaction was committed.
        #expect(collection.count == 2)
    }

    @Test(arguments: [Duration.zero, .milliseconds(200)])
    func `statements are interrupted even if a closure that reads uses up the time limit`(
        limit: Duration
    ) throws {
        try database.inBatch {
            for number in 1...2_000 { try save("document-\(number)") }
        }
        let (mayEnd, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let began = DispatchSemaphore(value: 0)
        let (database, other) = (database, try folder.open())
        let reader = OtherThread<Void> {
            try database.snapshot {
                began.signal()
                mayEnd.wait()
            }
        }
        // 8 billion rows take minutes.
        let count: QuerySource = """
            SELECT COUNT(*) FROM _ AS a JOIN _ AS b ON a.x IS NOT VALUED \
            JOIN _ AS c ON b.x IS NOT VALUED
            """
        let statements: [@Sendable () throws -> Void] = [
            { try other.inBatch { _ = try other.createQuery(count).execute() } },
            { _ = try other.createQuery(count).execute() },
        ]
        let threads = statements.map { statement in
            OtherThread<QuireError.Code?> {
                defer { ended.signal() }
                began.signal()
                return thrownCode(statement)
            }
        }
        for _ in 1...3 { began.wait() }
        Thread.sleep(forTimeInterval: 0.1)
        #expect(code { try database.suspend(waitingUpTo: limit) } == .busy)
        for _ in threads { #expect(ended.wait(timeout: .now() + 60) == .success) }
        mayEnd.signal()
        try reader.wait()
        try database.suspend(waitingUpTo: .seconds(60))
        for thread in threads { #expect(try thread.wait() == .suspended) }
    }

    private final class OpenedObject: SuspendableDatabase {
        let isWriterClosed = Mutex(false)
        var isReadByThisThread: Bool { false }
        func closeReaders(until deadline: Date) -> Bool { true }
        func interruptWriter() {}
        func closeWriter() { isWriterClosed.withLock { $0 = true } }
        func reopen() { isWriterClosed.withLock { $0 = false } }
    }

    @Test func `a database object opened during a suspension is closed until it is resumed`()
        throws
    {
        let file = SharedFileState(key: nil)
        let (early, late) = (OpenedObject(), OpenedObject())
        file.suspension.add(early, of: file)
        #expect(!early.isWriterClosed.withLock { $0 })
        #expect(file.suspension.suspend(file, until: Date(timeIntervalSinceNow: 1)))
        file.suspension.add(late, of: file)
        #expect(early.isWriterClosed.withLock { $0 } && late.isWriterClosed.withLock { $0 })
        #expect(try file.suspension.resume(file))
        #expect(!early.isWriterClosed.withLock { $0 } && !late.isWriterClosed.withLock { $0 })
    }

    // MARK: Observation and expiration

    @Test func `a listener added to a suspended database is notified only of later changes`()
        throws
    {
        try database.suspend()
        let recorder = ChangeRecorder()
        let tokens = [
            collection.addChangeListener(queue: queue) { recorder.note($0.documentIDs) },
            collection.addDocumentChangeListener(id: "first", queue: queue) { _ in
                recorder.note(["document"])
            },
        ]
        defer { for token in tokens { token.remove() } }
        try database.resume()
        // As another process would.
        try folder.sqlite().execute(
            """
            INSERT INTO kv_default (key, sequence, flags, version, body, extra)
                SELECT 'foreign', 2, flags, version, body, extra FROM kv_default;
            UPDATE kvmeta SET lastSeq = 2 WHERE name = 'default';
            """, purpose: "test")
        #expect(recorder.wait(for: 1) == [["foreign"]])
        try save("second")
        try save("first")
        #expect(
            recorder.wait(for: 4).sorted { "\($0)" < "\($1)" }
                == [["document"], ["first"], ["foreign"], ["second"]])
        // Gives the detection of other processes' changes time to run.
        Thread.sleep(forTimeInterval: 0.3)
        #expect(recorder.all.count == 4)
    }

    @Test func `a listener receives the changes of others after a suspension`() throws {
        let changed = Mutex<[String]>([])
        let token = collection.addChangeListener(queue: queue) { change in
            changed.withLock { $0 += change.documentIDs }
        }
        defer { token.remove() }
        try database.suspend()
        // As another process would: the copy of the file has its own state.
        let path = try #require(database.path)
        let elsewhere = folder.path + "/elsewhere"
        try FileManager.default.createDirectory(
            atPath: elsewhere, withIntermediateDirectories: true)
        let moved = elsewhere + "/test.cblite2"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        let writer = try Database(
            name: "test", config: DatabaseConfiguration(directory: elsewhere))
        try writer.defaultCollection().save(document: MutableDocument(id: "from another"))
        try writer.close()
        try FileManager.default.moveItem(atPath: moved, toPath: path)
        #expect(changed.withLock { $0 } == [])

        try database.resume()
        waitUntil { changed.withLock { !$0.isEmpty } }
        #expect(changed.withLock { $0 } == ["from another"])
    }

    @Test func `a live query continues after the database is resumed`() async throws {
        let query = try database.createQuery("SELECT META().id FROM _ ORDER BY META().id")
        let counts = Mutex<[Int]>([])
        let failures = Mutex(0)
        let token = query.addChangeListener(withQueue: queue) { change in
            if let results = change.results {
                counts.withLock { $0.append(results.allResults().count) }
            } else {
                failures.withLock { $0 += 1 }
            }
        }
        defer { token.remove() }
        for _ in 0..<6_000 where counts.withLock({ $0.isEmpty }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        try database.suspend()
        try await Task.sleep(for: .milliseconds(100))
        try database.resume()
        try save("second")
        for _ in 0..<6_000 where counts.withLock({ $0.last != 2 }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(counts.withLock { $0.last } == 2)
        #expect(failures.withLock { $0 } == 0)
    }

    @Test func `a sequence of recorded changes waits until the database is resumed`() async throws {
        struct Room: DocumentModel {
            @DocumentID var id: String?
            var number: Int
        }
        let rooms = try database.repository(of: Room.self)
        try await rooms.save(Room(id: "a", number: 1))
        try database.suspend()
        let task = Task {
            for try await change in rooms.changes(since: nil) { return change.id }
            return "none"
        }
        let canceled = Task {
            for try await _ in rooms.changes(since: nil) { return false }
            return true
        }
        try await Task.sleep(for: .milliseconds(150))
        canceled.cancel()
        #expect(try await canceled.value)
        try database.resume()
        #expect(try await task.value == "a")
    }

    @Test func `documents that expired while the database was suspended are purged`() throws {
        try collection.setDocumentExpiration(
            id: "first", expiration: Date(timeIntervalSinceNow: 0.1))
        try database.suspend()
        Thread.sleep(forTimeInterval: 0.3)
        try database.resume()
        #expect(waitUntil { collection.count == 0 })
    }
}
