// What a typed filter can express. Each call prints the IDs of the hotels that it finds.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var kind = Kind.hotel
    var meals = Meals.none
    var stars: Int
    var rooms: Int
    var roomRate: Double
    var lowestRate: Double?
    var petsWelcome = false
    var hasPool: Bool?
    var phone: String?
    @ExplicitNull var email: String?
    var openedAt: Date
    var renovatedAt: Date?
    var address: Address
    var location: Location?
    var tags: [String] = []
    var reviews: [Review] = []
    var names: [String: String] = [:]
    var owner: Reference<Owner>?
}

extension Hotel {
    enum Kind: String, Codable, Sendable {
        case hotel, hostel, inn
    }

    enum Meals: Codable, Sendable {
        case none
        case dinner(courses: Int)
    }

    struct Address: Codable, Sendable {
        var street: String?
        var city: String
    }

    struct Location: Codable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    struct Review: Codable, Sendable {
        var author: String
        var rating: Int
        var tags: [String] = []
    }
}

extension Hotel.Meals: SampleProviding {
    static var samples: (Hotel.Meals, Hotel.Meals) { (.none, .dinner(courses: 3)) }
}

struct Owner: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var country: String
}

/// Returns the start of a day.
func date(_ text: String) -> Date {
    DocumentDate.date(from: text + "T00:00Z") ?? .distantPast
}

let database = try Database(inMemoryNamed: "filters")
let owners = try database.repository(of: Owner.self)
try owners.save([
    Owner(id: "ada", name: "Ada", country: "NO"), Owner(id: "lin", name: "Lin", country: "SE"),
])
let hotels = try database.repository(of: Hotel.self)
try hotels.save([
    Hotel(
        id: "1", name: "Harbour House", stars: 4, rooms: 25, roomRate: 121, lowestRate: 80,
        petsWelcome: true, hasPool: true, phone: "55 00 00 00", email: "post@harbour.example",
        openedAt: date("1998-05-01"), renovatedAt: date("2024-03-15"),
        address: .init(street: "4 Kaigaten", city: "Bergen"),
        location: .init(latitude: 60.4, longitude: 5.3), tags: ["quiet", "sea"],
        reviews: [
            .init(author: "Ada", rating: 5, tags: ["view"]), .init(author: "Lin", rating: 3),
        ],
        names: ["nb": "Havnehuset"], owner: Reference(id: "ada")),
    Hotel(
        id: "2", name: "Grand", meals: .dinner(courses: 4), stars: 5, rooms: 0, roomRate: 240,
        hasPool: false,
        openedAt: date("2026-11-21"), address: .init(city: "Oslo"),
        location: .init(latitude: 59.9, longitude: 10.7), tags: ["city"],
        reviews: [.init(author: "Lin", rating: 5)], owner: Reference(id: "lin")),
    Hotel(
        id: "3", name: "Café Ærlig", kind: .hostel, stars: 2, rooms: 7, roomRate: 40,
        lowestRate: 40, petsWelcome: true, phone: "22 00", openedAt: date("2015-01-10"),
        address: .init(city: "Oslo")),
])

/// Prints the IDs of the hotels that meet a condition.
func find(
    @ConditionBuilder<Hotel> _ condition: (QueryField<Hotel, Hotel>) -> QueryCondition<Hotel>
) throws {
    let ids = try hotels.filter(condition).sorted(by: \.id).select(\.id).all()
    print(ids.compactMap { $0 }.joined(separator: " "))
}

print("Overview")
let affordable = hotels.filter {
    $0.petsWelcome && $0.roomRate < 150 && $0.address.city == "Bergen"
        && $0.reviews.any { $0.rating >= 4 }
}
print(try affordable.all().map(\.name))

print("Lines")
let (city, words): (String?, [String]) = ("Bergen", ["harbour", "grand"])
let chosen = hotels.filter {
    $0.stars >= 3
    if let city { $0.address.city == city }
    anyOf {
        for word in words { $0.name.lowercased().contains(word) }
    }
    not { $0.tags.contains("loud") }
}
print(try chosen.all().map(\.name))

print("Booleans")
try find { $0.petsWelcome }
try find { !$0.petsWelcome }
try find { $0.hasPool }
try find { !$0.hasPool }
try find { $0.hasPool == false }
try find { $0.hasPool == nil }
try find { ($0.hasPool ?? true) }

print("Comparisons")
try find { $0.stars >= 4 }
try find { $0.stars == 4 || $0.stars == 5 }
try find { [2, 4].contains($0.stars) }
try find { ![2, 4].contains($0.stars) }
try find { (3...4).contains($0.stars) }
try find { (100..<200).contains($0.roomRate) }
try find { (200...).contains($0.roomRate) }
try find { $0.roomRate == $0.lowestRate }
try find { $0.id == "1" }
try find { $0.id.in(["1", "3"]) }

print("Optionals")
try find { $0.phone == nil }
try find { $0.phone != nil }
try find { $0.lowestRate < 50 }
try find { !($0.lowestRate < 50) }
try find { ($0.lowestRate ?? 0) < 60 }
try find { $0.lowestRate < 100 || $0.lowestRate == nil && $0.roomRate < 100 }
try find { $0.location.latitude > 60 }
try find { $0.location?.latitude > 60 }
try find { $0.phone.isMissing }
try find { $0.email.isNull }
try find { $0.email.isMissing }

