import CouchbaseLiteSwift
import Testing

/// The errors of all calls that throw, whose names are those in the list of the public API.
///
/// On Linux, `catch let error as NSError` ends the program with an error of another type.
@Suite struct ThrownErrorTests {
    private final class Profile: Codable {
        @DocumentID var id: String?
        var name = "A"
    }

    private typealias Call = () throws -> Void

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the names of the throwing calls in the API's list.
    private static func listedNames() throws -> Set<String> {
        let file = root.appending(path: "Scripts/support/api/CouchbaseLiteSwift.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let throwing = lines.filter { $0.contains(") throws") }
        let names = throwing.compactMap { $0.components(separatedBy: ": ").first }
        // The requirements of protocols have the tests of the types that conform to them.
        return Set(names.filter { !$0.hasPrefix("Indexable.") && !$0.hasPrefix("QueryFactory.") })
    }

    /// The calls that do not need an open database.
    private static func ofValues(_ test: TestDatabase) throws -> [String: Call] {
        let web = try #require(URL(string: "https://example.com"))
        let query = try test.database.createQuery("SELECT 'x' AS name FROM _")
        try test.collection.save(document: MutableDocument(id: "a"))
        let row = try #require(query.execute().allResults().first)
        let inBatch = Flag<any Error>()
        return [
            "Blob.init(contentType:fileURL:)": { _ = try Blob(contentType: "a/b", fileURL: web) },
            "MutableDocument.init(json:)": { _ = try MutableDocument(json: "[]") },
            "MutableDocument.init(id:json:)": { _ = try MutableDocument(id: "a", json: "") },
            "MutableDocument.setJSON(_:)": { try MutableDocument().setJSON("{") },
            "MutableDictionaryObject.init(json:)": { _ = try MutableDictionaryObject(json: "[]") },
            "MutableDictionaryObject.setJSON(_:)": { try MutableDictionaryObject().setJSON("1") },
            "MutableArrayObject.init(json:)": { _ = try MutableArrayObject(json: "{}") },
            "MutableArrayObject.setJSON(_:)": { try MutableArrayObject().setJSON("") },
            "Database.init(name:config:)": { _ = try Database(name: "a/b") },
            "Database.copy(fromPath:toDatabase:withConfig:)": {
                try Database.copy(fromPath: "/none", toDatabase: "b", withConfig: nil)
            },
            "Database.delete(withName:inDirectory:)": {
                try Database.delete(withName: "test", inDirectory: test.directory)
            },
            "Database.getBlob(properties:)": {
                _ = try test.database.getBlob(properties: ["@type": "b"])
            },
            "Database.close()": {
                try? test.database.inBatch {
                    do { try test.database.close() } catch { inBatch.value = error }
                }
                if let error = inBatch.value { throw error }
            },
            "Result.data(as:dataKey:)": { _ = try row.data(as: [Int].self) },
            "ResultSet.data(as:dataKey:)": { _ = try query.execute().data(as: [Int].self) },
        ]
    }

    private final class Flag<Value> {
        var value: Value?
    }

    /// The calls of the objects of a closed database.
    private static func ofClosed(_ test: TestDatabase) throws -> [String: Call] {
        let (database, collection) = (test.database, test.collection)
        let scope = try database.defaultScope()
        let query = try database.createQuery("SELECT * FROM _")
        let (document, profile) = (MutableDocument(id: "d"), Profile())
        try collection.save(document: document)
        try collection.save(from: profile)
        try database.close()
        let index: any Index = IndexBuilder.valueIndex(items: ValueIndexItem.property("a"))
        let configuration = ValueIndexConfiguration(["a"])
        let blob = Blob(contentType: "a/b", data: Data([1]))
        return [
            "Collection.createIndex(_:name:)": { try collection.createIndex(index, name: "a") },
            "Collection.createIndex(withName:config:)": {
                try collection.createIndex(withName: "a", config: configuration)
            },
            "Collection.delete(document:)": { try collection.delete(document: document) },
            "Collection.delete(document:concurrencyControl:)": {
                _ = try collection.delete(
                    document: document, concurrencyControl: .failOnConflict)
            },
            "Collection.delete(for:)": { try collection.delete(for: profile) },
            "Collection.delete(for:concurrencyControl:)": {
                _ = try collection.delete(for: profile, concurrencyControl: .failOnConflict)
            },
            "Collection.deleteIndex(forName:)": { try collection.deleteIndex(forName: "a") },
            "Collection.document(id:)": { _ = try collection.document(id: "d") },
            "Collection.document(id:as:)": {
                _ = try collection.document(id: "d", as: Profile.self)
            },
            "Collection.getDocumentExpiration(id:)": {
                _ = try collection.getDocumentExpiration(id: "d")
            },
            "Collection.index(withName:)": { _ = try collection.index(withName: "a") },
            "Collection.indexes()": { _ = try collection.indexes() },
            "Collection.purge(document:)": { try collection.purge(document: document) },
            "Collection.purge(for:)": { try collection.purge(for: profile) },
            "Collection.purge(id:)": { try collection.purge(id: "d") },
            "Collection.save(document:)": { try collection.save(document: document) },
            "Collection.save(document:concurrencyControl:)": {
                _ = try collection.save(document: document, concurrencyControl: .lastWriteWins)
            },
            "Collection.save(document:conflictHandler:)": {
                _ = try collection.save(document: document) { _, _ in true }
            },
            "Collection.save(from:)": { try collection.save(from: profile) },
            "Collection.save(from:concurrencyControl:)": {
                _ = try collection.save(from: profile, concurrencyControl: .lastWriteWins)
            },
            "Collection.save(from:conflictHandler:)": {
                _ = try collection.save(from: profile) { _, _ in true }
            },
            "Collection.setDocumentExpiration(id:expiration:)": {
                try collection.setDocumentExpiration(id: "d", expiration: nil)
            },
            "Database.collection(name:scope:)": { _ = try database.collection(name: "a") },
            "Database.collections(scope:)": { _ = try database.collections() },
            "Database.createCollection(name:scope:)": {
                _ = try database.createCollection(name: "a")
            },
            "Database.createQuery(_:)": { _ = try database.createQuery("SELECT * FROM _") },
            "Database.defaultCollection()": { _ = try database.defaultCollection() },
            "Database.defaultScope()": { _ = try database.defaultScope() },
            "Database.delete()": { try database.delete() },
            "Database.deleteCollection(name:scope:)": {
                try database.deleteCollection(name: "a")
            },
            "Database.inBatch(using:)": { try database.inBatch {} },
            "Database.performMaintenance(type:)": {
                try database.performMaintenance(type: .compact)
            },
            "Database.saveBlob(blob:)": { try database.saveBlob(blob: blob) },
            "Database.scope(name:)": { _ = try database.scope(name: "a") },
            "Database.scopes()": { _ = try database.scopes() },
            "Query.execute()": { _ = try query.execute() },
            "Query.explain()": { _ = try query.explain() },
            "Scope.collection(name:)": { _ = try scope.collection(name: "a") },
            "Scope.collections()": { _ = try scope.collections() },
        ]
    }

