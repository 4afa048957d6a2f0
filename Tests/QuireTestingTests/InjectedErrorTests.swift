import Quire
import QuireTesting
import Testing

/// Errors that a test injects into an in-memory database.
@Suite struct InjectedErrorTests {
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
    }

    struct Failure: Error, Equatable {}

    let database = InMemoryDatabase()
    let hotels: Repository<Hotel>

    init() throws {
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([Hotel(id: "a", name: "A"), Hotel(id: "b", name: "B")])
    }

    /// Injects an error into all operations of a kind.
    private func inject(_ kind: InMemoryOperation.Kind) {
        database.injectErrors { $0.kind == kind ? Failure() : nil }
    }

    @Test func `an operation throws the injected error and changes nothing`() throws {
        let calls: [(InMemoryOperation.Kind, () throws -> Void)] = [
            (.read, { _ = try hotels.find("a") }),
            (.query, { _ = try hotels.all() }),
            (.query, { _ = try hotels.count() }),
            (.query, { _ = try database.query("SELECT name FROM _") }),
            (.save, { try hotels.save(Hotel(id: "c", name: "C")) }),
            (.save, { try hotels.update("a") { $0.name = "X" } }),
            (.delete, { try hotels.delete(id: "a") }),
            (.purge, { try hotels.purge(id: "a") }),
            (.commit, { try hotels.save(Hotel(id: "c", name: "C")) }),
            (.commit, { try hotels.delete(id: "a") }),
        ]
        for (kind, call) in calls {
            inject(kind)
            #expect(throws: Failure.self) { try call() }
            database.injectErrors(nil)
            #expect(try hotels.sorted(by: \.name).all().map(\.name) == ["A", "B"])
        }
    }

    /// Each call of the closure once added to the stack of the following ones.
    @Test func `a closure for errors can be called for any number of operations`() throws {
        let database = InMemoryDatabase()
        let store = try database.defaultStore()
        database.injectErrors { _ in nil }
        for _ in 0..<100_000 { _ = try store.record(id: "a") }
        #expect(try store.record(id: "a") == nil)
    }

    @Test func `a batch is rolled back if one of its operations or its commit fails`() throws {
        inject(.commit)
        #expect(throws: Failure.self) {
            try database.inBatch {
                try hotels.delete(id: "a")
                #expect(try hotels.find("a") == nil)
            }
        }
        database.injectErrors { $0.documentID == "b" ? Failure() : nil }
        #expect(throws: Failure.self) {
            try database.inBatch {
                try hotels.update("a") { $0.name = "X" }
                try hotels.delete(id: "b")
            }
        }
        database.injectErrors(nil)
        #expect(try hotels.sorted(by: \.name).all().map(\.name) == ["A", "B"])
    }

    @Test func `an operation names its store and document`() throws {
        let other = try database.createStore(named: "guests", scope: nil)
        database.injectErrors { operation in
            operation.storeName == "_default.guests" && operation.documentID == "a"
                ? Failure() : nil
        }
        #expect(try hotels.find("a") != nil)
        #expect(throws: Failure.self) { try other.record(id: "a") }
        #expect(throws: Failure.self) { try other.records(ids: ["b", "a"]) }
        #expect(try other.record(id: "b") == nil)
    }

    @Test func `a live selection delivers the injected error and continues`() async throws {
        var changes = hotels.filter { $0.name != "" }.changes().makeAsyncIterator()
        #expect(try await changes.next()?.models.count == 2)
        inject(.query)
        try await hotels.save(Hotel(id: "c", name: "C"))
        await #expect(throws: Failure.self) { try await changes.next() }
    }
}
