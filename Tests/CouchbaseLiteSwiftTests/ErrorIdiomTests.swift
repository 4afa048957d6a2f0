import CouchbaseLiteSwift
import Testing

/// The error-handling idioms of programs that use Couchbase Lite.
@Suite struct ErrorIdiomTests {
    struct OwnError: Error {}

    let test: TestDatabase
    let collection: Collection

    init() throws {
        test = try TestDatabase()
        collection = test.collection
    }

    @Test func `a pattern with a condition on the code matches`() throws {
        do {
            try collection.purge(id: "none")
            Issue.record("no error")
        } catch let error as NSError where error.code == CBLError.conflict {
            Issue.record("\(error)")
        } catch let error as NSError where error.code == CBLError.notFound {
            #expect(error.domain == CBLError.domain && error.localizedDescription.contains("none"))
        }
    }

    @Test func `a pattern as the only clause matches`() {
        do {
            _ = try test.database.createQuery("SELECT")
        } catch let error as NSError {
            #expect(error.code == CBLError.invalidQuery)
        }
    }

    @Test func `a cast in a catch clause without a pattern succeeds`() {
        do {
            try collection.save(document: MutableDocument(id: ""))
        } catch {
            #expect((error as NSError).code == CBLError.badDocID)
        }
    }

    @Test
    func `an error in a transaction is unexpected and rolls back the changes`() throws {
        do {
            try test.database.inBatch {
                try collection.save(document: MutableDocument(id: "a"))
                throw OwnError()
            }
        } catch let error as NSError {
            #expect(error.code == CBLError.unexpectedError)
            #expect(error.userInfo[NSUnderlyingErrorKey] is OwnError)
        }
        #expect(collection.count == 0)
        let code = thrownCode { try test.database.inBatch { try collection.purge(id: "none") } }
        #expect(code == CBLError.unexpectedError)
    }

    @Test func `calls of documents throw NSError objects`() throws {
        let web = try #require(URL(string: "https://example.com"))
        let calls: [(Int, () throws -> Void)] = [
            (CBLError.invalidJSON, { _ = try MutableDocument(json: "[]") }),
            (CBLError.invalidJSON, { _ = try MutableDocument(id: "a", json: "") }),
            (CBLError.invalidJSON, { try MutableDocument().setJSON("{") }),
            (CBLError.invalidJSON, { _ = try MutableDictionaryObject(json: "[]") }),
            (CBLError.invalidJSON, { try MutableDictionaryObject().setJSON("1") }),
            (CBLError.invalidJSON, { _ = try MutableArrayObject(json: "{}") }),
            (CBLError.invalidJSON, { try MutableArrayObject().setJSON("") }),
            (CBLError.invalidParameter, { _ = try Blob(contentType: "a/b", fileURL: web) }),
            (
                CBLError.invalidParameter,
                { _ = try test.database.getBlob(properties: ["@type": "b"]) }
            ),
        ]
        for (code, call) in calls { #expect(thrownCode(call) == code) }
    }

    @Test func `a closed database throws notOpen from every call`() throws {
        let database = test.database
        let scope = try database.defaultScope()
        let query = try database.createQuery("SELECT * FROM _")
        let document = MutableDocument(id: "a")
        try collection.save(document: document)
        try database.close()
        try database.close()
        let calls: [() throws -> Void] = [
            { _ = try database.scopes() }, { _ = try database.defaultScope() },
            { _ = try database.scope(name: "a") }, { _ = try database.collections() },
            { _ = try database.defaultCollection() }, { try database.inBatch {} },
            { try database.createCollection(name: "a") }, { _ = try query.execute() },
            { _ = try database.createQuery("SELECT * FROM _") }, { _ = try query.explain() },
            { _ = try scope.collections() }, { _ = try scope.collection(name: "a") },
            { _ = try collection.document(id: "a") }, { try collection.save(document: document) },
            { try collection.delete(document: document) }, { try collection.purge(id: "a") },
            { try collection.setDocumentExpiration(id: "a", expiration: nil) },
            { _ = try collection.getDocumentExpiration(id: "a") },
            { _ = try collection.indexes() }, { try collection.deleteIndex(forName: "a") },
        ]
        for (number, call) in calls.enumerated() {
            #expect(thrownCode(call) == CBLError.notOpen, "call \(number)")
        }
        #expect(database.path == nil && collection.count == 0)
    }

    @Test func `a live query with an invalid expression delivers an NSError`() async throws {
        let query = QueryBuilder.select(SelectResult.property("a..b")).from(test.source)
        let (changes, continuation) = AsyncStream.makeStream(of: Int?.self)
        let token = query.addChangeListener(withQueue: DispatchQueue(label: "test")) {
            continuation.yield(($0.error as NSError?)?.code)
        }
        for await code in changes.prefix(1) { #expect(code == CBLError.invalidQuery) }
        token.remove()
    }
}
