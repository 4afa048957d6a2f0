import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

@testable import QuireModels

/// Filters, orders and projections with properties of referenced documents.
@Suite struct ReferencePathTests {
    struct Country: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    struct Town: DocumentModel {
        struct Center: Codable {
            var altitude: Int
        }

        @DocumentID var id: String?
        var name: String
        var size = 0
        var isOld: Bool?
        var country: Reference<Country>?
        var center: Center?
        var label: String { "(\(name))" }

        enum CodingKeys: String, CodingKey {
            case id, name, size, isOld = "is_old", country, center
        }
    }

    struct Trip: DocumentModel {
        struct Stop: Codable {
            var town: Reference<Town>
        }

        @DocumentID var id: String?
        var name = ""
        var from: Reference<Town>
        var to: Reference<Town>?
        var stops: [Reference<Town>] = []
        var longest: Stop?
    }

    /// Trips between towns in a new store.
    struct World {
        let towns: Repository<Town>
        let trips: Repository<Trip>

        init(_ kind: TestStore = .database) throws {
            let store = try kind.open()
            towns = try store.repository(of: Town.self)
            trips = try store.repository(of: Trip.self)
            try store.repository(of: Country.self).save([
                Country(id: "no", name: "Norway"), Country(id: "se", name: "Sweden"),
            ])
            try towns.save([
                Town(
                    id: "b", name: "Bergen", size: 280, isOld: true, country: "no",
                    center: .init(altitude: 12)),
                Town(id: "o", name: "Oslo", size: 700, isOld: false, country: "no"),
                Town(id: "u", name: "Umeå", size: 90, country: "se"),
            ])
            try trips.save([
                Trip(id: "1", name: "Bergen", from: "b", to: "o", stops: ["u"]),
                Trip(
                    id: "2", name: "x", from: "o", to: "b", stops: ["o", "b"],
                    longest: .init(town: "u")),
                Trip(id: "3", name: "y", from: "u"),
                Trip(id: "4", name: "z", from: "missing", to: "missing"),
                // The ID of a document with another type.
                Trip(id: "5", name: "w", from: "no", to: "u"),
            ])
        }

        func ids(_ condition: (QueryField<Trip, Trip>) -> QueryCondition<Trip>) throws -> String {
            let selection = trips.filter(condition)
            let ids = try selection.all().compactMap(\.id).sorted().joined()
            #expect(try selection.count() == ids.count)
            #expect(try selection.records(ids: ["1", "2", "3", "4", "5"]).count == ids.count)
            return ids
        }
    }

