import CouchbaseLiteSwift
import Testing

/// Every name and label of Couchbase Lite 4 for databases, collections, listeners and models.
///
/// The calls are synchronous, even in asynchronous functions.
@Suite struct DatabaseSpellingTests {
    final class Profile: DocumentCodable {
        @DocumentID var id: String?
        var name = "A"

        init() {}
    }

    let test: TestDatabase
    let database: Database

    init() throws {
        test = try TestDatabase()
        database = test.database
    }

    @Test func `databases`() async throws {
        #expect(Database.defaultScopeName == "_default")
        #expect(Database.defaultCollectionName == "_default")
        #expect(!DatabaseConfiguration.defaultFullSync)
        var config = DatabaseConfiguration(config: database.config)
        config.fullSync = true
        config.directory = test.directory
        #expect(!Database.exists(withName: "other", inDirectory: config.directory))
        let other = try Database(name: "other", config: config)
        let path = try #require(other.path)
        #expect(other.name == "other" && other.config.fullSync)
        try other.inBatch { try other.defaultCollection().save(document: MutableDocument()) }
        let types: [MaintenanceType] = [
            .compact, .reindex, .integrityCheck, .optimize, .fullOptimize,
        ]
        for type in types { try other.performMaintenance(type: type) }
        try other.close()
        try Database.copy(fromPath: path, toDatabase: "copy", withConfig: config)
        try Database(name: "copy", config: config).delete()
        try Database.delete(withName: "other", inDirectory: config.directory)
        let factory: any QueryFactory = database
        #expect(try factory.createQuery("SELECT * FROM _").execute().allResults().isEmpty)
    }

    @Test func `scopes and collections`() async throws {
        #expect(Scope.defaultScopeName == "_default")
        #expect(Collection.defaultCollectionName == "_default")
        let collection = try database.createCollection(name: "c", scope: "s")
        _ = try database.createCollection(name: "d")
        #expect(try database.collection(name: "c", scope: "s") == collection)
        #expect(try database.collection(name: "none") == nil)
        #expect(try database.collections(scope: "s") == [collection])
        #expect(try database.collections().count == 2 && database.scopes().count == 2)
        let scope = try #require(try database.scope(name: "s"))
        #expect(try scope.collections() == [collection] && scope.collection(name: "c") != nil)
        #expect(scope.name == "s" && scope.database === database)
        #expect(try database.defaultScope().name == Scope.defaultScopeName)
        #expect(collection.name == "c" && collection.fullName == "s.c" && collection.count == 0)
        #expect(collection.scope.name == "s" && collection.database === database)
        #expect(Set([collection, collection]).count == 1)
        try database.deleteCollection(name: "c", scope: "s")
        try database.deleteCollection(name: "d")
    }

    @Test func `documents of collections`() async throws {
        let collection = test.collection
        let document = MutableDocument(id: "a")
        try collection.save(document: document)
        let controls: [ConcurrencyControl] = [.lastWriteWins, .failOnConflict]
        for control in controls {
            #expect(try collection.save(document: document, concurrencyControl: control))
        }
        #expect(try collection.save(document: document, conflictHandler: { _, _ in true }))
        #expect(collection["a"].exists && collection["a"].document?.id == "a")
        #expect(!collection["a"]["key"].exists)
        try collection.setDocumentExpiration(id: "a", expiration: Date.distantFuture)
        #expect(try collection.getDocumentExpiration(id: "a") != nil)
        try collection.setDocumentExpiration(id: "a", expiration: nil)
        let read = try #require(try collection.document(id: "a"))
        #expect(try collection.delete(document: read, concurrencyControl: .failOnConflict))
        try collection.delete(document: read)
        try collection.purge(document: read)
        try collection.save(document: MutableDocument(id: "b"))
        try collection.purge(id: "b")
    }

    @Test func `listeners`() throws {
        let collection = test.collection
        let observable: any CollectionChangeObservable = collection
        let queue = DispatchQueue(label: "test")
        var tokens: [ListenerToken] = []
        tokens.append(
            observable.addChangeListener { (change: CollectionChange) in
                _ = (change.collection, change.documentIDs)
            })
        tokens.append(observable.addChangeListener(queue: queue) { _ in })
        tokens.append(
            collection.addDocumentChangeListener(id: "a") { (change: DocumentChange) in
                _ = (change.documentID, change.collection)
            })
        tokens.append(collection.addDocumentChangeListener(id: "a", queue: queue) { _ in })
        let query: Query = try database.createQuery("SELECT * FROM _")
        tokens.append(
            query.addChangeListener { (change: QueryChange) in
                _ = (change.query, change.results, change.error)
            })
        tokens.append(query.addChangeListener(withQueue: queue) { _ in })
        for token in tokens { token.remove() }
        collection.addChangeListener { _ in }.remove()
        #if canImport(Combine)
            _ = collection.changePublisher()
            _ = collection.changePublisher(on: queue)
            _ = collection.documentChangePublisher(for: "a")
            _ = collection.documentChangePublisher(for: "a", on: queue)
            _ = query.changePublisher(on: queue)
        #endif
    }

