import Testing

/// Every public call that reads or writes has an asynchronous form.
@Suite struct AsynchronousFormTests {
    static let functions = Result {
        try PublicFunctions.all(
            in: ["Quire", "QuireModels", "QuireQuery", "QuireStore", "QuireStoreQuery"],
            of: engineTypes.union(types))
    }

    // MARK: One name for both forms

    /// The types whose synchronous and asynchronous calls have the same names.
    static let types = [
        "Repository", "Selection", "Projection", "GroupedSelection", "Reference", "IndexPlan",
        "UndoHistory",
    ]

    /// Synchronous calls without an asynchronous form of the same name, with the reason.
    static let exceptions = [
        "forEach(pageSize:_:)": "its asynchronous form is `stream(pageSize:)`",
        "init(id:)": "it reads nothing", "init(to:)": "it reads nothing",
        "init(from:)": "it decodes", "encode(to:)": "it encodes",
    ]

    @Test(arguments: types)
    func `each synchronous call of a type has an asynchronous form`(type: String) throws {
        let own = try Self.functions.get().filter { $0.type == type && $0.isThrowing }
        let unpaired = Dictionary(grouping: own, by: \.name).filter { name, forms in
            Self.exceptions[name] == nil
                && forms.count { $0.isAsync } != forms.count { !$0.isAsync }
        }
        #expect(unpaired.keys.sorted() == [], "add an asynchronous form")
    }

    @Test(arguments: ["Repository", "Selection", "Projection", "Reference", "IndexPlan"])
    func `the calls of a type are found`(type: String) throws {
        let own = try Self.functions.get().filter { $0.type == type }
        #expect(own.contains { $0.isAsync && $0.isThrowing })
        #expect(own.contains { !$0.isAsync && $0.isThrowing })
    }

    // MARK: Different names

    /// The calls for which Couchbase Lite has names, and the names of their asynchronous forms.
    static let names = [
        "Database.init(name:config:)": "Database.open(name:config:)",
        "Database.init(inMemoryNamed:)": "Database.open(inMemoryNamed:)",
        "Database.close()": "Database.shutDown()",
        "Database.delete()": "Database.remove()",
        "Database.delete(withName:inDirectory:)": "Database.remove(withName:inDirectory:)",
        "Database.copy(fromPath:toDatabase:withConfig:)":
            "Database.duplicate(fromPath:toDatabase:withConfig:)",
        "Database.copy(fromPath:toDatabase:withConfig:sourceKey:)":
            "Database.duplicate(fromPath:toDatabase:withConfig:sourceKey:)",
        "Database.changeEncryptionKey(_:rewritingFiles:)":
            "Database.replaceEncryptionKey(_:rewritingFiles:)",
        "Database.performMaintenance(type:)": "Database.maintain(type:)",
        "Database.createCollection(name:scope:)": "Database.addCollection(name:scope:)",
        "Database.deleteCollection(name:scope:)": "Database.removeCollection(name:scope:)",
        "Database.collection(name:scope:)": "Database.loadCollection(name:scope:)",
        "Database.collections(scope:)": "Database.loadCollections(scope:)",
        "Database.saveBlob(blob:)": "Database.storeBlob(blob:)",
        "Database.getBlob(properties:)": "Database.loadBlob(properties:)",
        "Database.createQuery(_:)": "Database.prepareQuery(_:)",
        "Query.execute()": "Query.rows()",
        "Query.explain()": "Query.explanation()",
        "DocumentCollection.document(id:)": "DocumentCollection.load(id:)",
        "DocumentCollection.save(document:)": "DocumentCollection.store(document:)",
        "DocumentCollection.save(document:concurrencyControl:)":
            "DocumentCollection.store(document:concurrencyControl:)",
        "DocumentCollection.save(document:conflictHandler:)":
            "DocumentCollection.store(document:conflictHandler:)",
        "DocumentCollection.delete(document:)": "DocumentCollection.remove(document:)",
        "DocumentCollection.delete(document:concurrencyControl:)":
            "DocumentCollection.remove(document:concurrencyControl:)",
        "DocumentCollection.purge(document:)": "DocumentCollection.erase(document:)",
        "DocumentCollection.purge(id:)": "DocumentCollection.erase(id:)",
        "DocumentCollection.setDocumentExpiration(id:expiration:)":
            "DocumentCollection.storeExpiration(id:expiration:)",
        "DocumentCollection.getDocumentExpiration(id:)": "DocumentCollection.loadExpiration(id:)",
        "DocumentCollection.createIndex(withName:config:)":
            "DocumentCollection.addIndex(withName:config:)",
        "DocumentCollection.deleteIndex(forName:)": "DocumentCollection.removeIndex(forName:)",
        "DocumentCollection.indexes()": "DocumentCollection.loadIndexes()",
        "DocumentCollection.nearestIndexStatus(named:)":
            "DocumentCollection.loadNearestIndexStatus(named:)",
    ]

