import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// References between models are IDs that are resolved on request.
@Suite struct ReferenceTests {
    struct City: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
    }

    struct Trip: DocumentModel, Equatable {
        @DocumentID var id: String?
        var start: Reference<City>
        var end: Reference<City>?
        var stops: [Reference<City>] = []
        var nights: [Reference<City>: Int] = [:]
    }

    struct Person: DocumentModel, Identifiable {
        var id: String
        var friends: [Reference<Person>] = []
    }

    let store: OpenTestStore
    let cities: Repository<City>
    let trips: Repository<Trip>
    let people: Repository<Person>

    init() throws {
        store = try TestStore.memory.open()
        cities = try store.repository(of: City.self)
        trips = try store.repository(of: Trip.self)
        people = try store.repository(of: Person.self)
        try cities.save([City(id: "b", name: "Bergen"), City(id: "o", name: "Oslo")])
    }

    private func trip(_ id: String, _ start: Reference<City>, _ end: Reference<City>? = nil) -> Trip
    {
        Trip(id: id, start: start, end: end)
    }

    @Test func `a reference is stored as the ID string`() throws {
        try trips.save(
            Trip(id: "t", start: "b", end: nil, stops: ["o", "x"], nights: ["o": 2]))
        #expect(
            try store.body("t")
                == #"{"nights":{"o":2},"start":"b","stops":["o","x"],"type":"trip"}"#)
    }

    @Test func `references of a model survive a round trip`() throws {
        let trip = Trip(id: "t", start: "b", end: "o", stops: ["o"], nights: ["b": 1])
        let saved = try trips.save(trip)
        #expect(try trips.find("t") == saved)
    }

    @Test func `a reference resolves to its model`() throws {
        #expect(try trip("t", "b").start.resolve(in: cities).name == "Bergen")
    }

    @Test func `a reference resolves to its model asynchronously`() async throws {
        #expect(try await trip("t", "b").start.resolve(in: cities).name == "Bergen")
    }

    @Test(arguments: ["x", "t"])
    func `a reference to a missing document, or to another type, is reported with its ID`(
        id: String
    ) throws {
        try trips.save(trip("t", "b"))
        let error = #expect(throws: QuireError.self) {
            try Reference<City>(id: id).resolve(in: cities)
        }
        #expect(error?.code == .notFound && error?.message.contains("city \"\(id)\"") == true)
    }

    @Test func `a reference can be created from a model with an ID`() throws {
        let city = try cities.require("b")
        #expect(try Reference(to: city) == "b")
    }

    @Test func `a reference can be created from a stored model`() throws {
        #expect(Reference(to: try #require(try cities.findStored("o"))) == "o")
    }

    @Test func `a reference to a model without an ID is rejected`() {
        #expect {
            try Reference(to: City(name: "Nowhere"))
        } throws: { QuireError.Code.invalidParameter ~= $0 }
    }

    @Test func `references can be compared in filters`() throws {
        try trips.save([trip("1", "b", "o"), trip("2", "o"), trip("3", "o", "b")])
        let found = [
            try trips.filter { $0.start == "o" }.sorted(by: \.id).all(),
            try trips.filter { $0.end == Reference(id: "o") }.all(),
            try trips.filter { $0.end == nil }.all(),
            try trips.filter { $0.start != "o" }.all(),
        ]
        #expect(found.map { $0.map(\.id) } == [["2", "3"], ["1"], ["2"], ["1"]])
    }

    @Test func `a list of references is resolved in one query, and missing IDs are reported`()
        throws
    {
        let list = [trip("1", "b"), trip("2", "x"), trip("3", "o"), trip("4", "x")]
        let resolved = try cities.resolve(list, \.start)
        #expect(
            list.map { resolved[$0.start]?.name } == ["Bergen", nil, "Oslo", nil]
                && resolved.missing == ["x"] && resolved.models.count == 2)
    }

    @Test func `a list of optional references is resolved without the nil ones`() throws {
        let list = [trip("1", "b", "o"), trip("2", "b")]
        let resolved = try cities.resolve(list, \.end)
        #expect(list.map { resolved[$0.end]?.name } == ["Oslo", nil] && resolved.missing.isEmpty)
    }

    @Test func `several lists of references are resolved together`() throws {
        let list = [Trip(start: "b", stops: ["o", "b"]), Trip(start: "b", stops: ["b", "x"])]
        let resolved = try cities.resolve(list, \.stops)
        #expect(
            list.map { resolved[$0.stops].map(\.name) } == [["Oslo", "Bergen"], ["Bergen"]]
                && resolved.missing == ["x"])
    }

    @Test func `a missing model is an error if required`() async throws {
        let resolved = try await cities.resolve(["b", "x"])
        #expect(try resolved.require("b").name == "Bergen")
        #expect { try resolved.require("x") } throws: { QuireError.Code.notFound ~= $0 }
    }

    @Test(arguments: [(0, "a"), (1, "abc"), (2, "abcd"), (.max, "abcd")] as [(Int, String)])
    func `resolving circular references ends`(depth: Int, found: String) throws {
        try cities.delete(id: "b")
        try people.save([
            Person(id: "a", friends: ["b", "c"]), Person(id: "b", friends: ["a", "b"]),
            Person(id: "c", friends: ["d"]), Person(id: "d", friends: ["a", "x"]),
        ])
        let resolved = try people.resolve(["a"], following: \.friends, depth: depth)
        #expect(resolved.models.keys.map(\.id).sorted().joined() == found)
    }
}
