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
struct OpenedHotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var roomRate: Double
    var openedAt: Date
}

struct InvalidPrice: Error {
    let text: String
}

/// A hotel as the file of a supplier contains it.
struct SuppliedHotel: Decodable {
    var code: Int
    var title: String
    var price: String
    var opened: String

    static let dates = Date.ParseStrategy(
        format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)

    func model() throws -> OpenedHotel {
        guard let rate = Double(price) else { throw InvalidPrice(text: price) }
        let date = try Date(opened, strategy: Self.dates)
        return OpenedHotel(id: "hotel-\(code)", name: title, roomRate: rate, openedAt: date)
    }
}

let opened = try database.repository(of: OpenedHotel.self)
let line = #"{"code": 17, "title": "Quay", "price": "121.50", "opened": "21.11.2026"}"#
let supplied = try decoder.decode(SuppliedHotel.self, fromJSON: line)
try opened.upsert(supplied.model())
print(try opened.json("hotel-17") ?? "none")

// The decoder of Foundation.
let foundation = JSONDecoder()
foundation.dateDecodingStrategy = .secondsSince1970
let seconds = #"{"name": "Inn", "roomRate": 70, "openedAt": 1795219200}"#
let inn = try foundation.decode(OpenedHotel.self, from: Data(seconds.utf8))
print(DocumentDate.string(from: inn.openedAt) ?? "none")

// Complete documents.
let collection = try database.createCollection(name: "complete")
let complete = collection.repository(of: Hotel.self)
let text =
    #"{"_id": "hotel-1", "name": "Inn", "city": "Voss", "room_rate": 70, "geo": {"lat": 61}}"#
let id = try FleeceStorage(json: text).rootDictionary?["_id"]?.string
let document = try MutableDocument(id: id, json: text)
document.removeValue(forKey: "_id")
document.setString(Hotel.documentType, forKey: "type")
try collection.save(document: document)
try complete.update("hotel-1") { $0.roomRate = 75 }
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

try database.close()
try FileManager.default.removeItem(at: folder)