print("Arithmetic")
try find { $0.roomRate * 1.25 + 10 < 100 }
try find { $0.roomRate - $0.lowestRate > 30 }
try find { $0.rooms % 2 == 1 }
try find { 100 / $0.rooms > 3 }

print("Strings")
try find { $0.name.hasPrefix("Harbour") }
try find { $0.name.hasSuffix("House") }
try find { $0.name.contains("rb") }
try find { $0.name.like("H%_House") }
try find { $0.name.lowercased() == "grand" }
try find { $0.name.lowercased().contains("house") }
try find { $0.name.localizedStandardContains("cafe") }
try find { $0.name.collating(.localized.ignoringCase) == "GRAND" }
try find { $0.name.collating(.localized) < "D" }
try find { $0.name.count > 10 }
try find { $0.name + ", " + $0.address.city == "Grand, Oslo" }
try find { $0.phone.hasPrefix("55") }

print("Enumerations")
try find { $0.kind == .hostel }
try find { [.hostel, .inn].contains($0.kind) }
try find { $0.kind != .hotel }
try find { $0.kind.rawValue.hasPrefix("hos") }

try find { $0.meals == .dinner(courses: 4) }

print("Dates")
try find { $0.openedAt < date("2020-01-01") }
try find { (date("2026-11-01")..<date("2026-12-01")).contains($0.openedAt) }
try find { $0.renovatedAt > $0.openedAt }
let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
try find { $0.openedAt.year(in: oslo) == 2026 }
try find { $0.openedAt.weekday(in: oslo) == 7 }
try find { $0.openedAt.hour(in: oslo) < 12 }

print("Arrays")
try find { $0.tags.contains("sea") }
try find { $0.tags.any { ["sea", "city"].contains($0) } }
try find { $0.tags.contains("sea") && $0.tags.contains("quiet") }
try find { $0.tags.isEmpty }
try find { $0.tags.count >= 2 }
try find { $0.tags[0] == "quiet" }
try find { $0.tags.last == "sea" }
try find { $0.reviews.any { $0.author == "Ada" && $0.rating >= 4 } }
try find { $0.reviews.every { $0.rating >= 4 } }
try find { $0.reviews.anyAndEvery { $0.rating >= 4 } }
try find { $0.reviews.none { $0.rating < 4 } }
try find { $0.reviews.any { $0.tags.contains("view") } }
try find { hotel in hotel.reviews.any { $0.rating >= hotel.stars } }
try find { $0.reviews.first.rating == 5 }

print("Dictionaries and structures")
try find { $0.names["nb"] == "Havnehuset" }
try find { $0.names.keys.contains("nb") }
try find { $0.names.keys.any { $0.hasPrefix("n") } }
try find { $0.names.values.contains("Havnehuset") }
try find { $0.names.any { key, name in key != "en" && name.hasPrefix("H") } }
try find { $0.names.count == 1 }
try find { $0.names["nb", default: "–"] == "–" }
try find { $0.names.isEmpty }
try find { $0.address.city == "Oslo" }
try find { $0.address == Hotel.Address(city: "Oslo") }
try find { $0.address.street == nil }
try find { $0.location != nil }

print("References")
try find { $0.owner == Reference(id: "ada") }
try find { $0.owner == nil }
try find { $0.owner.model.country == "NO" }

print("Full text")
try hotels.createFullTextIndex(on: \.name)
print(try hotels.filter { $0.stars > 3 }.matching("house", in: \.name).all().map(\.name))

print("Conditions as functions")
func isPraised(_ hotel: QueryField<Hotel, Hotel>) -> QueryCondition<Hotel> {
    hotel.reviews.any { $0.rating == 5 }
}
func isNear(
    _ latitude: Double, _ location: QueryField<Hotel, Hotel.Location?>
) -> QueryCondition<Hotel> {
    (latitude - 0.1...latitude + 0.1).contains(location.latitude)
}
try find { isPraised($0) && isNear(60.4, $0.location) }

print("Search form")
struct SearchForm {
    var text = ""
    var city: String?
    var maximumRate: Double?
    var kinds: Set<Hotel.Kind> = []
    var onlyWithPool = false
}

func results(of form: SearchForm) -> Selection<Hotel> {
    hotels.filter {
        if !form.text.isEmpty { $0.name.localizedStandardContains(form.text) }
        if let city = form.city { $0.address.city == city }
        if let rate = form.maximumRate { $0.roomRate <= rate }
        if !form.kinds.isEmpty { form.kinds.contains($0.kind) }
        if form.onlyWithPool { $0.hasPool }
    }.sorted(by: \.roomRate)
}
print(try results(of: SearchForm(city: "Oslo", maximumRate: 100)).all().map(\.name))
print(try results(of: SearchForm()).count())

print("SQL++")
let pattern = "^[A-H]"
let matching = try database.query(
    "SELECT * FROM _ WHERE type = 'hotel' AND REGEXP_LIKE(name, \(pattern))", as: Hotel.self)
print(matching.map(\.name))
print(
    try database.query(
        """
        SELECT META().id AS id FROM _ WHERE type = 'hotel'
        AND ANY v IN names SATISFIES v = 'Havnehuset' END
        AND DATE_DIFF_STR(renovatedAt, openedAt, 'year') > 10
        """
    ).map { $0.toJSON() })
print(
    try database.query("SELECT META().id AS id FROM _ WHERE meals.dinner.courses >= 3")
        .map { $0.toJSON() })
let mean = try hotels.average(of: \.roomRate) ?? 0
try find { $0.roomRate > mean }

try database.close()