    private static func ofOlderSpelling(_ test: TestDatabase) throws -> [String: Call] {
        let (database, document) = (test.database, MutableDocument(id: "d"))
        try database.close()
        return [
            "Database.deleteDocument(_:)": { try database.deleteDocument(document) },
            "Database.deleteDocument(_:concurrencyControl:)": {
                _ = try database.deleteDocument(document, concurrencyControl: .failOnConflict)
            },
            "Database.purgeDocument(_:)": { try database.purgeDocument(document) },
            "Database.purgeDocument(withID:)": { try database.purgeDocument(withID: "d") },
            "Database.saveDocument(_:)": { try database.saveDocument(document) },
            "Database.saveDocument(_:concurrencyControl:)": {
                _ = try database.saveDocument(document, concurrencyControl: .lastWriteWins)
            },
            "Database.saveDocument(_:conflictHandler:)": {
                _ = try database.saveDocument(document) { _, _ in true }
            },
            "Database.setDocumentExpiration(withID:expiration:)": {
                try database.setDocumentExpiration(withID: "d", expiration: nil)
            },
        ]
    }

    @Test func `each call that throws throws an NSError`() throws {
        let tests = try (0..<3).map { _ in try TestDatabase() }
        let calls = try Self.ofValues(tests[0])
            .merging(Self.ofClosed(tests[1])) { first, _ in first }
            .merging(Self.ofOlderSpelling(tests[2])) { first, _ in first }
        let expected = try Self.listedNames()
        #expect(Set(calls.keys).symmetricDifference(expected) == [])
        #expect(Self.wrong(calls) == [])
    }

    /// Returns the names of the calls that throw nothing, or an error of another type.
    private static func wrong(_ calls: [String: Call]) -> [String] {
        calls.compactMap { name, call in
            do {
                try call()
                return "\(name): no error"
            } catch {
                return type(of: error) is NSError.Type ? nil : "\(name): \(type(of: error))"
            }
        }.sorted()
    }

    #if Replication
        /// Returns the names of the throwing calls that are declared with the trait.
        private static func replicationNames() throws -> Set<String> {
            let folder = root.appending(path: "Sources/CouchbaseLiteSwift/Replication")
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
            let declarations = text.components(separatedBy: "public func ").dropFirst()
            let throwing = declarations.filter { $0.prefix { $0 != "{" }.contains(") throws") }
            return Set(throwing.map { String($0.prefix { $0 != "(" }) })
        }

        @Test func `each call of replication that throws throws an NSError`() throws {
            let test = try TestDatabase()
            let collection = test.collection
            let url = try #require(URL(string: "ws://127.0.0.1:1/travel"))
            let replicator = Replicator(
                config: ReplicatorConfiguration(
                    collections: [CollectionConfiguration(collection: collection)],
                    target: URLEndpoint(url: url)))
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(collections: []))
            try test.database.close()
            let calls: [String: Call] = [
                "pendingDocumentIds": {
                    _ = try replicator.pendingDocumentIds(collection: collection)
                },
                "isDocumentPending": {
                    _ = try replicator.isDocumentPending("a", collection: collection)
                },
                "start": { try listener.start() },
            ]
            #expect(try Set(calls.keys) == Self.replicationNames())
            #expect(Self.wrong(calls) == [])
        }

        @Test func `closing the database stops its listener`() throws {
            let test = try TestDatabase()
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(collections: [test.collection]))
            try listener.start()
            let wasRunning = listener.port != nil && listener.urls?.isEmpty == false
            try test.database.close()
            #expect(wasRunning && listener.port == nil && listener.urls == nil)
            #expect(thrownCode { try listener.start() } == CBLError.notOpen)
        }
    #endif
}
