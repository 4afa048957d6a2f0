import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Missing keys get the defaults that their type declares.
@Suite struct DefaultsTests {
    struct Room: Codable, Equatable, Sendable, DefaultsProviding {
        var number: Int
        var beds = 2
        var rates = Rates()

        struct Rates: Codable, Equatable, Sendable {
            var summer = 100.5
            var winter: Float = 80
        }

        static var defaults: Room { Room(number: 0) }
        static var requiredKeys: Set<String> { ["number"] }
    }

    struct Lodge: DocumentModel, Equatable, DefaultsProviding {
        @DocumentID var id: String?
        var name: String
        var stars = 3
        var level: UInt8 = 7
        var open = true
        var city = "Bergen"
        var nick: String? = "none"
        var since = Date(timeIntervalSince1970: 0)
        var tags: [String] = ["new"]
        var best = Room(number: 1)
        var rooms: [Room] = []

        static let defaults = Lodge(name: "")
        static var requiredKeys: Set<String> { ["name"] }
    }

    let store: OpenTestStore
    let lodges: Repository<Lodge>

    init() throws {
        store = try TestStore.database.open()
        lodges = try store.repository(of: Lodge.self)
    }

    @Test func `every missing key gets its default, and a missing optional is nil`() throws {
        try store.put("x", #"{"type":"lodge","name":"A"}"#)
        var expected = Lodge(id: "x", name: "A")
        expected.nick = nil
        #expect(try lodges.find("x") == expected)
    }

    @Test func `an existing value is not replaced by a default`() throws {
        let full = Lodge(
            id: "x", name: "A", stars: 5, level: 1, open: false, city: "Oslo", nick: "B",
            since: Date(timeIntervalSince1970: 86_400), tags: [],
            best: Room(number: 4, beds: 1, rates: Room.Rates(summer: 1, winter: 2)))
        try lodges.save(full)
        #expect(try lodges.find("x") == full)
    }

    @Test func `values nested in a model and its arrays have their own defaults`() throws {
        try store.put(
            "x", #"{"type":"lodge","name":"A","best":{"number":9},"rooms":[{"number":1,"beds":4}]}"#
        )
        let lodge = try lodges.require("x")
        #expect(lodge.best == Room(number: 9) && lodge.rooms == [Room(number: 1, beds: 4)])
    }

    static let refused = [
        #"{"type":"lodge"}"#, #"{"type":"lodge","name":"A","rooms":[{}]}"#,
        #"{"type":"lodge","name":"A","stars":null}"#, #"{"type":"lodge","name":"A","stars":"3"}"#,
        #"{"type":"lodge","name":"A","best":{"number":1,"rates":{}}}"#,
    ]

    @Test(arguments: refused)
    func `a missing value without a default, or an invalid value, is an error`(json: String) throws
    {
        try store.put("x", json)
        #expect(throws: DecodingError.self) { try lodges.find("x") }
    }

    @Test func `a default is stored by the next save`() throws {
        try store.put("x", #"{"type":"lodge","name":"A"}"#)
        try lodges.update("x") { $0.name = "B" }
        #expect(try lodges.filter { $0.stars == 3 && $0.best.beds == 2 }.count() == 1)
    }

    @Test func `the Codable methods of a collection use defaults too`() throws {
        try store.put("x", #"{"name":"A"}"#)
        #expect(try store.collection.document(id: "x", as: Lodge.self)?.stars == 3)
    }
}
