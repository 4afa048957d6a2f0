import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireModels
@testable import QuireModels

/// Migration of old documents to the version of the program.
@Suite struct MigrationTests {
    /// A frozen copy of the previous version.
    struct HouseV2: Codable, Sendable {
        @DocumentID var id: String?
        var name: String
        var address: Address
        var rooms: [Room] = []
        var size: Double

        struct Address: Codable, Sendable {
            var city: String?
            var zip: String?
        }

        struct Room: Codable, Sendable {
            var number: Int
        }
    }

    struct House: DocumentModel, VersionedModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var address: Address
        var rooms: [Room] = []
        var area: Int8
        var origin: String

        struct Address: Codable, Equatable, Sendable {
            var city: String?
            var postcode: String?
        }

        struct Room: Codable, Equatable, Sendable {
            var number: Int
        }

        static let migrations = Migrations<House>()
            .migrate(to: 2) {
                $0.rename("title", to: "name")
                $0.move("city", to: "address.city")
                $0.setDefault("address.zip", to: "none")
                $0.remove("junk")
                $0.set("checked", to: true)
                $0.convert("size", from: String.self) { Double($0) ?? 0 }
                $0.each("rooms") { $0.rename("no", to: "number") }
            }
            .migrate(to: 3, from: HouseV2.self) { old in
                House(
                    id: old.id, name: old.name,
                    address: Address(city: old.address.city, postcode: old.address.zip),
                    rooms: old.rooms.map { Room(number: $0.number) },
                    area: Int8(clamping: Int(old.size)), origin: old.id ?? "")
            }
    }

    static let first = """
        {"type":"house","title":"A","city":"Bergen","junk":1,"size":"12.5","rooms":[{"no":1}],\
        "more":{"kept":true},"address":{"street":"B"}}
        """
    static let house = House(
        id: "x", name: "A", address: House.Address(city: "Bergen", postcode: "none"),
        rooms: [House.Room(number: 1)], area: 12, origin: "x")

    let store: OpenTestStore
    let houses: Repository<House>

    init() throws {
        store = try TestStore.memory.open()
        houses = try store.repository(of: House.self)
    }

    // MARK: At reading

    static let forms = [
        first,
        #"{"type":"house","modelVersion":1,"name":"A","address":{"city":"Bergen","zip":null},"size":"12","rooms":[{"number":1}]}"#,
        #"{"type":"house","modelVersion":2,"name":"A","address":{"city":"Bergen","zip":"none"},"size":12.9,"rooms":[{"number":1}]}"#,
        #"{"type":"house","modelVersion":3,"name":"A","address":{"city":"Bergen","postcode":"none"},"area":12,"rooms":[{"number":1}],"origin":"x"}"#,
    ]

    @Test(arguments: forms)
    func `a document of any version is read as the newest model`(json: String) throws {
        try store.put("x", json)
        #expect(try houses.find("x") == Self.house)
    }

    @Test func `every read method migrates`() throws {
        try store.put("x", Self.first)
        let page = try houses.sorted(by: \.rooms).page(size: 3).models
        #expect(
            try [
                houses.require("x"), houses.all()[0], houses.find(["x"])[0], page[0],
                try #require(try houses.findStored("x")).value,
            ] == Array(repeating: Self.house, count: 5))
    }

    @Test func `reading does not change the document`() throws {
        try store.put("x", Self.first)
        let before = try store.body("x")
        _ = try houses.find("x")
        #expect(try store.body("x") == before)
    }

    // MARK: At saving

    static let saved =
        #"{"address":{"city":"Bergen","postcode":"none","street":"B"},"area":12,"checked":true,"modelVersion":3,"more":{"kept":true},"name":"A","origin":"x","rooms":[{"number":1}],"type":"house"}"#

    @Test func `a save writes the newest version and preserves unknown fields`() throws {
        try store.put("x", Self.first)
        try houses.save(houses.require("x"))
        #expect(try store.body("x") == Self.saved)
    }

    @Test func `an update migrates`() throws {
        try store.put("x", Self.first)
        try houses.update("x") { $0.area = 12 }
        #expect(try store.body("x") == Self.saved)
    }

    @Test func `a patch migrates before it changes anything`() throws {
        try store.put("x", Self.first)
        try houses.patch("x") { $0.increment(\.area, by: 1) }
        #expect(
            try store.body("x")
                == Self.saved.replacingOccurrences(of: #""area":12"#, with: #""area":13"#))
    }

    @Test func `a merge of a conflict compares migrated documents`() throws {
        try store.put("x", Self.first)
        var mine = try #require(try houses.findStored("x"))
        try store.put("x", Self.first.replacingOccurrences(of: #""A""#, with: #""B""#))
        mine.area = 1
        let merged = try houses.save(mine, onConflict: .mergeFields())
        #expect(merged.name == "B" && merged.area == 1)
    }

    @Test func `a new document has the newest version`() throws {
        try houses.save(Self.house)
        #expect(try store.body("x")?.contains(#""modelVersion":3"#) == true)
    }

    @Test func `a model without migrations stores no version`() throws {
        try store.repository(of: Memo.self).insert(Memo(text: "a"), id: "m")
        #expect(try store.body("m") == #"{"text":"a","type":"memo"}"#)
    }

    @Test func `a model with a property for the version key is rejected`() throws {
        struct Odd: DocumentModel, VersionedModel {
            var modelVersion = 7
            static var migrations: Migrations<Odd> { Migrations().migrate(to: 2) { _ in } }
        }
        let odd = try store.repository(of: Odd.self)
        #expect(throws: EncodingError.self) { try odd.save(Odd()) }
    }

    @Test func `the version property cannot be patched`() throws {
        try houses.save(Self.house)
        #expect {
            try houses.patch("x") { $0.rename("modelVersion", to: \.name) }
        } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    // MARK: Families

    enum Thing: DocumentFamily, VersionedModel, Equatable {
        case memo(Memo)
        case unknown(UnknownDocument)

        static let members: [FamilyMember<Thing>] = [
            FamilyMember(Thing.memo), .unknown(Thing.unknown),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .memo(let memo): memo
            case .unknown(let document): document
            }
        }

        static let migrations = Migrations<Thing>().migrate(to: 2) {
            $0.rename("words", to: "text")
        }
    }

    @Test func `the known types of a family are migrated, unknown ones are not`() throws {
        let things = try store.repository(of: Thing.self)
        let unknown = #"{"modelVersion":1,"type":"poem","words":"b"}"#
        try store.put("m", #"{"type":"memo","words":"a"}"#)
        try store.put("u", unknown)
        #expect(try things.require("m") == .memo(Memo(text: "a")))
        _ = try things.save(try #require(try things.findStored("u")))
        #expect(try things.sweep().migrated == 1)
        #expect(try store.body("m") == #"{"modelVersion":2,"text":"a","type":"memo"}"#)
        #expect(try store.body("u") == unknown)
    }

    // MARK: Newer documents

    static let newer =
        #"{"address":{"planet":"Earth"},"area":1,"modelVersion":9,"name":"A","origin":"x","rooms":[],"type":"house","views":["sea"]}"#

    @Test func `a newer document is read unchanged and keeps its version`() throws {
        try store.put("x", Self.newer)
        try houses.update("x") { $0.area = 2 }
        #expect(
            try store.body("x")
                == Self.newer.replacingOccurrences(of: #""area":1"#, with: #""area":2"#))
    }

    // MARK: What cannot be migrated

    static let damaged = [
        #"{"type":"house","title":"A","address":"Bergen","size":"1"}"#,
        #"{"type":"house","title":"A","size":{}}"#,
        #"{"type":"house","modelVersion":"two"}"#,
        #"{"type":"house","modelVersion":2,"name":"A"}"#,
    ]

    @Test(arguments: damaged)
    func `the error for a failed migration names the document`(json: String) throws {
        try store.put("x", json)
        let error = #expect(throws: QuireError.self) { try houses.find("x") }
        #expect(error?.code == .decodingError && error?.message.contains("\"x\"") == true)
    }

    // MARK: Steps

    static let steps: [(@Sendable (inout BodyMigration) -> Void, String, String)] = [
        ({ $0.rename("a", to: "b") }, #"{"a":1}"#, #"{"b":1}"#),
        ({ $0.rename("a", to: "b") }, #"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#),
        ({ $0.rename("a", to: "b") }, #"{"c":1}"#, #"{"c":1}"#),
        ({ $0.rename("o.a", to: "b") }, #"{"o":{"a":null}}"#, #"{"o":{"b":null}}"#),
        ({ $0.move("a", to: "x.y.z") }, #"{"a":[1]}"#, #"{"x":{"y":{"z":[1]}}}"#),
        ({ $0.move("o.a", to: "a") }, #"{"o":{"a":1}}"#, #"{"a":1,"o":{}}"#),
        ({ $0.remove("o.a") }, #"{"o":{"a":1,"b":2}}"#, #"{"o":{"b":2}}"#),
        ({ $0.remove("o.a") }, #"{"o":1}"#, #"{"o":1}"#),
        ({ $0.set("a", to: 5) }, #"{"a":1}"#, #"{"a":5}"#),
        ({ $0.setDefault("a", to: 5) }, #"{"a":1}"#, #"{"a":1}"#),
        ({ $0.setDefault("a", to: 5) }, #"{"a":null}"#, #"{"a":5}"#),
        ({ $0.setDefault("o.a", to: "x") }, "{}", #"{"o":{"a":"x"}}"#),
        ({ $0.convert("a", from: Int.self) { "\($0)" } }, #"{"a":1}"#, #"{"a":"1"}"#),
        ({ $0.convert("a", from: Int.self) { "\($0)" } }, #"{"a":null}"#, #"{"a":null}"#),
        ({ $0.convert("a", from: Int.self) { _ in Int?.none } }, #"{"a":1}"#, "{}"),
        ({ $0.each("l") { $0.set("n", to: 1) } }, #"{"l":[{},2]}"#, #"{"l":[{"n":1},2]}"#),
        ({ $0.each("d") { $0.remove("n") } }, #"{"d":{"k":{"n":1}}}"#, #"{"d":{"k":{}}}"#),
    ]

    @Test(arguments: steps.indices)
    func `each step changes the body as documented`(index: Int) throws {
        let (changes, body, expected) = Self.steps[index]
        var migration = BodyMigration()
        changes(&migration)
        let plan = MigrationPlan(
            version: Discriminator.Version(key: "v", number: 2),
            stages: [MigrationStage(version: 2, change: .body(migration.steps))])
        let context = MigrationContext(
            encoder: DocumentEncoder(), decoder: DocumentDecoder(),
            identity: DocumentIdentity(id: "x", revision: nil))
        let stored = try #require(try FleeceStorage(json: body).root?.dictionary)
        var pairs = BodyPairs(try plan.migrated(stored, context))
        pairs["v"] = nil
        #expect(try BodyTree.dictionary(pairs).finished()?.json(.canonical) == expected)
    }
}