    @Test(arguments: TestStore.all)
    func `a filter compares properties of referenced documents`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect(try world.ids { $0.from.model.name == "Bergen" } == "1")
        #expect(try world.ids { $0.to.model.name == "Bergen" } == "2")
        #expect(try world.ids { $0.to.model.name == "Bergen" } == "2")
        #expect(try world.ids { $0.from.model.size > 100 && $0.to.model.size < 300 } == "2")
        #expect(try world.ids { $0.from.model.size > 600 || $0.to.model.size > 600 } == "12")
        #expect(try world.ids { ["Oslo", "Umeå"].contains($0.from.model.name) } == "23")
        #expect(try world.ids { (50...300).contains($0.from.model.size) } == "13")
        #expect(
            try world.ids { $0.from.model.name.hasPrefix("B") && $0.from.model.name.count == 6 }
                == "1")
        #expect(try world.ids { $0.from.model.name == $0.name } == "1")
        #expect(try world.ids { $0.from.model.name != $0.to.model.name } == "1235")
        #expect(try world.ids { $0.from.model.size + $0.to.model.size == 980 } == "12")
        #expect(try world.ids { $0.from.model.center.altitude == 12 } == "1")
        #expect(try world.ids { $0.longest.town.model.name == "Umeå" } == "2")
        #expect(try world.ids { $0.stops.first.model.name == "Umeå" } == "1")
    }

    @Test(arguments: TestStore.all)
    func `a missing referenced document makes comparisons false, and its properties nil`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect(try world.ids { $0.from.model.name == nil } == "45")
        #expect(try world.ids { $0.to.model.name == nil } == "34")
        #expect(try world.ids { $0.from.model.name != "Bergen" } == "2345")
        #expect(try world.ids { $0.from.model.size < 1_000 } == "123")
        #expect(try world.ids { ($0.from.model.size ?? 5) < 10 } == "45")
    }

    @Test(arguments: TestStore.all)
    func `a Boolean property of a referenced document is a condition`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect(world.trips.filter { !$0.from.model.isOld }.description.contains("LEFT JOIN"))
        #expect(try world.trips.filter { $0.from.model.isOld }.all().map(\.id) == ["1"])
        #expect(try world.trips.filter { !$0.from.model.isOld }.count() == 4)
    }

    @Test(arguments: TestStore.all)
    func `a path can contain several references`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect(try world.ids { $0.from.model.country.model.name == "Sweden" } == "3")
        #expect(
            try world.ids {
                $0.from.model.country.model.name == "Norway"
                    && $0.to.model.country.model.name == "Norway"
            } == "12")
    }

    @Test func `the ID in a reference is compared without a join`() throws {
        let world = try World()
        #expect(try world.ids { $0.from.id == "b" } == "1")
        #expect(try !world.trips.filter { $0.from.id == "b" }.explain().contains("JOIN"))
        #expect(try world.ids { $0.to.model.id == "b" } == "2")
        #expect(try world.ids { $0.from.model == nil } == "45")
        #expect(try world.ids { $0.to.model != nil } == "125")
    }

    @Test func `several conditions on one reference need one join`() throws {
        let world = try World()
        let selection = world.trips.filter {
            $0.from.model.size > 1 && $0.from.model.name != "x" && $0.from.model.isOld
        }
        #expect(try selection.explain().components(separatedBy: " JOIN ").count == 2)
        #expect(
            selection.description.contains(
                "FROM _ AS document JOIN _ AS `from` ON META(`from`).id = document.`from`"),
            "\(selection)")
    }

    @Test(arguments: TestStore.all)
    func `selections are sorted by and projected to properties of referenced documents`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        let sorted = world.trips.filter { $0.from.model.size > 0 }.sorted(
            { $0.from.model.size }, .descending)
        #expect(try sorted.all().map(\.id) == ["2", "1", "3"])
        #expect(try sorted.limit(1).offset(1).all().map(\.id) == ["1"])
        #expect(
            try world.trips.sorted(\.from.model.name).all().map(\.id) == [
                "4", "5", "1", "2", "3",
            ])
        #expect(
            try world.trips.sorted(by: \.id).select(\.from.model.name).all() == [
                "Bergen", "Oslo", "Umeå", nil, nil,
            ])
        let pairs = try world.trips.filter { $0.from.model.size > 100 }.sorted(by: \.id)
            .select { ($0.name, $0.from.model.name, $0.to.model.name) }.all()
        #expect(
            pairs.map { "\($0) \($1 ?? "") \($2 ?? "")" } == [
                "Bergen Bergen Oslo", "x Oslo Bergen",
            ])
        #expect(try world.trips.sum(of: \.from.model.size) == 1_070)
        #expect(try world.trips.maximum(of: \.from.model.size) == 700)
        let counts = try world.trips.grouped(by: \.from.model.country.model.name).sorted { $0.key }
            .select { ($0.key, $0.count) }.all()
        #expect(counts.map { "\($0 ?? "none") \($1)" } == ["none 2", "Norway 2", "Sweden 1"])
    }

    @Test(arguments: TestStore.all)
    func `a page cannot be sorted by properties of referenced documents`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect {
            try world.trips.sorted({ $0.from.model.name }).page(size: 2)
        } throws: { "\($0)".contains("page by page") }
        #expect(try world.trips.filter { $0.from.model.size > 0 }.page(size: 2).models.count == 2)
    }

    @Test(arguments: TestStore.all)
    func `selections with references are changed and deleted`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect(
            try world.trips.filter { $0.from.model.name == "Oslo" }.patch {
                $0.set(\.name, to: "new")
            }
                == 1)
        #expect(
            try world.trips.filter { $0.from.model.country.model.name == "Norway" }.delete() == 2)
        #expect(try world.trips.all().map(\.id) == ["3", "4", "5"])
    }

    @Test(arguments: TestStore.all)
    func `a path cannot follow references in arrays`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        for selection in [
            world.trips.filter { $0.stops.any { $0.model.name == "Oslo" } },
            world.trips.filter { $0.stops.model.name == "Oslo" },
        ] {
            #expect { try selection.all() } throws: { QuireError.Code.invalidQuery ~= $0 }
        }
        #expect(
            try world.ids { $0.stops.any { $0 == "u" } && $0.from.model.name == "Bergen" } == "1")
    }

    @Test(arguments: TestStore.all)
    func `a property that is not stored is named`(
        kind: TestStore
    ) throws {
        let world = try World(kind)
        #expect { try world.trips.filter { $0.from.model.label == "x" }.all() } throws: {
            "\($0)".contains("label") || "\($0)".contains("computed property")
        }
    }

    @Test func `an index on the reference is used to find the models of a few documents`() throws {
        let world = try World()
        try world.trips.createIndex(on: \.from)
        try world.towns.createIndex(on: \.name)
        let selection = world.trips.filter { $0.from.model.name == "Bergen" }
        #expect(try selection.all().map(\.id) == ["1"])
        let plan = try selection.explain()
        #expect(plan.contains("town(name)"), "\(plan)")
    }

    @Test(arguments: TestStore.all)
    func `a live selection follows changes of referenced documents`(
        kind: TestStore
    ) async throws {
        let world = try World(kind)
        let selection = world.trips.filter { $0.from.model.name == "Bergen" }.sorted(by: \.id)
        var changes = selection.changes().makeAsyncIterator()
        #expect(try await changes.next()?.models.map(\.id) == ["1"])
        try await world.towns.update("o") { $0.name = "Bergen" }
        #expect(try await changes.next()?.models.map(\.id) == ["1", "2"])
        try await world.towns.delete(id: "b")
        #expect(try await changes.next()?.models.map(\.id) == ["2"])
    }

    @Test func `a full-text search is combined with a path through a reference`() throws {
        for name in ["paths", "searched paths"] {
            let database = try Database(inMemoryNamed: name)
            let other = try database.createCollection(name: "other")
            for collection in [try database.defaultCollection(), other] {
                let towns = collection.repository(of: Town.self)
                let trips = collection.repository(of: Trip.self)
                try towns.save([Town(id: "t1", name: "Voss"), Town(id: "t2", name: "Geilo")])
                try trips.createFullTextIndex(on: \.name, language: .english)
                try trips.save([
                    Trip(id: "p", name: "by the sea", from: "t1"),
                    Trip(id: "q", name: "sea, sea and sea again", from: "t1"),
                    Trip(id: "r", name: "the sea in the north", from: "t1"),
                    Trip(id: "s", name: "the sea", from: "t2"),
                ])
                let found = trips.matching("sea", in: \.name).filter {
                    $0.from.model.name == "Voss"
                }
                let ids = try found.all().map(\.id)
                #expect(Set(ids) == ["p", "q", "r"])
                let matches = try found.matches()
                #expect(matches.map(\.model.id) == ids)
                #expect(matches.allSatisfy { $0.rank > 0 && $0.snippet().text.contains("sea") })
                var paged: [String?] = []
                var page = try found.page(size: 1)
                paged += page.models.map(\.id)
                while let next = page.next {
                    page = try found.page(after: next, size: 1)
                    paged += page.models.map(\.id)
                }
                #expect(paged == ids)
                #expect(
                    try trips.matching("sea", in: \.name).filter { $0.to.model == nil }
                        .sorted(\.from.model.name).matches().first?.model.id == "s")
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `another collection has its own documents`(kind: TestStore) throws {
        let database = try World(kind).trips.store.database
        let archive = try database.createStore(named: "archive", scope: nil)
        let oldTrips = archive.repository(of: Trip.self)
        try oldTrips.save(Trip(id: "1", from: "b"))
        #expect(try oldTrips.filter { $0.from.model.name == "Bergen" }.count() == 0)
        try archive.repository(of: Town.self).save(Town(id: "b", name: "Bergen"))
        #expect(try oldTrips.filter { $0.from.model.name == "Bergen" }.all().map(\.id) == ["1"])
    }

    @Test func `a path throws an error that names an engine without joins`() throws {
        let trips = CountingStore(InMemoryStore()).repository(of: Trip.self)
        let error = #expect(throws: QuireError.self) {
            try trips.filter { $0.from.model.name == "Bergen" }.all()
        }
        #expect(error?.code == .unsupportedOperation)
        #expect(error?.message.contains("InMemoryStore") == true)
        #expect(throws: QuireError.self) {
            try trips.filter { $0.from.model.name == "Bergen" }.count()
        }
        #expect(throws: QuireError.self) { try trips.select(\.from.model.name).all() }
    }
}
