import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct PatchBehaviourTests {
    struct Shop: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var stars = 0
        var rate = 0.5
        var discount: Int?
        var tags: [String] = []
        var notes: [String]?
        var address: Address?
        var opened: Date?
        var kind = Kind.small
        var photo: Blob?
        var rows: [[Int]] = []

        struct Address: Codable, Sendable {
            var city: String?
            var place: Place?
        }

        struct Place: Codable, Sendable {
            var floor: Int?
        }

        enum Kind: String, Codable, Sendable { case small, large }

        enum CodingKeys: String, CodingKey {
            case id, name, stars, rate = "room_rate", discount, tags, notes, address, opened, kind
            case photo, rows
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stored: String
        let expected: String
        let changes: @Sendable (inout Patch<Shop>) -> Void

        init(
            _ stored: String, _ expected: String,
            _ changes: @escaping @Sendable (inout Patch<Shop>) -> Void
        ) {
            testDescription = "\(stored) → \(expected)"
            self.stored = stored
            self.expected = expected
            self.changes = changes
        }
    }

    static let cases = [
        Case(#"{"a":1,"name":"A"}"#, #"{"a":1,"name":"B"}"#) { $0.set(\.name, to: "B") },
        Case(#"{"name":"A"}"#, #"{"name":"A","room_rate":2.5}"#) { $0.set(\.rate, to: 2.5) },
        Case(#"{"discount":1}"#, "{}") { $0.set(\.discount, to: nil) },
        Case("{}", #"{"discount":3}"#) { $0.set(\.discount, to: 3) },
        Case("{}", #"{"kind":"large"}"#) { $0.set(\.kind, to: .large) },
        Case("{}", #"{"opened":"1970-01-01T00:00:01.000Z"}"#) {
            $0.set(\.opened, to: Date(timeIntervalSince1970: 1))
        },
        Case("{}", #"{"address":{"city":"c"}}"#) { $0.set(\.address, to: .init(city: "c")) },
        Case("{}", #"{"address":{"city":"c"}}"#) { $0.set(\.address?.city, to: "c") },
        Case(#"{"address":null}"#, #"{"address":{"place":{"floor":1}}}"#) {
            $0.set(\.address?.place?.floor, to: 1)
        },
        Case(#"{"address":{"zip":1}}"#, #"{"address":{"place":{"floor":1},"zip":1}}"#) {
            $0.set(\.address?.place?.floor, to: 1)
        },
        Case("{}", "{}") { $0.set(\.address?.city, to: nil) },
        Case(#"{"stars":1}"#, #"{"stars":2}"#) { $0.increment(\.stars) },
        Case(#"{"stars":1}"#, #"{"stars":-4}"#) { $0.increment(\.stars, by: -5) },
        Case("{}", #"{"stars":5}"#) { $0.increment(\.stars, by: 5) },
        Case(#"{"discount":null}"#, #"{"discount":2}"#) { $0.increment(\.discount, by: 2) },
        Case(#"{"room_rate":1}"#, #"{"room_rate":1.5}"#) { $0.increment(\.rate, by: 0.5) },
        Case(#"{"stars":1.25}"#, #"{"stars":3.25}"#) { $0.increment(\.stars, by: 2) },
        Case("{}", #"{"address":{"place":{"floor":1}}}"#) {
            $0.increment(\.address?.place?.floor, by: 1)
        },
        Case(#"{"tags":["a"]}"#, #"{"tags":["a","b"]}"#) { $0.append(\.tags, "b") },
        Case("{}", #"{"tags":["b"]}"#) { $0.append(\.tags, "b") },
        Case(#"{"notes":null}"#, #"{"notes":["b"]}"#) { $0.append(\.notes, "b") },
        Case(#"{"tags":["a"]}"#, #"{"tags":["a","b","c"]}"#) {
            $0.append(\.tags, contentsOf: ["b", "c"])
        },
        Case(#"{"name":"A","stars":1}"#, #"{"name":"A"}"#) { $0.remove(\.stars) },
        Case(#"{"address":{"city":"c","zip":1}}"#, #"{"address":{"zip":1}}"#) {
            $0.remove(\.address?.city)
        },
        Case("{}", "{}") { $0.remove(\.address?.place?.floor) },
        Case(#"{"old":{"a":1,"b":2}}"#, #"{"old":{"b":2}}"#) { $0.remove(key: "old.a") },
        Case(#"{"title":"A"}"#, #"{"name":"A"}"#) { $0.rename("title", to: \.name) },
        Case(#"{"old":{"city":"c"}}"#, #"{"address":{"city":"c"},"old":{}}"#) {
            $0.rename("old.city", to: \.address?.city)
        },
        Case(#"{"name":"A"}"#, #"{"name":"A"}"#) { $0.rename("title", to: \.name) },
        Case(#"{"notes":["a"],"tags":["b"]}"#, #"{"tags":["a"]}"#) {
            $0.rename(\.notes, to: \.tags)
        },
        Case(#"{"rows":[[1],[2]]}"#, #"{"rows":[[9],[2]]}"#) { $0.set(\.rows[0], to: [9]) },
        Case("{}", #"{"name":"B","stars":3}"#) {
            $0.set(\.stars, to: 1)
            $0.increment(\.stars, by: 2)
            $0.set(\.name, to: "A")
            $0.set(\.name, to: "B")
            $0.append(\.tags, "a")
            $0.remove(\.tags)
        },
    ]

    private func typed(_ json: String) -> String {
        json == "{}" ? #"{"type":"shop"}"# : json.dropLast() + #","type":"shop"}"#
    }

    @Test(arguments: TestStore.all, cases)
    func `a patch changes only the specified properties`(kind: TestStore, example: Case) throws {
        let store = try kind.open()
        try store.put("a", typed(example.stored))
        try store.repository(of: Shop.self).patch("a", example.changes)
        #expect(try store.body("a") == typed(example.expected))
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let stored: String
        let code: QuireError.Code
        let text: String
        let changes: @Sendable (inout Patch<Shop>) -> Void
        var testDescription: String { "\(stored): \(text)" }

        init(
            _ stored: String, _ code: QuireError.Code, _ text: String,
            _ changes: @escaping @Sendable (inout Patch<Shop>) -> Void
        ) {
            self.stored = stored
            self.code = code
            self.text = text
            self.changes = changes
        }
    }

    static let failures = [
        Failure(#"{"stars":"3"}"#, .invalidParameter, "stars") { $0.increment(\.stars) },
        Failure(#"{"stars":true}"#, .invalidParameter, "a Boolean") { $0.increment(\.stars) },
        Failure(#"{"stars":[1]}"#, .invalidParameter, "an array") { $0.increment(\.stars) },
        Failure(#"{"stars":{}}"#, .invalidParameter, "an object") { $0.increment(\.stars) },
        Failure(#"{"stars":9223372036854775807}"#, .invalidParameter, "too large") {
            $0.increment(\.stars)
        },
        Failure(#"{"room_rate":1.7e+308}"#, .invalidParameter, "too large") {
            $0.increment(\.rate, by: 1.7e308)
        },
        Failure(#"{"tags":"a"}"#, .invalidParameter, "a string, not an array") {
            $0.append(\.tags, "b")
        },
        Failure(#"{"address":"c"}"#, .invalidParameter, "address is a string, not an object") {
            $0.set(\.address?.city, to: "c")
        },
        Failure(#"{"rows":[]}"#, .invalidParameter, "element 0") { $0.set(\.rows[0], to: [9]) },
        Failure("{}", .invalidParameter, "type") { $0.remove(key: "type") },
        Failure("{}", .invalidParameter, "type") { $0.rename("type", to: \.name) },
        Failure("{}", .invalidParameter, "ID") { $0.set(\.id, to: "b") },
        Failure("{}", .invalidQuery, "not stored") { $0.remove(\.name.count) },
    ]

    @Test(arguments: TestStore.all, failures)
    func `an invalid patch changes nothing`(kind: TestStore, failure: Failure) throws {
        let store = try kind.open()
        try store.put("a", typed(failure.stored))
        let shops = try store.repository(of: Shop.self)
        let error = #expect(throws: QuireError.self) {
            try shops.patch("a") {
                $0.set(\.discount, to: 1)
                failure.changes(&$0)
            }
        }
        #expect(error?.code == failure.code)
        #expect(error?.message.contains(failure.text) == true, "\(error?.message ?? "")")
        #expect(try store.body("a") == typed(failure.stored))
    }

    @Test(arguments: TestStore.all)
    func `a patch creates one revision`(kind: TestStore) throws {
        let shops = try kind.open().repository(of: Shop.self)
        let stale = try shops.save(Shop(id: "a", name: "A"))
        try shops.patch("a") {
            $0.increment(\.stars, by: 1)
            $0.set(\.name, to: "New")
        }
        let stored = try #require(try shops.findStored("a"))
        #expect(stored.stars == 1 && stored.name == "New")
        #expect(!kind.hasDenseSequences || stored.sequence == 2)
        #expect { try shops.save(stale) } throws: { QuireError.Code.conflict ~= $0 }
        try shops.patch("a") { _ in }
        #expect(try shops.findStored("a")?.sequence == stored.sequence)
    }

    @Test(arguments: TestStore.all)
    func `a missing document or one of another type is not patched`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("b", #"{"type":"other","name":"A"}"#)
        let shops = try store.repository(of: Shop.self)
        for id in ["a", "b"] {
            #expect { try shops.patch(id) { $0.set(\.name, to: "B") } } throws: {
                QuireError.Code.notFound ~= $0
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `an ID in the body cannot be patched`(kind: TestStore) throws {
        let seats = try kind.open().repository(of: Seat.self)
        try seats.save(Seat(id: 1, row: 1))
        #expect { try seats.patch("1") { $0.increment(\.id) } } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
        try seats.patch("1") { $0.increment(\.row) }
        #expect(try seats.require("1").row == 2)
    }

    @Test(arguments: TestStore.all)
    func `a blob in a patch is stored`(kind: TestStore) throws {
        let shops = try kind.open().repository(of: Shop.self)
        try shops.save(Shop(id: "a", name: "A"))
        let blob = Blob(contentType: "text/plain", data: Data("content".utf8))
        try shops.patch("a") { $0.set(\.photo, to: blob) }
        #expect(try shops.require("a").photo?.content == Data("content".utf8))
    }

    @Test(arguments: TestStore.all)
    func `a value that cannot be encoded is an encoding error`(kind: TestStore) throws {
        let shops = try kind.open().repository(of: Shop.self)
        try shops.save(Shop(id: "a", name: "A"))
        #expect(throws: EncodingError.self) {
            try shops.patch("a") { $0.set(\.rate, to: .infinity) }
        }
    }

    @Test(arguments: TestStore.all)
    func `a selection is patched atomically`(kind: TestStore) async throws {
        let store = try kind.open()
        let shops = try store.repository(of: Shop.self)
        for number in 1...4 {
            try await shops.save(Shop(id: "\(number)", name: "", stars: number))
        }
        let good = shops.filter { $0.stars > 2 }
        #expect(try await good.patch { $0.append(\.tags, "good") } == 2)
        try await shops.patch("1") { $0.set(\.name, to: "one") }
        #expect(try await shops.all().map(\.tags.count) == [0, 0, 1, 1])
        #expect(try await shops.require("1").name == "one")
    }
}
