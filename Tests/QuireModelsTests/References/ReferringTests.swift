import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireModels

/// The inverse of references: the models with a reference to a document.
@Suite struct ReferringTests {
    private func visitors(_ kind: TestStore) throws -> (Repository<Visitor>, Repository<Cabin>) {
        let store = try kind.open()
        let cabins = try store.repository(of: Cabin.self)
        let visitors = try store.repository(of: Visitor.self)
        try cabins.save([Cabin(id: "a"), Cabin(id: "b")])
        try visitors.save([
            Visitor(id: "1", favorite: "a", wishes: ["b"], name: "Z"),
            Visitor(id: "2", favorite: "b", wishes: ["a", "b"], name: "Y"),
            Visitor(id: "3", wishes: [], name: "X"),
            Visitor(id: "4", favorite: "a", name: "W"),
        ])
        try store.put("5", #"{"type":"other","favorite":"a","wishes":["a"],"name":"V"}"#)
        try store.put("6", #"{"type":"visitor","favorite":null,"wishes":["c","x"],"name":"V"}"#)
        return (visitors, cabins)
    }

    @Test(arguments: TestStore.all)
    func `the referring models are found by model, reference, ID and stored model`(
        kind: TestStore
    )
        throws
    {
        let (visitors, cabins) = try visitors(kind)
        let cabin = try cabins.require("a")
        let stored = Reference(to: try #require(try cabins.findStored("a")))
        for selection in [
            visitors.referring(to: cabin, by: \.favorite),
            visitors.referring(to: "a", by: \.favorite),
            visitors.referring(toID: "a", by: \.favorite),
            visitors.referring(to: stored, by: \.favorite),
            visitors.referring(toAny: [cabin], by: \.favorite),
            visitors.selection.referring(toAny: ["a", "x"] as [Reference<Cabin>], by: \.favorite),
        ] {
            #expect(try selection.sorted(by: \.id).all().map(\.id) == ["1", "4"])
        }
    }

    @Test(arguments: TestStore.all)
    func `an array property refers to all of its items`(kind: TestStore) throws {
        let (visitors, cabins) = try visitors(kind)
        #expect(try visitors.referring(to: "b", by: \.wishes).all().map(\.id) == ["1", "2"])
        let all = try visitors.referring(toAny: cabins.all(), by: \.wishes).all()
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
            Key(id: "1", place: Key.Place(cabin: "a"), spare: Key.Spare(cabin: "b")),
            Key(id: "2", place: Key.Place(cabin: "b")),
        ])
        #expect(try keys.referring(to: "a", by: \.place.cabin).all().map(\.id) == ["1"])
        #expect(try keys.referring(to: "b", by: \.spare?.cabin).all().map(\.id) == ["1"])
    }

    @Test(arguments: TestStore.all)
    func `an empty list of references selects no models`(kind: TestStore) throws {
        let (visitors, _) = try visitors(kind)
        #expect(try visitors.referring(toAny: [Cabin](), by: \.favorite).count() == 0)
        #expect(try visitors.referring(toAny: [Cabin](), by: \.wishes).count() == 0)
    }

    @Test func `a model without an ID has no referring models`() throws {
        let (visitors, _) = try visitors(.memory)
        #expect { try visitors.referring(to: Cabin(), by: \.favorite).all() } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    @Test func `indexes are used for one and for several references`() throws {
        let (visitors, _) = try visitors(.database)
        try visitors.createIndex(on: \.favorite, named: "byFavorite")
        try visitors.store.createIndex(
            withName: "byWish", config: ArrayIndexConfiguration(path: "wishes"))
        #expect(try visitors.referring(to: "a", by: \.favorite).explain().contains("byFavorite"))
        let several = visitors.referring(toAny: ["a", "b"] as [Reference<Cabin>], by: \.favorite)
        #expect(try several.explain().contains("byFavorite"))
        #expect(try visitors.referring(to: "a", by: \.wishes).explain().contains("byWish"))
    }

    // MARK: Prefetching

    @Test func `the references of a list are read by one statement`() throws {
        let database = try Database(inMemoryNamed: "references")
        let cabins = try database.repository(of: Cabin.self)
        try cabins.save((0..<500).map { Cabin(id: "\($0)") })
        let stays = (0..<2_000).map { Stay(cabin: Reference(id: "\($0 % 600)")) }
        var resolved: ResolvedReferences<Cabin>?
        let verbs = try StatementCountTests.StatementTrace.verbs(of: database) {
            resolved = try cabins.resolve(stays, \.cabin)
        }
        #expect(verbs.split(separator: " ").filter { $0 == "SELECT" }.count == 1, "\(verbs)")
        #expect(resolved?.models.count == 500 && resolved?.missing.count == 100)
        #expect(resolved?.missing.first == "500")
    }

    @Test func `more references are resolved than a statement has parameters`() throws {
        let (_, cabins) = try visitors(.database)
        let references = (0..<251_000).map { Reference<Cabin>(id: "\($0)") } + ["a", "b"]
        #expect(try cabins.resolve(references).models.count == 2)
        // Middleware adds a condition, so that the documents are selected by a query.
        let listed = cabins.filter { $0.isListed != true }
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
        let cabins = try store.store.database.createStore(named: "cabins", scope: nil)
            .repository(of: Cabin.self)
        try await cabins.save(Cabin(id: "a", name: "A"))
        try await deeds.save([Deed(id: "1", cabin: "a"), Deed(id: "2", cabin: "b")])
        let resolved = try await cabins.resolve(try deeds.selection.allStored(), \.value.cabin)
        #expect(resolved.models.values.map(\.name) == ["A"] && resolved.missing == ["b"])
    }
}
