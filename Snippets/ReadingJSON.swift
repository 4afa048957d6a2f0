// Reading JSON and JSON Lines into models, and writing JSON Lines.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
    var phone: String?

    enum CodingKeys: String, CodingKey {
        case id = "_id"
        case name, city
        case roomRate = "room_rate"
        case phone
    }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

/// Writes a file for this example.
func write(_ text: String, to name: String) throws -> URL {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url
}

let url = try write(
    """
    [
      {"_id": "hotel-1", "name": "Harbour House", "city": "Bergen", "room_rate": 121},
      {"_id": "hotel-2", "name": "Grand", "city": "Oslo", "room_rate": 240.5, "phone": null}
    ]
    """, to: "hotels.json")
let database = try Database(inMemoryNamed: "travel")
let hotels = try database.repository(of: Hotel.self)

// An array.
let json = try String(contentsOf: url, encoding: .utf8)
let decoder = DocumentDecoder()
try hotels.upsert(decoder.decode([Hotel].self, fromJSON: json))
print(try hotels.json("hotel-1") ?? "none")

// One object.
let object = #"{"_id": "hotel-3", "name": "Fjord Inn", "city": "Bergen", "room_rate": 89}"#
try hotels.upsert(decoder.decode(Hotel.self, fromJSON: object))

// An array below a key.
struct Response: Decodable {
    var hotels: [Hotel]
}
let response = #"{"page": 1, "hotels": [{"name": "Inn", "city": "Voss", "room_rate": 70}]}"#
print(try decoder.decode(Response.self, fromJSON: response).hotels.map(\.name))

// An array in a larger text.
let nested = #"{"data": {"list": [{"name": "Inn", "city": "Voss", "room_rate": 70}]}}"#
let root = try FleeceStorage(json: nested).rootDictionary
if let list = root?["data"]?.dictionary?["list"]?.array {
    print(try decoder.decode([Hotel].self, from: list).count)
}

// An object whose keys are the IDs.
let byID = #"{"hotel-4": {"name": "Station", "city": "Oslo", "room_rate": 95}}"#
for (id, hotel) in try decoder.decode([String: Hotel].self, fromJSON: byID) {
    try hotels.upsert(hotel, id: id)
}
print(try hotels.selection.select(\.id).all().compactMap { $0 }.sorted())

// JSON Lines.
let good = try write(
    """
    {"_id": "hotel-1", "name": "Harbour House", "city": "Bergen", "room_rate": 130}
    {"_id": "hotel-5", "name": "Old Mill", "city": "Voss", "room_rate": 80}
    """, to: "hotels.jsonl")
var lines = try JSONLines(contentsOf: good)
var batch: [Hotel] = []
while let hotel = try lines.decodeNext(Hotel.self) {
    batch.append(hotel)
    if batch.count == 1000 {
        try hotels.upsert(batch)
        batch.removeAll()
    }
}
try hotels.upsert(batch)
print(try hotels.count())

// Lines with errors.
let mixed = try write(
    """
    {"_id": "hotel-6", "name": "Quay", "city": "Bergen", "room_rate": 99}
    {"_id": "hotel-7", "name": "Tower", "city": "Oslo"}
    {"_id": "hotel-8", "name": "Mill", "city": "Voss", "room_rate": "cheap"}
    {"_id": "hotel-9", "name": "Barn",
    {"_id": "hotel-10", "name": "Lodge", "city": "Voss", "room_rate": 65}
    """, to: "mixed.jsonl")

/// Returns the reason for which a line was not imported.
func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        path(context.codingPath + [key]) + " is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        path(context.codingPath) + ": " + context.debugDescription
    case let error as JSONError: "\(error.message), column \(error.column)"
    default: "\(error)"
    }
}

func path(_ keys: [any CodingKey]) -> String {
    keys.map(\.stringValue).joined(separator: ".")
}

func importHotels(from url: URL) throws -> (count: Int, problems: [String]) {
    var lines = try JSONLines(contentsOf: url)
    var (count, problems) = (0, [String]())
    var isAtEnd = false
    while !isAtEnd {
        try database.inBatch {
            for _ in 0..<1000 {
                do {
                    guard let hotel = try lines.decodeNext(Hotel.self) else {
                        isAtEnd = true
                        return
                    }
                    try hotels.upsert(hotel)
                    count += 1
                } catch let error where error is DecodingError || error is JSONError {
                    problems.append("line \(lines.line): \(reason(error))")
                }
            }
        }
    }
    return (count, problems)
}

