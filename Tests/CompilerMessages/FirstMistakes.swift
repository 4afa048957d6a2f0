import Foundation
import Quire

// The mistakes of the article about first mistakes that the compiler reports. No target contains
// this file: `Scripts/checks/mistakes` compiles it, and compares the errors of each line with the
// comments above it. The messages are those of Swift 6.3.

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
    var openedAt: Date?
    var stars: Int
    var petsWelcome: Bool
    var kind: Kind

    enum Kind: String, Codable { case hotel, hostel }
}

// MARK: Models

struct Location {
    var latitude: Double
    var longitude: Double
}

// error: type 'Inn' does not conform to protocol 'Decodable'
// error: type 'Inn' does not conform to protocol 'Encodable'
struct Inn: DocumentModel {
    @DocumentID var id: String?
    var location: Location
}

// error: type 'Motel' does not conform to protocol 'Decodable'
// error: type 'Motel' does not conform to protocol 'Encodable'
struct Motel: DocumentModel {
    // error: property type 'String' does not match 'wrappedValue' type 'String?'
    @DocumentID var id: String
    var name: String
}

final class Hostel: DocumentModel {
    // error: stored property '_id' of 'Sendable'-conforming class 'Hostel' is mutable
    @DocumentID var id: String?
    var name = ""
}

struct Villa: Codable {
    var name: String
}

func makeRepository(_ database: Database) throws {
    // error: instance method 'repository(of:typeKey:conflicts:)' requires that 'Villa' conform to 'DocumentModel'
    let villas = try database.repository(of: Villa.self)
    print(villas)
}

// MARK: Calls

func load(_ hotels: Repository<Hotel>) async throws {
    // error: expression is 'async' but is not marked with 'await'
    let hotel = try hotels.require("hotel-1")
    print(hotel)
}

func rename(_ hotels: Repository<Hotel>, _ database: Database) async throws {
    // error: cannot pass function of type '@Sendable () async throws -> Hotel' to parameter expecting synchronous function type
    try await database.inBatch {
        try await hotels.update("hotel-1") { $0.name = "Harbour Hotel" }
    }
}

func printName(_ hotels: Repository<Hotel>) throws {
    // error: value of optional type 'Hotel?' must be unwrapped to refer to member 'name' of wrapped base type 'Hotel'
    print(try hotels.find("hotel-1").name)
}

func printCheap(_ hotels: Repository<Hotel>) throws {
    // error: for-in loop requires 'Selection<Hotel>' to conform to 'Sequence'
    for hotel in hotels.filter({ $0.roomRate < 150 }) { print(hotel.name) }
}

// MARK: Filters

func findOlder(_ hotels: Repository<Hotel>) throws {
    // error: '<' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
    let old = try hotels.filter { $0.openedAt < "2000-01-01" }.all()
    print(old)
}

func findByRate(_ hotels: Repository<Hotel>) throws {
    // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'rate' using key path from root type 'Hotel'
    let cheap = try hotels.filter { $0.rate < 150 }.all()
    print(cheap)
}

func findNear(_ hotels: Repository<Hotel>) throws {
    // error: cannot convert value of type 'QueryField<Hotel, Double>' to expected argument type 'Int'
    let near = try hotels.filter { abs($0.roomRate - 120) < 20 }.all()
    print(near)
}

func findByName(_ hotels: Repository<Hotel>) throws {
    // error: 'starts(with:)' has been renamed to 'hasPrefix(_:)': use hasPrefix(_:) in a filter
    let harbour = try hotels.filter { $0.name.starts(with: "Harbour") }.all()
    print(harbour)
}

func findByStars(_ hotels: Repository<Hotel>) throws {
    // error: cannot assign through dynamic lookup property: '$0' is immutable
    // error: cannot assign value of type 'Int' to type 'QueryField<Hotel, Int>'
    // error: cannot convert value of type '()' to expected argument type 'QueryField<Hotel, Condition>'
    // error: generic parameter 'Condition' could not be inferred
    let best = try hotels.filter { $0.stars = 4 }.all()
    print(best)
}

func findHostels(_ hotels: Repository<Hotel>) throws {
    let hostels = try hotels.filter {
        $0.petsWelcome
        // error: reference to member 'hostle' cannot be resolved without a contextual type
        $0.kind == .hostle
    }.all()
    print(hostels)
}

func sortByRate(_ hotels: Repository<Hotel>) throws {
    // error: value of type 'Hotel' has no member 'rate'
    let cheapest = try hotels.sorted(by: \.rate).first()
    print(cheapest as Any)
}

// MARK: Queries

func run(_ database: Database, _ city: String) throws {
    let text = "SELECT name FROM _ WHERE city = '\(city)'"
    // error: 'query' is unavailable: Write the query as a string literal, whose values are bound, or pass QuerySource(verbatim: text)
    let rows = try database.query(text)
    print(rows)
}
