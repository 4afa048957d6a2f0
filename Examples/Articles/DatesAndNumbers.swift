// Stored forms of dates, numbers and other scalar values.

import Foundation
import Quire

struct Measurement: DocumentModel {
    @DocumentID var id: String?
    var time: Date
    var count: Int
    var large: UInt64
    var celsius: Double
    var price: Decimal
    var source: UUID
    var page: URL
    var bytes: Data
    var byName: [String: Int]
}

let database = try Database(inMemoryNamed: "leaves")
let measurements = try database.repository(of: Measurement.self)
let page = URL(string: "https://example.com/readings") ?? URL(filePath: "/")
let source = UUID(uuidString: "5B3F6C2E-6E2B-4D0B-9A0B-3C0D3F0A1B2C") ?? UUID()
try measurements.save(
    Measurement(
        id: "m1", time: Date(timeIntervalSince1970: 1_795_247_280.25), count: 7, large: .max,
        celsius: 20, price: Decimal(string: "19.99") ?? 0, source: source,
        page: page, bytes: Data([1, 2, 3]), byName: ["a": 1]))
for key in ["time", "count", "large", "celsius", "price", "source", "page", "bytes", "byName"] {
    let document = try database.defaultCollection().document(id: "m1")
    print("\(key): \(document?[key].toJSON() ?? "none")")
}

print(DocumentDate.string(from: Date(timeIntervalSince1970: 0)) ?? "none")
for text in ["2026-11-21", "2026-11-21 07:48Z", "2026-11-21T09:48:00.25+0200"] {
    print(DocumentDate.date(from: text) != nil, text)
}

// Date strings of the same form and time zone sort chronologically.
let since = Date(timeIntervalSince1970: 1_790_000_000)
print(try measurements.filter { $0.time >= since }.count())

let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
let months = try measurements.grouped { $0.time.start(of: .month, in: zone) }
    .select { ($0.key, $0.count) }.all()
print(months.map(\.1))

struct Reading: DocumentModel {
    @DocumentID var id: String?
    @StoredAs<SecondsSince1970> var takenAt: Date
    @StoredAs<Hexadecimal?> var digest: Data?
}
let readings = try database.repository(of: Reading.self)
try readings.save(Reading(id: "r1", takenAt: since, digest: Data([202, 254])))
print(try readings.filter { $0.$takenAt >= .init(since) }.sorted(by: \.$takenAt).count())
print(try database.defaultCollection().document(id: "r1")?.toJSON() ?? "none")

struct Station: DocumentModel {
    static let keyStrategy = KeyStrategy.snakeCase

    @DocumentID var id: String?
    var stationName: String  // stored as station_name
    var imageURL: String?  // stored as image_url
}
let stations = try database.repository(of: Station.self)
try stations.save(Station(id: "s1", stationName: "Voss"))
print(try database.defaultCollection().document(id: "s1")?["station_name"].string ?? "none")

do {
    try measurements.save(
        Measurement(
            time: since, count: 0, large: 0, celsius: .nan, price: 0, source: source,
            page: page, bytes: Data(), byName: [:]))
} catch EncodingError.invalidValue(_, let context) {
    print(context.debugDescription)
}
try database.close()
