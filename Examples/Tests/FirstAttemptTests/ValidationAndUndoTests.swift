import Foundation
import Quire
import Testing

/// Validation, registered middleware and undo as a new user writes them.
@Suite struct ValidationAndUndoTests {
    struct Hotel: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var email: String?
        var rate = 100.0
        var stars = 3
        var address = Address()
        var kind = Kind.hotel
        var guests: [Guest] = []

        enum CodingKeys: String, CodingKey {
            case id, name, email, stars, address, kind, guests, rate = "room_rate"
        }
    }

    struct Address: Codable, Equatable, Sendable { var city = "Oslo" }
    struct Guest: Codable, Equatable, Sendable { var name = "Ada" }
    enum Kind: String, Codable, Sendable { case hotel, hostel, camp }

    static let rules = ValidationRules<Hotel> {
        $0.check(\.name, .required, .length(2...80))
        $0.check(\.email, .pattern(/[^@ ]+@[^@ ]+/))
        $0.check(\.rate, .range(0...10_000))
        $0.check(\.stars, .range(1...5), .satisfies("must not be 2") { $0 != 2 })
        $0.check(\.address.city, .required)
        $0.check(\.kind, .oneOf([.hotel, .hostel]))
        $0.check(\.guests, .count(...4), .each(ValidationRules { $0.check(\.name, .required) }))
    }

    let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        try database.use(Self.rules, for: Hotel.self)
    }

    @Test func `a second repository does not bypass validation`() async throws {
        let hotels = try database.repository(of: Hotel.self)
        let invalid = Hotel(
            name: "", email: "none", rate: -1, stars: 2, address: Address(city: ""), kind: .camp,
            guests: [Guest(), Guest(name: "")])
        do {
            try await hotels.save(invalid)
            Issue.record("The model was saved.")
        } catch let error as QuireError where error.code == .validationFailed {
            #expect(
                error.violations.map(\.path) == [
                    "name", "name", "email", "room_rate", "stars", "address.city", "kind",
                    "guests[1].name",
                ])
        }
        try await hotels.save(Hotel(name: "Grand"))
        #expect(try await hotels.count() == 1)
    }

    @Test func `an editor undoes and redoes`() async throws {
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self).recording(in: history)
        let hotel = try await hotels.save(Hotel(id: "h", name: "Grand"))
        try await history.step("Rename", in: database) {
            try hotels.update("h") { $0.name = "Plaza" }
        }
        #expect(history.canUndo && history.undoActionName == "Rename")
        try await history.undo()
        #expect(try await hotels.require("h").name == hotel.name)
        try await history.redo()
        #expect(try await hotels.require("h").name == "Plaza")
        try await hotels.delete(id: "h")
        try await history.undo()
        #expect(try await hotels.find("h")?.name == "Plaza")
    }

    @MainActor @Test func `a view reads whether it can undo`() throws {
        let history = UndoHistory()
        let hotels = try database.repository(of: Hotel.self).recording(in: history)
        #expect(!history.canUndo && !history.canRedo)
        try hotels.insert(Hotel(name: "Grand"))
        #expect(history.canUndo && !history.canRedo)
    }
}
