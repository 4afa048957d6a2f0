import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct FindingBehaviourTests {
    private func filled(_ kind: TestStore) throws -> (OpenTestStore, Repository<Inn>) {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(
            ["c", "a", "d", "b"].enumerated().map { Inn(id: $1, name: $1, stars: $0 / 2) })
        try store.put("x", #"{"type":"other"}"#)
        try store.put("y", #"{"name":"no type"}"#)
        return (store, inns)
    }

    @Test(arguments: TestStore.all)
    func `models are found by their IDs, in the same order`(kind: TestStore) throws {
        let (store, inns) = try filled(kind)
        #expect(try inns.find(["b", "x", "zz", "c", "y", "b"]).map(\.id) == ["b", "c", "b"])
        #expect(try inns.find([]).isEmpty)
        let inBatch = try store.store.inBatch {
            try inns.save(Inn(id: "new", name: "n"))
            return try inns.find(["new", "a"])
        }
        #expect(inBatch.map(\.id) == ["new", "a"])
    }

    @Test(arguments: TestStore.all)
    func `IDs with different code points are different documents`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let ids = ["caf\u{e9}", "cafe\u{301}"]
        try inns.save(ids.map { Inn(id: $0, name: "\($0.utf8.count)") })
        #expect(try ids.map { try inns.require($0).name } == ["5", "6"])
        #expect(try inns.find(ids + ids).map(\.name) == ["5", "6", "5", "6"])
        try inns.delete(id: ids[0])
        #expect(try inns.all().map(\.name) == ["6"])
        #expect(try inns.find(ids).map(\.name) == ["6"])
    }

    @Test(arguments: TestStore.all)
    func `require throws if the model does not exist`(kind: TestStore) throws {
        let (_, inns) = try filled(kind)
        #expect(try inns.require("a").name == "a")
        for id in ["zz", "x", "y", ""] {
            let error = #expect(throws: QuireError.self) { try inns.require(id) }
            #expect(error?.code == .notFound && error?.message.contains("\"\(id)\"") == true)
        }
    }

    @Test(arguments: TestStore.all, [("a", true), ("x", false), ("y", false), ("zz", false)])
    func `a document of another type does not exist`(
        kind: TestStore, document: (id: String, exists: Bool)
    ) throws {
        let (_, inns) = try filled(kind)
        #expect(try inns.exists(document.id) == document.exists)
        #expect(try (inns.find(document.id) != nil) == document.exists)
        #expect(try (inns.json(document.id) != nil) == document.exists)
        #expect(try (inns.findStored(document.id) != nil) == document.exists)
    }

    @Test(arguments: TestStore.all)
    func `all returns the models in order of creation`(kind: TestStore) throws {
        let (_, inns) = try filled(kind)
        try inns.update("c") { $0.name = "again" }
        #expect(try inns.all().map(\.id) == ["c", "a", "d", "b"])
        #expect(try inns.first()?.id == "c" && inns.count() == 4)
    }

    @Test(arguments: TestStore.all)
    func `an empty repository contains no models`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        #expect(try inns.all().isEmpty && inns.first() == nil && inns.count() == 0)
        #expect(
            try inns.filter { $0.stars > 0 }.page(size: 5).models.isEmpty
                && !inns.filter { $0.stars > 0 }.exists())
    }

    @Test(arguments: TestStore.all)
    func `exists returns whether a selection contains a model`(kind: TestStore) throws {
        let (_, inns) = try filled(kind)
        #expect(try inns.filter { $0.stars == 1 }.exists())
        #expect(try !inns.filter { $0.stars == 1 }.limit(0).exists())
        #expect(try !inns.filter { $0.stars == 1 }.offset(2).exists())
        #expect(try !inns.filter { $0.stars == 7 }.exists())
    }

    @Test(arguments: TestStore.all)
    func `stored JSON can be read even if the model does not decode`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"inn","stars":"many"}"#)
        let inns = try store.repository(of: Inn.self)
        #expect(throws: DecodingError.self) { try inns.find("a") }
        let text = try #require(try inns.json("a"))
        #expect(text.contains(#""stars":"many""#))
        #expect(try inns.filter { $0.id == "a" }.json() == [text])
    }

    @Test(arguments: TestStore.all)
    func `stored models whose bodies contain other IDs can be read`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("seat_7", #"{"type":"seat","id":7,"row":1}"#)
        let seats = try store.repository(of: Seat.self)
        #expect { try seats.all() } throws: { QuireError.Code.corruptData ~= $0 }
        var seat = try #require(try seats.filter { $0.row == 1 }.allStored().first)
        seat.row = 2
        try seats.save(seat)
        #expect(try store.body("seat_7") == #"{"id":7,"row":2,"type":"seat"}"#)
    }
}
