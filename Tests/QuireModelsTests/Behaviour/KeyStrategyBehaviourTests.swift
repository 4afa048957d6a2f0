import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

protocol KeyChoice: Sendable { static var strategy: KeyStrategy { get } }
enum PlainKeys: KeyChoice { static let strategy = KeyStrategy.asIs }
enum SnakeKeys: KeyChoice { static let strategy = KeyStrategy.snakeCase }

/// A model with keys at all levels, whose strategy is an argument.
struct Station<Keys: KeyChoice>: DocumentModel, Equatable, DefaultsProviding {
    struct Address: Codable, Hashable, Sendable {
        var streetName = ""
        var postalCode: Int?
    }

    struct Note: Codable, Hashable, Sendable, DefaultsProviding {
        var noteText = ""
        var writtenBy = "system"
        static var defaults: Note { Note() }
    }

    enum Power: Codable, Hashable, Sendable {
        case dieselOnly(tankSize: Int)
        case overheadLine(maxVoltage: Double)
    }

    static var keyStrategy: KeyStrategy { Keys.strategy }
    static var defaults: Station { Station() }

    @DocumentID var id: String?
    var stationName = ""
    var imageURL: String?
    var openedAt = Date(timeIntervalSince1970: 0)
    var mainAddress = Address()
    var otherAddress: Address?
    var visitorNotes: [Note] = []
    var ratesByDay: [String: Double] = [:]
    var addressesByName: [String: Address] = [:]
    var powerSupply = Power.dieselOnly(tankSize: 5)
    var trackCount = 2
    var nextStation: Reference<Station>?
}

struct StationPart<Keys: KeyChoice>: Decodable, Sendable {
    var stationName: String
    var mainAddress: Station<Keys>.Address
}

/// A model with a key strategy gives the answers that it gives without one.
@Suite struct KeyStrategyBehaviourTests {
    static func stations<Keys>(_ keys: Keys.Type) -> [Station<Keys>] {
        (0..<12).map { number in
            var station = Station<Keys>(id: "s\(10 + number)")
            station.stationName = ["Voss", "Myrdal", "Finse"][number % 3]
            station.imageURL = number % 2 == 0 ? "https://\(number)" : nil
            station.openedAt = Date(timeIntervalSince1970: Double(number) * 86_400_000)
            station.mainAddress.streetName = "Street \(number % 4)"
            station.mainAddress.postalCode = number % 5 == 0 ? nil : number
            if number % 3 > 0 { station.otherAddress = .init(streetName: "b") }
            let author = number % 2 == 0 ? "aB" : "a_b"
            station.visitorNotes = (0..<(number % 3)).map { index in
                .init(noteText: "n\(index)", writtenBy: author)
            }
            station.ratesByDay = ["aB": Double(number), "a_b": -1, "roomRate": 0.5]
            station.addressesByName = ["homeBase": .init(streetName: "h\(number % 2)")]
            station.powerSupply =
                number % 2 == 0 ? .dieselOnly(tankSize: number) : .overheadLine(maxVoltage: 15)
            station.trackCount = number % 4
            if number < 11 { station.nextStation = .init(id: "s\(11 + number)") }
            return station
        }
    }