    /// Calls of the engine without an asynchronous form of another name, with the reason.
    static let synchronous = [
        "Database.inBatch(using:)": "a transaction has one name for both forms in all engines",
        "Database.snapshot(_:)": "a snapshot has one name for both forms in all engines",
        "Database.inTransaction(_:)": "engines call it within other calls",
        "Database.rows(of:)": "its asynchronous form is `query(_:)`",
        "Database.suspend(waitingUpTo:)": "it ends before the system suspends the process",
        "Database.resume()": "it ends before the program uses the database",
        "Database.afterTransaction(_:)": "it is called within a transaction",
        "Database.defaultStore()": "it reads nothing",
        "Database.store(named:scope:)": "repositories need it, `loadCollection(name:scope:)`",
        "Database.createStore(named:scope:)": "repositories need it, `addCollection(name:scope:)`",
        "Database.stores()": "copies need it, `loadCollections(scope:)`",
        "Database.defaultCollection()": "it reads nothing",
        "Database.defaultScope()": "it reads nothing",
        "Database.scopes()": "`loadCollections(scope:)` reads what a scope contains",
        "Database.scope(name:)": "`loadCollections(scope:)` reads what a scope contains",
        "DocumentCollection.index(withName:)": "`loadIndexes()` reads all names",
        "DocumentCollection.indexPlan(for:keepingOthers:)":
            "its plan has an asynchronous `apply()`",
        "DocumentCollection.body(id:)": "`load(id:)` reads the document",
        "DocumentCollection.saveBody(id:write:)": "its closure writes directly to the statement",
    ]

    static let engineTypes: Set = ["Database", "DocumentCollection", "Query"]

    @Test func `no call with a name of Couchbase Lite has an asynchronous overload`() throws {
        let own = try Self.functions.get().filter { Self.engineTypes.contains($0.type) }
        let overloaded = Set(own.filter { !$0.isAsync }.map(\.fullName))
            .intersection(own.filter(\.isAsync).map(\.fullName))
        #expect(overloaded == ["Database.inBatch(using:)"])
    }

    @Test func `each call with a name of Couchbase Lite has an asynchronous form`() throws {
        let own = try Self.functions.get().filter {
            Self.engineTypes.contains($0.type) && $0.isThrowing
        }
        let synchronous = Set(own.filter { !$0.isAsync }.map(\.fullName))
        let asynchronous = Set(own.filter(\.isAsync).map(\.fullName))
        #expect(synchronous.subtracting(Self.names.keys).subtracting(Self.synchronous.keys) == [])
        #expect(Set(Self.names.keys).union(Self.synchronous.keys).subtracting(synchronous) == [])
        #expect(asynchronous.symmetricDifference(Self.names.values) == ["Database.inBatch(using:)"])
    }

    // MARK: The scan

    @Test func `public functions and their effects are found`() {
        let functions = PublicFunctions.functions(
            of: ["Hotels", "Rooms"],
            in: """
                extension Hotels: Sendable {
                    public func open(
                        _ name: String = ") async", by change: () async throws -> Void
                    ) throws -> Int {
                    }
                    public static func open<each Key>(id: repeat each Key) async throws
                    public convenience init(name: String) throws {}
                    func close() throws {}
                    @available(
                        *, unavailable,
                        message: "no"
                    )
                    public func find(_ text: String) throws -> Int {}
                    public func count() -> Int { 1 }
                }
                extension Guests {
                    public func count() throws -> Int { 1 }
                }
                public struct Rooms {
                    public mutating func count() async -> Int { 1 }
                }
                """)
        #expect(
            functions == [
                PublicFunction(
                    type: "Hotels", name: "open(_:by:)", isAsync: false, isThrowing: true),
                PublicFunction(type: "Hotels", name: "open(id:)", isAsync: true, isThrowing: true),
                PublicFunction(
                    type: "Hotels", name: "init(name:)", isAsync: false, isThrowing: true),
                PublicFunction(type: "Hotels", name: "count()", isAsync: false, isThrowing: false),
                PublicFunction(type: "Rooms", name: "count()", isAsync: true, isThrowing: false),
            ])
    }
}

extension PublicFunction {
    fileprivate var fullName: String { "\(type).\(name)" }
}
