import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// The asynchronous forms of the calls for which Couchbase Lite has names.
@Suite struct AsynchronousDatabaseTests {
    struct Inn: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save(document: MutableDocument(id: "a", data: ["name": "A"]))
    }

    private static func ids(_ database: Database) async throws -> [String] {
        let query = try await database.prepareQuery("SELECT META().id AS id FROM _ ORDER BY id")
        return try await query.rows().compactMap { $0.string(forKey: "id") }
    }

    // MARK: Files

    @Test func `databases are opened, copied, closed and deleted`() async throws {
        let config = folder.configuration
        let path = try #require(database.path)
        try await Database.duplicate(fromPath: path, toDatabase: "copy", withConfig: config)
        let copy = try await Database.open(name: "copy", config: config)
        #expect(try await Self.ids(copy) == ["a"])
        try await copy.maintain(type: .integrityCheck)
        try await copy.shutDown()
        #expect(copy.path == nil)
        try await copy.shutDown()
        try await Database.remove(withName: "copy", inDirectory: folder.path)
        #expect(!Database.exists(withName: "copy", inDirectory: folder.path))
        try await database.remove()
        #expect(!Database.exists(withName: "test", inDirectory: folder.path))
        let memory = try await Database.open(inMemoryNamed: "memory")
        #expect(try await Self.ids(memory) == [])
    }

    @Test func `errors of files are those of the synchronous calls`() async throws {
        let config = folder.configuration
        await #expect { try await Database.open(name: "a/b", config: config) } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
        await #expect {
            try await Database.duplicate(
                fromPath: folder.path + "/none.cblite2", toDatabase: "copy", withConfig: config)
        } throws: {
            QuireError.Code.cantOpenFile ~= $0
        }
        await #expect {
            try await Database.remove(withName: "test", inDirectory: folder.path)
        } throws: {
            QuireError.Code.busy ~= $0
        }
    }

    @Test func `closing completes earlier asynchronous writes`() async throws {
        let repository = collection.repository(of: Inn.self)
        let writes = (0..<20).map { number in
            Task { try await repository.save(Inn(id: "\(number)", name: "")) }
        }
        for write in writes { _ = try await write.value }
        try await database.shutDown()
        let again = try await Database.open(name: "test", config: folder.configuration)
        #expect(try await Self.ids(again).count == 21)
    }

    // MARK: Documents

    @Test func `documents are loaded, saved, deleted and purged`() async throws {
        let document = MutableDocument(id: "b", data: ["name": "B"])
        try await collection.store(document: document)
        #expect(document.sequence == 2)
        document.setString("C", forKey: "name")
        #expect(
            try await collection.store(document: document, concurrencyControl: .failOnConflict))
        let stale = try #require(try await collection.load(id: "b")).toMutable()
        try await collection.store(document: document)
        #expect(
            try await !collection.store(document: stale, concurrencyControl: .failOnConflict))
        let isSaved = try await collection.store(document: stale) { mine, theirs in
            mine.setString("merged with \(theirs?.string(forKey: "name") ?? "")", forKey: "name")
            return true
        }
        #expect(isSaved)
        let name = try await collection.load(id: "b")?.string(forKey: "name")
        #expect(name == "merged with C")
        #expect(
            try await !collection.remove(document: document, concurrencyControl: .failOnConflict))
        try await collection.remove(document: stale)
        #expect(try await Self.ids(database) == ["a"])
        try await collection.erase(document: stale)
        #expect(stale.revisionID == nil)
        try await collection.erase(id: "a")
        #expect(try await Self.ids(database) == [])
        #expect(try await collection.load(id: "a") == nil)
    }

    @Test @MainActor func `an actor can pass documents that it creates`() async throws {
        let document = MutableDocument(id: "b")
        try await collection.store(document: document)
        document.setInt(1, forKey: "n")
        try await collection.store(document: document)
        let loaded = try await collection.load(id: "b")
        #expect(loaded?.int(forKey: "n") == 1)
        #expect(loaded?.revisionID == document.revisionID)
    }

    @Test func `expiration dates are stored and loaded`() async throws {
        let date = Date(timeIntervalSince1970: 4e9)
        try await collection.storeExpiration(id: "a", expiration: date)
        #expect(try await collection.loadExpiration(id: "a") == date)
        try await collection.storeExpiration(id: "a", expiration: nil)
        #expect(try await collection.loadExpiration(id: "a") == nil)
    }

    @Test func `blobs are stored and loaded`() async throws {
        let blob = Blob(contentType: "text/plain", data: Data("hotel".utf8))
        try await database.storeBlob(blob: blob)
        let stored = try await database.loadBlob(properties: blob.properties)
        #expect(stored?.content == Data("hotel".utf8))
        await #expect {
            try await database.loadBlob(properties: ["@type": "blob", "length": 1])
        } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    // MARK: Collections, indexes and queries

    @Test func `collections and indexes are added and removed`() async throws {
        let hotels = try await database.addCollection(name: "hotels", scope: "travel")
        #expect(try await database.loadCollection(name: "hotels", scope: "travel") == hotels)
        #expect(try await database.loadCollection(name: "none") == nil)
        #expect(try await database.loadCollections(scope: "travel") == [hotels])
        try await hotels.addIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
        #expect(try await hotels.loadIndexes() == ["byName"])
        try await hotels.removeIndex(forName: "byName")
        #expect(try await hotels.loadIndexes() == [])
        let plan = try hotels.indexPlan(for: [
            IndexDefinition("byCity", ValueIndexConfiguration(["city"]))
        ])
        try await plan.apply()
        #expect(try await hotels.loadIndexes() == ["byCity"])
        try await database.removeCollection(name: "hotels", scope: "travel")
        #expect(try await database.loadCollections(scope: "travel") == [])
    }

    @Test func `a query returns its rows with the parameters of the call`() async throws {
        let query = try await database.prepareQuery("SELECT name FROM _ WHERE name = $name")
        query.parameters = ["name": "A"]
        async let rows = query.rows().compactMap { $0.string(forKey: "name") }
        #expect(try await rows == ["A"])
        query.parameters = ["name": "B"]
        #expect(try await query.rows().allResults().isEmpty)
        let explanation = try await query.explanation()
        #expect(try explanation == Self.explanation(of: query))
        query.parameters = nil
        await #expect { try await query.rows() } throws: {
            QuireError.Code.invalidQueryParameter ~= $0
        }
        await #expect { try await database.prepareQuery("SELECT FROM") } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }

    private static func explanation(of query: Query) throws -> String { try query.explain() }

    // MARK: Cancellation and closed databases

    typealias Call = @Sendable (Database, DocumentCollection) async throws -> Void

    static let calls: [String: Call] = [
        "shutDown": { database, _ in try await database.shutDown() },
        "remove": { database, _ in try await database.remove() },
        "maintain": { database, _ in try await database.maintain(type: .compact) },
        "addCollection": { database, _ in try await database.addCollection(name: "c") },
        "removeCollection": { database, _ in try await database.removeCollection(name: "d") },
        "loadCollection": { database, _ in _ = try await database.loadCollection(name: "d") },
        "loadCollections": { database, _ in _ = try await database.loadCollections() },
        "storeBlob": { database, _ in
            try await database.storeBlob(blob: Blob(contentType: "", data: Data([1])))
        },
        "loadBlob": { database, _ in
            let digest = "sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA="
            let blob = ["@type": "blob", "digest": digest]
            _ = try await database.loadBlob(properties: blob)
        },
        "prepareQuery": { database, _ in
            _ = try await database.prepareQuery("SELECT name FROM _")
        },
        "load": { _, collection in _ = try await collection.load(id: "a") },
        "store": { _, collection in
            try await collection.store(document: MutableDocument(id: "z"))
        },
        "store with a concurrency control": { _, collection in
            try await collection.store(
                document: MutableDocument(id: "z"), concurrencyControl: .failOnConflict)
        },
        "store with a closure": { _, collection in
            try await collection.store(document: MutableDocument(id: "z")) { _, _ in true }
        },
        "erase by ID": { _, collection in try await collection.erase(id: "a") },
        "storeExpiration": { _, collection in
            try await collection.storeExpiration(id: "a", expiration: Date())
        },
        "loadExpiration": { _, collection in _ = try await collection.loadExpiration(id: "a") },
        "addIndex": { _, collection in
            try await collection.addIndex(withName: "i", config: ValueIndexConfiguration(["n"]))
        },
        "removeIndex": { _, collection in try await collection.removeIndex(forName: "i") },
        "loadIndexes": { _, collection in _ = try await collection.loadIndexes() },
    ]

    @Test(arguments: calls.keys.sorted())
    func `a call of a canceled task does nothing`(name: String) async throws {
        let (database, collection) = (database, collection)
        let call = try #require(Self.calls[name])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await call(database, collection)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await Self.ids(database) == ["a"])
        #expect(try await database.loadCollections().count == 1)
        #expect(try await collection.loadIndexes() == [])
        #expect(try await collection.loadExpiration(id: "a") == nil)
    }

    @Test(arguments: calls.keys.sorted().filter { $0 != "shutDown" })
    func `a call of a closed database throws an error`(name: String) async throws {
        try await database.shutDown()
        let call = try #require(Self.calls[name])
        await #expect { try await call(database, collection) } throws: {
            QuireError.Code.notOpen ~= $0
        }
    }

    @Test func `a canceled task does not open a database`() async throws {
        let config = folder.configuration
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Database.open(name: "new", config: config)
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(!Database.exists(withName: "new", inDirectory: folder.path))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a query whose task is canceled while it runs ends early`() async throws {
        let document = MutableDocument(id: "b", data: ["n": (0..<2000).map { $0 }])
        try await collection.store(document: document)
        let query = try await database.prepareQuery(
            QuerySource(verbatim: "SELECT 1 FROM _ WHERE \(CanceledReadingTests.condition)"))
        let task = Task { try await query.rows().allResults().count }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
