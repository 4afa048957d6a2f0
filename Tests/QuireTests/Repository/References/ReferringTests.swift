import Foundation
import Testing

@testable import Quire

/// The inverse of references: the models with a reference to a document.
@Suite struct ReferringTests {
    private func visitors(_ kind: TestStore) throws -> (Repository<Visitor>, Repository<Lodge>) {
        let store = try kind.open()
        let lodges = try store.repository(of: Lodge.self)
        let visitors = try store.repository(of: Visitor.self)
        try lodges.save([Lodge(id: "a"), Lodge(id: "b")])
        try visitors.save([
            Visitor(id: "1", favorite: "a", wishes: ["b"], name: "Z"),
            Visitor(id: "2", favorite: "b", wishes: ["a", "b"], name: "Y"),
            Visitor(id: "3", wishes: [], name: "X"),
            Visitor(id: "4", favorite: "a", name: "W"),
        ])
        try store.put("5", #"{"type":"other","favorite":"a","wishes":["a"],"name":"V"}"#)
        try store.put("6", #"{"type":"visitor","favorite":null,"wishes":["c","x"],"name":"V"}"#)
        return (visitors, lodges)
    }

    @Test(arguments: TestStore.all)
    func `the referring models are found by model, reference, ID and stored model`(
        kind: TestStore
    )
        throws
    {
        let (visitors, lodges) = try visitors(kind)
        let lodge = try lodges.require("a")
        let stored = Reference(to: try #require(try lodges.findStored("a")))
        for selection in [
            visitors.referring(to: lodge, by: \.favorite),
            visitors.referring(to: "a", by: \.favorite),
            visitors.referring(toID: "a", by: \.favorite),
            visitors.referring(to: stored, by: \.favorite),
            visitors.referring(toAny: [lodge], by: \.favorite),
            visitors.selection.referring(toAny: ["a", "x"] as [Reference<Lodge>], by: \.favorite),
        ] {
            #expect(try selection.sorted(by: \.id).all().map(\.id) == ["1", "4"])
        }
    }

    @Test(arguments: TestStore.all)
    func `an array property refers to all of its items`(kind: TestStore) throws {
        let (visitors, lodges) = try visitors(kind)
        #expect(try visitors.referring(to: "b", by: \.wishes).all().map(\.id) == ["1", "2"])
        let all = try visitors.referring(toAny: lodges.all(), by: \.wishes).all()
        #expect(all.map(\.id) == ["1", "2"])
        #expect(try visitors.referring(to: "x", by: \.wishes).count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `the selection can be filtered, sorted and limited`(kind: TestStore) throws {
        let (visitors, _) = try visitors(kind)
        let selection = visitors.filter { $0.name != "Q" }.referring(to: "a", by: \.favorite)
        #expect(try selection.sorted(by: \.name).limit(1).all().map(\.id) == ["4"])
        #expect(try selection.count() == 2)
        #expect(try selection.filter { $0.wishes.isEmpty }.delete() == 1)
        #expect(try selection.referring(to: "b", by: \.wishes).select(\.name).all() == ["Z"])
    }

    @Test(arguments: TestStore.all)
    func `a reference in a nested value is found`(kind: TestStore) throws {
        let store = try kind.open()
        let keys = try store.repository(of: Key.self)
        try keys.save([
            Key(id: "1", place: Key.Place(lodge: "a"), spare: Key.Spare(lodge: "b")),
            Key(id: "2", place: Key.Place(lodge: "b")),
        ])
        #expect(try keys.referring(to: "a", by: \.place.lodge).all().map(\.id) == ["1"])
        #expect(try keys.referring(to: "b", by: \.spare?.lodge).all().map(\.id) == ["1"])
    }

    @Test(arguments: TestStore.all)
    func `no references find no models`(kind: TestStore) throws {
        let (visitors, _) = try visitors(kind)
        #expect(try visitors.referring(toAny: [Lodge](), by: \.favorite).count() == 0)
        #expect(try visitors.referring(toAny: [Lodge](), by: \.wishes).count() == 0)
    }

    @Test func `a model without an ID has no referring models`() throws {
        let (visitors, _) = try visitors(.memory)
        #expect { try visitors.referring(to: Lodge(), by: \.favorite).all() } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    @Test func `indexes are used for one and for several references`() throws {
        let (visitors, _) = try visitors(.database)
        try visitors.createIndex(on: \.favorite, named: "byFavorite")
        try visitors.store.createIndex(
            withName: "byWish", config: ArrayIndexConfiguration(path: "wishes"))
        #expect(try visitors.referring(to: "a", by: \.favorite).explain().contains("byFavorite"))
        let several = visitors.referring(toAny: ["a", "b"] as [Reference<Lodge>], by: \.favorite)
        #expect(try several.explain().contains("byFavorite"))
        #expect(try visitors.referring(to: "a", by: \.wishes).explain().contains("byWish"))
    }

    // MARK: Prefetching

    @Test func `the references of a list are read by one statement`() throws {
        let database = try Database(inMemoryNamed: "references")
        let lodges = try database.repository(of: Lodge.self)
        try lodges.save((0..<500).map { Lodge(id: "\($0)") })
        let stays = (0..<2_000).map { Stay(lodge: Reference(id: "\($0 % 600)")) }
        var resolved: ResolvedReferences<Lodge>?
        let verbs = try StatementCountTests.StatementTrace.verbs(of: database) {
            resolved = try lodges.resolve(stays, \.lodge)
        }
        #expect(verbs.split(separator: " ").filter { $0 == "SELECT" }.count == 1, "\(verbs)")
        #expect(resolved?.models.count == 500 && resolved?.missing.count == 100)
        #expect(resolved?.missing.first == "500")
    }

    @Test func `more references are resolved than a statement has parameters`() throws {
        let (_, lodges) = try visitors(.database)
        let references = (0..<251_000).map { Reference<Lodge>(id: "\($0)") } + ["a", "b"]
        #expect(try lodges.resolve(references).models.count == 2)
        // Middleware adds a condition, so that the documents are selected by a query.
        let listed = lodges.filter { $0.isListed != true }
        #expect(try listed.records(ids: references.map(\.id)).count == 2)
    }

    @Test(arguments: TestStore.all)
    func `references are resolved in another collection, and of stored models`(
        kind: TestStore
    )
        async throws
    {
        let store = try kind.open()
        let deeds = try store.repository(of: Deed.self)
        let lodges = try store.store.database.createStore(named: "lodges", scope: nil)
            .repository(of: Lodge.self)
        try await lodges.save(Lodge(id: "a", name: "A"))
        try await deeds.save([Deed(id: "1", lodge: "a"), Deed(id: "2", lodge: "b")])
        let resolved = try await lodges.resolve(try deeds.selection.allStored(), \.value.lodge)
        #expect(resolved.models.values.map(\.name) == ["A"] && resolved.missing == ["b"])
    }
}