let (count, problems) = try importHotels(from: mixed)
print("\(count) hotels imported")
for problem in problems { print(problem) }

// Keys in snake case.
struct Room: Codable {
    var roomNumber: Int
    var isFree: Bool
}
var snakeCase = DocumentDecoder()
snakeCase.keyDecodingStrategy = .snakeCase
print(try snakeCase.decode(Room.self, fromJSON: #"{"room_number": 12, "is_free": true}"#))

// A file with other types: dates, numbers in strings, integer IDs.
/// A hotel as the file of a supplier contains it.
struct SuppliedHotel: Decodable {
    var code: Int
    var title: String
    var town: String
    var price: Decimal
    var rating: Number
    var opened: String

    /// A number that is written as a number or as a string.
    struct Number: Decodable {
        var value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                guard let number = Double(text) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "\"\(text)\" is not a number")
                }
                value = number
            } else {
                value = try container.decode(Double.self)
            }
        }
    }

    static let dates = Date.ParseStrategy(
        format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)

    func model() throws -> RatedHotel {
        RatedHotel(
            id: "hotel-\(code)", name: title, city: town, roomRate: price, rating: rating.value,
            openedAt: try Date(opened, strategy: Self.dates))
    }
}

struct RatedHotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Decimal
    var rating: Double
    var openedAt: Date
}

let rated = try database.createCollection(name: "rated").repository(of: RatedHotel.self)
let supplied = try decoder.decode(
    SuppliedHotel.self,
    fromJSON: """
        {"code": 17, "title": "Quay", "town": "Bergen", "price": "121.50", "rating": "4.5",
        "opened": "21.11.2026"}
        """)
try rated.upsert(supplied.model())
print(try rated.json("hotel-17") ?? "none")

// The decoder of Foundation.
let foundation = JSONDecoder()
foundation.dateDecodingStrategy = .secondsSince1970
let seconds = #"{"name":"Inn","city":"Voss","roomRate":70,"rating":4,"openedAt":1795219200}"#
let inn = try foundation.decode(RatedHotel.self, from: Data(seconds.utf8))
print(DocumentDate.string(from: inn.openedAt) ?? "none")

// Null and missing.
struct Contact: DocumentModel {
    @DocumentID var id: String?
    var phone: String?
    @ExplicitNull var email: String?
}
let contacts = try database.createCollection(name: "contacts").repository(of: Contact.self)
for (id, json) in [("a", #"{"phone": null, "email": null}"#), ("b", "{}")] {
    try contacts.upsert(decoder.decode(Contact.self, fromJSON: json), id: id)
    print(try contacts.json(id) ?? "none")
}

// New documents only, and removed documents.
var known = 0
for hotel in try decoder.decode([Hotel].self, fromJSON: json) {
    do {
        try hotels.insert(hotel)
    } catch QuireError.Code.conflict {
        known += 1
    }
}
print(known)

// Complete documents.
let collection = try database.createCollection(name: "complete")
let complete = collection.repository(of: Hotel.self)
let text = #"{"name": "Harbour House", "city": "Bergen", "room_rate": 121, "geo": {"lat": 60.4}}"#
let document = try MutableDocument(id: "hotel-1", json: text)
document.setString(Hotel.documentType, forKey: "type")
try collection.save(document: document)
try complete.update("hotel-1") { $0.roomRate = 130 }
print(try complete.json("hotel-1") ?? "none")

// JSON Lines from models.
let output = folder.appending(path: "export.jsonl")
try Data().write(to: output)
let file = try FileHandle(forWritingTo: output)
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
try hotels.forEach { hotel in
    try file.write(contentsOf: encoder.encode(hotel) + Data("\n".utf8))
}
try file.close()
print(try String(contentsOf: output, encoding: .utf8).prefix { $0 != "\n" })

// JSON Lines from a query.
let rows = try database.query(
    "SELECT META().id AS _id, name, city FROM _ WHERE type = 'hotel' AND city = 'Oslo'")
for row in rows { print(row.toJSON()) }

try database.close()
try FileManager.default.removeItem(at: folder)
