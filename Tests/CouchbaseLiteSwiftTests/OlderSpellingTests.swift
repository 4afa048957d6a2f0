import CouchbaseLiteSwift
import Dispatch
import Testing

/// The spellings of Couchbase Lite 2, which use the default collection.
@Suite struct OlderSpellingTests {
    let folder: TestDatabase
    let database: Database

    init() throws {
        folder = try TestDatabase()
        database = folder.database
    }

    @Test func `documents are saved, read, deleted and purged`() throws {
        let document = MutableDocument(withID: "a", data: ["n": 1])
        try database.saveDocument(document)
        #expect(database.document(withID: "a") == document && database.count == 1)
        #expect(database["a"].exists && database["a"]["n"].int == 1)
        #expect(database["a"].document == document && !database["b"]["n"].exists)
        try database.deleteDocument(document)
        #expect(database.document(withID: "a") == nil)
        try database.purgeDocument(document)
        #expect(thrownCode { try database.purgeDocument(withID: "a") } == CBLError.notFound)
        try database.saveDocument(MutableDocument(withData: ["n": 2]))
        #expect(database.count == 1)
    }

    @Test func `conflicts are resolved as in collections`() throws {
        let first = MutableDocument(withID: "a", data: ["n": 1])
        try database.saveDocument(first)
        let second = MutableDocument(withID: "a", data: ["n": 2])
        #expect(try !database.saveDocument(second, concurrencyControl: .failOnConflict))
        #expect(try database.saveDocument(second) { _, stored in stored?.int(forKey: "n") == 1 })
        #expect(try !database.deleteDocument(first, concurrencyControl: .failOnConflict))
        #expect(try database.deleteDocument(first, concurrencyControl: .lastWriteWins))
    }

    @Test func `expiration dates are set, read and removed`() throws {
        let date = Date(timeIntervalSince1970: 4_102_444_800)
        try database.saveDocument(MutableDocument(withID: "a"))
        try database.setDocumentExpiration(withID: "a", expiration: date)
        #expect(database.getDocumentExpiration(withID: "a") == date)
        try database.setDocumentExpiration(withID: "a", expiration: nil)
        #expect(database.getDocumentExpiration(withID: "a") == nil)
        #expect(database.getDocumentExpiration(withID: "b") == nil)
        #expect(
            thrownCode { try database.setDocumentExpiration(withID: "b", expiration: date) }
                == CBLError.notFound)
    }

    @Test func `a listener whose token is discarded is called`() async throws {
        let queue = DispatchQueue(label: "test")
        let (events, continuation) = AsyncStream.makeStream(of: [String].self)
        database.addDocumentChangeListener(withID: "user.john", queue: queue) { change in
            let document = change.database.document(withID: change.documentID)
            continuation.yield([change.documentID, document?.string(forKey: "name") ?? "none"])
        }
        database.addChangeListener(withQueue: queue) { continuation.yield($0.documentIDs) }
        try database.inBatch {
            try database.saveDocument(MutableDocument(id: "user.john", data: ["name": "John"]))
            try database.saveDocument(MutableDocument(id: "user.jane"))
        }
        var found: Set<[String]> = []
        for await event in events.prefix(2) { found.insert(event) }
        #expect(found == [["user.john", "John"], ["user.john", "user.jane"]])
    }

    @Test func `a closed database has no documents`() throws {
        try database.saveDocument(MutableDocument(withID: "a"))
        try database.close()
        #expect(database.document(withID: "a") == nil && !database["a"].exists)
        #expect(database.getDocumentExpiration(withID: "a") == nil && database.count == 0)
        #expect(thrownCode { try database.saveDocument(MutableDocument()) } == CBLError.notOpen)
        database.addChangeListener { _ in }.remove()
        database.addDocumentChangeListener(withID: "a") { _ in }.remove()
    }
}
