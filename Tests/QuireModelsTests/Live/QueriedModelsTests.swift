import DatabaseTestSupport
import Observation
import Quire
import QuireTesting
import Testing

@testable import QuireModels
@testable import QuireQuery
@testable import QuireModels

/// The models of a query in a view, without SwiftUI.
@MainActor @Suite struct QueriedModelsTests {
    private let query = QueriedModels<Inn>()

    private func database(_ names: String...) throws -> any DocumentDatabase {
        let database = try Database(inMemoryNamed: "inns")
        let inns = try database.repository(of: Inn.self)
        for (index, name) in names.enumerated() {
            try inns.save(Inn(id: name, name: name, stars: index + 1))
        }
        return database
    }

    private func update(
        _ database: (any DocumentDatabase)?, immediately: Bool = true,
        _ declared: DeclaredSelection<Inn> = DeclaredSelection(limit: nil)
    ) {
        query.update(database, loadingImmediately: immediately) { declared.selection(of: $0) }
    }

    private var names: [String] { query.models.map(\.name) }

    /// Returns whether an action changes what a view reads.
    private func invalidates(_ action: () -> Void) -> Bool {
        let isNoted = SendableBox(false)
        withObservationTracking {
            _ = (query.models, query.stored, query.failures, query.isLoaded, query.error)
        } onChange: {
            isNoted.value = true
        }
        action()
        return isNoted.value
    }

    @Test func `the models of the declared selection are loaded and updated`() async throws {
        let database = try database("b", "a")
        update(database, DeclaredSelection(limit: nil).sorted(by: \.name, .ascending))
        #expect(names == ["a", "b"] && query.stored.map(\.id) == ["a", "b"] && query.isLoaded)
        try await database.repository(of: Inn.self).save(Inn(id: "c", name: "c"))
        try await waitOnMainActor(until: { names == ["a", "b", "c"] })
    }

    @Test func `the models can be loaded in the background`() async throws {
        update(try database("a"), immediately: false)
        #expect(names.isEmpty && !query.isLoaded)
        try await waitOnMainActor(until: { names == ["a"] })
    }

    private nonisolated static let declarations: [(DeclaredSelection<Inn>, names: String)] = [
        (DeclaredSelection(limit: nil), "b c a"),
        (DeclaredSelection(limit: 2), "b c"),
        (DeclaredSelection(limit: 0), ""),
        (DeclaredSelection(limit: nil).sorted(by: \.name, .ascending), "a b c"),
        (DeclaredSelection(limit: 2).sorted(by: \.name, .descending), "c b"),
        (DeclaredSelection(limit: nil).filter { $0.stars > 1 }, "c a"),
        (DeclaredSelection(limit: 1).filter { $0.stars > 1 }.sorted(by: \.name, .ascending), "a"),
    ]

    @Test(arguments: declarations.indices)
    func `a declaration has a filter, an order and a limit`(index: Int) throws {
        let (declared, expected) = Self.declarations[index]
        update(try database("b", "c", "a"), declared)
        #expect(names.joined(separator: " ") == expected)
    }

    @Test func `the nearest models are shown in the order of their distances`() throws {
        let database = try Database(inMemoryNamed: "inns")
        let items = try database.repository(of: VectorItem.self)
        for (id, x) in [("a", 3), ("b", 1), ("c", 2)] {
            try items.save(VectorItem(id: id, vector: [Float(x), 0]))
        }
        let query = QueriedModels<VectorItem>()
        query.update(database, loadingImmediately: true) {
            $0.nearest(to: [0, 0], in: \.vector, limit: 2, metric: .euclidean).observed
        }
        let declared = query.stored.map(\.id)
        query.observe(nearest: {
            $0.nearest(to: [4, 0], in: \.vector, limit: 1, metric: .euclidean)
        })
        #expect(declared == ["b", "c"] && query.stored.map(\.id) == ["a"] && query.error == nil)
        query.observe(nearest: { $0.nearest(to: [4, 0], in: \.vector, limit: 0) })
        #expect((query.error as? QuireError)?.code == .invalidParameter)
    }

    @Test func `a missing database is an error that names the modifier`() throws {
        update(nil)
        let error = try #require(query.error as? QuireError)
        #expect(error.code == .notOpen && error.message.contains(".documentDatabase(database)"))
        #expect(!invalidates { update(nil) })
        update(try database("a"))
        #expect(query.error == nil && names == ["a"])
        update(nil)
        #expect(query.error != nil && names.isEmpty)
    }

    @Test func `a closed database is an error`() throws {
        let database = try database("a")
        try database.close()
        update(database)
        #expect((query.error as? QuireError)?.code == .notOpen)
        #expect(!invalidates { update(database) })
    }

    @Test func `an equal declaration changes nothing`() throws {
        let database = try database("a", "b")
        update(database, DeclaredSelection(limit: nil).filter { $0.stars > 1 })
        #expect(
            !invalidates {
                update(database, DeclaredSelection(limit: nil).filter { $0.stars > 1 })
            })
    }

    @Test func `an equal full-text search is not compiled again`() throws {
        let database = try Database(inMemoryNamed: "inns")
        let inns = try database.repository(of: Inn.self)
        try inns.createFullTextIndex(on: \.name)
        for name in ["sea view", "sea", "view"] { try inns.save(Inn(id: name, name: name)) }
        func update(_ text: String, _ mode: TextSearchMode = .allWords) {
            query.update(database, loadingImmediately: true) {
                $0.matching(text, as: mode, in: \.name).sorted(by: \.name)
            }
        }
        update("sea view")
        #expect(names == ["sea view"])
        #expect(
            try StatementCountTests.StatementTrace.verbs(of: database) { update("sea view") } == "")
        update("sea view", .anyWord)
        #expect(names == ["sea", "sea view", "view"])
        update("sea", .anyWord)
        #expect(names == ["sea", "sea view"])
    }

    @Test func `another declaration or database replaces the models`() throws {
        let database = try database("a", "b", "c")
        update(database, DeclaredSelection(limit: 2))
        #expect(names == ["a", "b"])
        update(database, DeclaredSelection(limit: 3))
        #expect(names == ["a", "b", "c"])
        update(try self.database("d"), DeclaredSelection(limit: 3))
        #expect(names == ["d"])
    }

    @Test func `an observed selection is used until the view declares another one`() throws {
        let database = try database("a", "b", "c")
        update(database)
        query.observe { $0.filter { $0.stars >= 2 } }
        #expect(names == ["b", "c"])
        update(database)
        #expect(names == ["b", "c"])
        update(try self.database("d", "e"))
        #expect(names == ["e"])
        update(database, DeclaredSelection(limit: 1))
        #expect(names == ["a"])
    }

    @Test func `a selection that is observed before there is a database is used later`() throws {
        query.observe { $0.limit(1) }
        update(nil)
        update(try database("a", "b"))
        #expect(names == ["a"])
    }

    @Test func `an invalid declaration is an error until there is another one`() throws {
        let database = try database("a")
        let invalid = DeclaredSelection<Inn>(limit: nil).filter { _ in
            QueryCondition(.failure(QuireError(.invalidQuery, "no property")))
        }
        update(database, invalid)
        #expect(query.error is QuireError)
        #expect(!invalidates { update(database, invalid) })
        update(database)
        #expect(query.error == nil && names == ["a"])
    }
}