    @Test func `indexes`() async throws {
        let collection: any Indexable = test.collection
        try collection.createIndex(
            withName: "value", config: ValueIndexConfiguration(["a"], where: "a > 1"))
        try collection.createIndex(
            withName: "text",
            config: FullTextIndexConfiguration(
                ["a"], where: nil, ignoreAccents: true, language: "en"))
        try collection.createIndex(
            withName: "array", config: ArrayIndexConfiguration(path: "a", expressions: ["b"]))
        let value: any Index = IndexBuilder.valueIndex(
            items: ValueIndexItem.property("a"), ValueIndexItem.expression(Meta.id))
        try collection.createIndex(value, name: "built")
        try collection.createIndex(
            IndexBuilder.valueIndex(items: [ValueIndexItem.property("a")]), name: "built2")
        let text = IndexBuilder.fullTextIndex(items: FullTextIndexItem.property("a"))
            .language("en").ignoreAccents(true)
        try collection.createIndex(text, name: "builtText")
        try collection.createIndex(
            IndexBuilder.fullTextIndex(items: [FullTextIndexItem.property("a")]), name: "text2")
        #expect(try collection.indexes().count == 7)
        let index: QueryIndex? = try collection.index(withName: "value")
        #expect(index?.name == "value" && index?.collection == test.collection)
        try collection.deleteIndex(forName: "value")
        #expect(try collection.index(withName: "value") == nil)
        #expect(!FullTextIndexConfiguration.defaultIgnoreAccents)
    }

    @Test func `models`() throws {
        let collection = test.collection
        let profile = Profile()
        try collection.save(from: profile)
        _ = try collection.save(from: profile, concurrencyControl: .failOnConflict)
        _ = try collection.save(from: profile, conflictHandler: { _, _ in true })
        #expect(try collection.document(id: profile.id ?? "", as: Profile.self)?.name == "A")
        let query = try database.createQuery("SELECT META().id AS id, * FROM _")
        #expect(try query.execute().data(as: Profile.self, dataKey: "_").count == 1)
        #expect(try query.execute().next()?.data(as: Profile.self, dataKey: "_").name == "A")
        _ = try collection.delete(for: profile, concurrencyControl: .failOnConflict)
        try collection.delete(for: profile)
        try collection.save(from: profile)
        try collection.purge(for: profile)
    }

    @Test func `codes of errors`() {
        #expect(CBLError.domain == "CouchbaseLite")
        let first = [
            CBLError.assertionFailed, CBLError.unimplemented, CBLError.unsupportedEncryption,
            CBLError.badRevisionID, CBLError.corruptRevisionData, CBLError.notOpen,
            CBLError.notFound, CBLError.conflict, CBLError.invalidParameter,
            CBLError.unexpectedError, CBLError.cantOpenFile, CBLError.ioError,
            CBLError.memoryError, CBLError.notWriteable, CBLError.corruptData, CBLError.busy,
            CBLError.notInTransaction, CBLError.transactionNotClosed, CBLError.unsupported,
            CBLError.unreadableDatabase, CBLError.wrongFormat, CBLError.crypto,
            CBLError.invalidQuery, CBLError.missingIndex, CBLError.invalidQueryParam,
            CBLError.remoteError, CBLError.databaseTooOld, CBLError.databaseTooNew,
            CBLError.badDocID, CBLError.cantUpgradeDatabase,
        ]
        #expect(first == Array(1...30))
        let network = [
            CBLError.networkBase, CBLError.dnsFailure, CBLError.unknownHost, CBLError.timeout,
            CBLError.invalidURL, CBLError.tooManyRedirects, CBLError.tlsHandshakeFailed,
            CBLError.tlsCertExpired, CBLError.tlsCertUntrusted, CBLError.tlsClientCertRequired,
            CBLError.tlsClientCertRejected, CBLError.tlsCertUnknownRoot,
            CBLError.invalidRedirect,
        ]
        #expect(network == Array(5000...5012) && CBLError.unknownInterface == 5027)
        let http = [
            CBLError.httpAuthRequired, CBLError.httpForbidden, CBLError.httpNotFound,
            CBLError.httpProxyAuthRequired, CBLError.httpConflict, CBLError.httpEntityTooLarge,
            CBLError.httpImATeapot, CBLError.httpInternalServerError,
            CBLError.httpNotImplemented, CBLError.httpServiceUnavailable,
        ]
        #expect(
            http.map { $0 - CBLError.httpBase }
                == [401, 403, 404, 407, 409, 413, 418, 500, 501, 503])
        let webSocket = [
            CBLError.webSocketGoingAway, CBLError.webSocketProtocolError,
            CBLError.webSocketDataError, CBLError.webSocketAbnormalClose,
            CBLError.webSocketBadMessageFormat, CBLError.webSocketPolicyError,
            CBLError.webSocketMessageTooBig, CBLError.webSocketMissingExtension,
            CBLError.webSocketCantFulfill,
        ]
        #expect(webSocket.map { $0 - CBLError.webSocketBase } == [1, 2, 3, 6, 7, 8, 9, 10, 11])
        let values = [CBLError.invalidJSON, CBLError.decodingError, CBLError.encodingError]
        #expect(values == [17001, 18001, 18002])
    }
}
