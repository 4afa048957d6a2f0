import Foundation
import Quire
import Testing

/// The examples in the documentation of registered middleware and validation rules.
@Suite struct ValidationExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate = 100.0
        var stars = 4
        var phone: String?
        var tags: [String] = []
        var board = "none"
        var code = "BGO-1"
        var rooms: [Room] = []
        var updatedAt: Date?
    }

    struct Room: Codable, Sendable { var price = 100.0 }

    struct Stay: DocumentModel {
        @DocumentID var id: String?
        var checkIn: Date
        var checkOut: Date
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
    }

    @Test func registeringMiddleware() throws {
        try database.use(TimestampMiddleware(updated: \.updatedAt), for: Hotel.self)
        let hotels = try database.repository(of: Hotel.self)
        let hotel = try hotels.save(Hotel(name: "Fjord View"))
        print(hotel.updatedAt != nil)  // true
        #expect(hotel.updatedAt != nil)
    }

    @Test func removingMiddleware() throws {
        let rules = ValidationRules<Hotel> { $0.check(\.name, .required) }
        let registration = try database.use(rules, for: Hotel.self)
        registration.remove()
        try hotels.save(Hotel(name: ""))
    }

    @Test func enginesWithMiddleware() {
        final class MemoDatabase {
            let registeredMiddleware: RegisteredMiddleware? = RegisteredMiddleware()

            func close() { registeredMiddleware?.removeAll() }
        }
        MemoDatabase().close()
    }

    @Test func afterATransaction() throws {
        try hotels.save(Hotel(id: "hotel-2", name: "Grand"))
        try database.inBatch {
            try hotels.delete(id: "hotel-2")
            try database.afterTransaction { isCommitted in
                if isCommitted { print("The hotel was deleted.") }
            }
        }
        #expect(try hotels.count() == 0)
    }

    @Test func rules() throws {
        let rules = ValidationRules<Hotel> {
            $0.check(\.name, .required, .length(...80))
            $0.check(\.stars, .range(1...5))
            $0.check(\.roomRate, .range(0...))
            $0.check(\.phone, .pattern("[+0-9 ]{5,20}"))
            $0.check(\.tags, .count(...10), .each(.length(1...20)))
            $0.check(\.board, .oneOf(["none", "half", "full"]))
            $0.check("A hotel with five stars has a phone number") {
                $0.stars < 5 || $0.phone != nil
            }
        }
        try database.use(rules, for: Hotel.self)
        var lines: [String] = []
        func print(_ violation: ValidationViolation) { lines.append("\(violation)") }
        do {
            try hotels.save(Hotel(name: "", roomRate: -5))
        } catch let error as QuireError where error.code == .validationFailed {
            for violation in error.violations { print(violation) }
            // name is required (found "")
            // roomRate must be at least 0.0 (found -5.0)
        }
        #expect(
            lines == [
                #"name is required (found "")"#, "roomRate must be at least 0.0 (found -5.0)",
            ])
    }

    @Test func checkingModels() throws {
        let rules = ValidationRules<Hotel> {
            $0.check(\.name, .required)
            $0.check(\.stars, .range(1...5))
        }
        let violations = try rules.violations(of: Hotel(name: " ", stars: 9))
        print(violations.map(\.property))  // ["name", "stars"]
        #expect(violations.map(\.property) == ["name", "stars"])
        try hotels.save(Hotel(name: ""))
        for document in try rules.invalidDocuments(in: hotels) {
            print(document.id, document.violations)
        }
        if let document = try rules.invalidDocuments(in: hotels).first {
            print(document.id, document.violations.map(\.property))
        }
    }

    @Test func ownRules() throws {
        let isEven = ValidationRule<Int>.satisfies("must be even") { $0 % 2 == 0 }
        let rules = ValidationRules<Hotel> { $0.check(\.stars, .range(1...5), isEven) }
        #expect(try rules.violations(of: Hotel(name: "", stars: 7)).count == 2)
    }

    @Test func messages() throws {
        let length = ValidationRule.length(12...).message("is too short")
        let rules = ValidationRules<Hotel> { $0.check(\.name, length) }
        #expect(try rules.violations(of: Hotel(name: "pin")).first?.value == nil)
    }

    @Test func elements() throws {
        let room = ValidationRules<Room> { $0.check(\.price, .range(0...)) }
        let rules = ValidationRules<Hotel> { $0.check(\.rooms, .count(1...), .each(room)) }
        let hotel = Hotel(name: "", rooms: [Room(price: -1)])
        #expect(try rules.violations(of: hotel).first?.path == "rooms[0].price")
    }

    @Test func patterns() throws {
        let rules = ValidationRules<Hotel> { $0.check(\.code, .pattern("[A-Z]{3}-[0-9]+")) }
        #expect(try rules.violations(of: Hotel(name: "")).isEmpty)
    }

    @Test func regularExpressions() throws {
        let rules = ValidationRules<Hotel> { $0.check(\.code, .pattern(/[A-Z]{3}-\d+/)) }
        #expect(try rules.violations(of: Hotel(name: "", code: "x")).count == 1)
    }

    @Test func rulesOfSeveralProperties() throws {
        let rules = ValidationRules<Stay> {
            $0.check(\.checkOut, "must be after the check-in") { $0.checkOut > $0.checkIn }
        }
        let stay = Stay(checkIn: .now, checkOut: .distantPast)
        #expect(try rules.violations(of: stay).first?.property == "checkOut")
    }
}