    /// Answers of a repository as text.
    static func answers<Keys>(
        _ repository: Repository<Station<Keys>>
    ) throws -> [(name: String, answer: String)] {
        typealias Model = Station<Keys>
        var answers: [(name: String, answer: String)] = []
        func add(_ name: String, _ answer: @autoclosure () throws -> Any) {
            do { answers.append((name, "\(try answer())")) } catch {
                answers.append((name, "error \(error)"))
            }
        }
        func ids(
            _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
        ) throws -> [String] {
            try repository.filter { condition($0) }.sorted(by: \.id).all().compactMap(\.id)
        }
        let address = Model.Address(streetName: "Street 1", postalCode: 1)
        let plain = DocumentEncoder(keys: .asIs)
        add(
            "all",
            try repository.sorted(by: \.id).all().map {
                try plain.encodeToJSON($0, format: .canonical)
            })
        add("string", try ids { $0.stationName == "Voss" })
        add("capitals", try ids { $0.imageURL != nil })
        add("nested", try ids { $0.mainAddress.streetName == "Street 1" })
        add("nested optional", try ids { $0.otherAddress.streetName == "b" })
        add("nested nil", try ids { $0.mainAddress.postalCode == nil })
        add("structure", try ids { $0.mainAddress == address })
        add(
            "structures",
            try ids { $0.mainAddress.in([address, .init(streetName: "Street 2", postalCode: 2)]) })
        add(
            "items",
            try ids { $0.visitorNotes.any { $0.writtenBy == "a_b" && $0.noteText == "n1" } })
        add("none", try ids { $0.visitorNotes.none { $0.writtenBy == "a_b" } })
        add(
            "contains", try ids { $0.visitorNotes.contains(.init(noteText: "n0", writtenBy: "aB")) }
        )
        add("first", try ids { $0.visitorNotes.first.writtenBy == "aB" })
        add("dictionary", try ids { $0.ratesByDay["aB"] > 5 && $0.ratesByDay["a_b"] == -1 })
        add("keys", try ids { $0.ratesByDay.keys.contains("roomRate") && $0.ratesByDay.count == 3 })
        add(
            "dictionary of structures",
            try ids { $0.addressesByName["homeBase"].streetName == "h1" })
        add("values", try ids { $0.addressesByName.values.any { $0.streetName == "h1" } })
        add(
            "entries",
            try ids { $0.addressesByName.any { $0 == "homeBase" && $1.streetName == "h0" } })
        add("enumeration", try ids { $0.powerSupply == .overheadLine(maxVoltage: 15) })
        add("defaults", try ids { $0.trackCount == 2 })
        add("reference", try ids { $0.nextStation.model.stationName == "Finse" })
        add("nested reference", try ids { $0.nextStation.model.mainAddress.postalCode > 4 })
        add("date", try ids { $0.openedAt.year(in: .gmt) == 1978 })
        add(
            "predicate",
            try repository.filter(#Predicate<Model> { $0.stationName == "Voss" }).count())
        add(
            "order",
            try repository.sorted(by: \.stationName).sorted(
                by: \.mainAddress.postalCode, .descending
            )
            .all().map(\.id))
        add(
            "select",
            try repository.sorted(by: \.id).select { $0.mainAddress }.all().map {
                "\($0.streetName) \($0.postalCode ?? 0)"
            })
        add(
            "select items",
            try repository.sorted(by: \.id).select { $0.visitorNotes }.all().map {
                $0.map(\.writtenBy)
            })
        add(
            "select as another type",
            try repository.sorted(by: \.id).select(StationPart<Keys>.self).all().map {
                "\($0.stationName) \($0.mainAddress.streetName)"
            })
        add(
            "groups of structures",
            try repository.grouped { $0.mainAddress }.select { ($0.key, $0.count) }.all()
                .map { "\($0.0.streetName) \($0.0.postalCode ?? 0) \($0.1)" }.sorted())
        add(
            "groups",
            try repository.grouped { $0.mainAddress.streetName }.select {
                ($0.key, $0.sum(of: \.trackCount))
            }
            .all().map { "\($0.0)\($0.1)" }.sorted())
        add("minimum", try repository.minimum(of: \.openedAt) as Date? as Any)
        add("sum", try repository.sum(of: \.trackCount))
        add(
            "lazy",
            try repository.sorted(by: \.id).lazy().map {
                try "\($0.stationName) \($0[\.mainAddress.streetName])"
            })
        try repository.patch("s11") {
            $0.set(\.imageURL, to: "x")
            $0.set(\.mainAddress.streetName, to: "patched")
            $0.set(\.otherAddress, to: .init(streetName: "set", postalCode: 9))
            $0.increment(\.trackCount, by: 5)
            $0.append(\.visitorNotes, .init(noteText: "added", writtenBy: "me"))
        }
        add(
            "patched",
            try repository.require("s11").mainAddress.streetName
                + "\(try repository.require("s11").otherAddress?.postalCode ?? 0)"
                + "\(try repository.require("s11").trackCount) \(try repository.require("s11").visitorNotes.last?.writtenBy ?? "")"
        )
        try repository.update("s12") { $0.stationName = "updated" }
        add("updated", try repository.filter { $0.stationName == "updated" }.count())
        return answers
    }

    @Test(arguments: TestStore.all)
    func `the answers of a repository do not depend on the key strategy`(kind: TestStore) throws {
        let plain = try kind.open().repository(of: Station<PlainKeys>.self)
        try plain.save(Self.stations(PlainKeys.self))
        let snake = try kind.open().repository(of: Station<SnakeKeys>.self)
        try snake.save(Self.stations(SnakeKeys.self))
        let expected = try Self.answers(plain)
        let found = try Self.answers(snake)
        let wrong = zip(expected, found).filter { $0.answer != $1.answer }
            .map { "\($0.name): \($1.answer), not \($0.answer)" }
        #expect(wrong == [])
        #expect(
            expected.filter { $0.answer.hasPrefix("error") || $0.answer == "[]" }.map(\.name) == [])
    }

    @Test(arguments: TestStore.all)
    func `keys are stored in snake case at all levels, and keys of dictionaries as they are`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let stations = try store.repository(of: Station<SnakeKeys>.self)
        var station = Station<SnakeKeys>(id: "a", stationName: "Voss", imageURL: "i")
        station.visitorNotes = [.init(noteText: "n")]
        station.ratesByDay = ["aB": 1]
        station.addressesByName = ["homeBase": .init(postalCode: 5)]
        try stations.save(station)
        #expect(
            try store.body("a") == """
                {"addresses_by_name":{"homeBase":{"postal_code":5,"street_name":""}},"image_url":"i",\
                "main_address":{"street_name":""},"opened_at":"1970-01-01T00:00:00.000Z",\
                "power_supply":{"diesel_only":{"tank_size":5}},"rates_by_day":{"aB":1.0},\
                "station_name":"Voss","track_count":2,"type":"station",\
                "visitor_notes":[{"note_text":"n","written_by":"system"}]}
                """)
        #expect(try stations.require("a").visitorNotes == station.visitorNotes)
    }

    @Test(arguments: TestStore.all)
    func `unknown keys are kept, and missing ones have their default values`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put(
            "a",
            #"{"type":"station","station_name":"V","oldKey":1,"visitor_notes":[{"note_text":"n"}]}"#
        )
        let stations = try store.repository(of: Station<SnakeKeys>.self)
        #expect(
            try stations.filter {
                $0.trackCount == 2 && $0.visitorNotes.any { $0.writtenBy == "system" }
            }.count() == 1)
        try stations.update("a") { $0.imageURL = "i" }
        try stations.update("a") { $0.imageURL = nil }
        let body = try #require(try store.body("a"))
        #expect(
            body.contains(#""oldKey":1"#) && !body.contains("image_url")
                && body.contains(#""track_count":2"#))
    }

    @Test(arguments: TestStore.all)
    func `changes of different properties are merged`(kind: TestStore) throws {
        let stations = try kind.open().store.repository(
            of: Station<SnakeKeys>.self, conflicts: .mergeFields())
        let first = try stations.save(Station<SnakeKeys>(id: "a", stationName: "V"))
        var (mine, other) = (try stations.require("a"), first)
        mine.mainAddress.streetName = "mine"
        other.trackCount = 9
        try stations.save(mine)
        try stations.save(other)
        let merged = try stations.require("a")
        #expect(merged.mainAddress.streetName == "mine" && merged.trackCount == 9)
    }

    @Test func `documents, JSON and rows have the strategy of their type`() throws {
        let database = try Database(inMemoryNamed: "keys")
        let collection = try database.defaultCollection()
        let station = Station<SnakeKeys>(id: "a", stationName: "V", imageURL: "i")
        try collection.repository(of: Station<SnakeKeys>.self).save(station)
        #expect(try collection.document(id: "a")?["station_name"].string == "V")
        let json = try DocumentEncoder().encodeToJSON([station])
        #expect(json.contains(#""image_url":"i""#))
        #expect(
            try DocumentDecoder().decode([Station<SnakeKeys>].self, fromJSON: json)[0].imageURL
                == "i")
        let rows = try database.query("SELECT * FROM _", as: Station<SnakeKeys>.self)
        #expect(rows.map(\.imageURL) == ["i"])
    }

    @Test func `a model with a key strategy survives round trips`() {
        expectRoundTrips(Station<SnakeKeys>.self)
    }

    @Test(arguments: [TestStore.file, .database])
    func `indexes contain the stored keys`(kind: TestStore) throws {
        let stations = try kind.open().repository(of: Station<SnakeKeys>.self)
        try stations.createIndex(on: \.stationName, \.mainAddress.postalCode)
        let plan = try stations.filter { $0.stationName == "V" && $0.mainAddress.postalCode > 3 }
            .explain()
        #expect(plan.contains("USING INDEX"))
    }

    // MARK: Conflicts

    struct Twice: DocumentModel {
        static let keyStrategy = KeyStrategy.snakeCase
        @DocumentID var id: String?
        var imageURL = 1
        var imageUrl = 2
    }

    struct TwiceInside: DocumentModel {
        struct Item: Codable, Sendable {
            var roomRate = 1
            var room_rate: Int?
        }

        static let keyStrategy = KeyStrategy.snakeCase
        @DocumentID var id: String?
        var items: [Item] = []
    }

    @Test(arguments: TestStore.all)
    func `two properties with the same stored key are an error`(kind: TestStore) throws {
        let database = try kind.open().store.database
        let error = #expect(throws: QuireError.self) { try database.repository(of: Twice.self) }
        #expect(
            error?.code == .invalidParameter
                && error?.message.contains(
                    "imageURL and imageUrl of Twice have the same key image_url") == true
        )
        #expect(throws: QuireError.self) { try database.repository(of: TwiceInside.self) }
        #expect(throws: QuireError.self) {
            try database.defaultStore().repository(of: Twice.self).save(Twice())
        }
    }
}
