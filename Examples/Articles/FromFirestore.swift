// The counterparts of Firestore code, and a migration of documents in its REST format.

import Foundation
import Quire

struct Event: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var seats: Int
    var startsAt: Date
    var tags: [String] = []
    var place: Place?
    var host: Reference<Person>?
    @ExplicitNull var note: String?
    var updatedAt: Date?

    struct Place: Codable, Sendable {
        var latitude: Double
        var longitude: Double
    }
}

struct Person: DocumentModel {
    @DocumentID var id: String?
    var name: String
}

/// A document of the subcollection `attendees` of an event.
struct Attendee: DocumentModel {
    @DocumentID var id: String?
    var event: Reference<Event>
    var name: String
}

let database = try Database(inMemoryNamed: "culture")
let events = try database.repository(of: Event.self).timestamped(updated: \.updatedAt)
let attendees = try database.repository(of: Attendee.self)

// Documents in the format of the REST API.
let page = """
    {"documents":[{
        "name":"projects/demo/databases/(default)/documents/events/choir",
        "fields":{
            "title":{"stringValue":"Choir"},
            "seats":{"integerValue":"40"},
            "startsAt":{"timestampValue":"2026-11-21T18:30:00.123456Z"},
            "tags":{"arrayValue":{"values":[{"stringValue":"music"},{"stringValue":"free"}]}},
            "place":{"geoPointValue":{"latitude":60.39,"longitude":5.32}},
            "host":{"referenceValue":"projects/demo/databases/(default)/documents/people/ada"},
            "note":{"nullValue":null}},
        "createTime":"2026-10-01T09:00:00.000001Z",
        "updateTime":"2026-10-02T09:00:00.000001Z"}]}
    """

/// Converts the fields of a document or a map to plain JSON.
func plainFields(_ fields: [String: Any]) -> [String: Any] {
    fields.mapValues { ($0 as? [String: Any]).map(plainValue) ?? NSNull() }
}

/// Converts a typed value, such as `{"integerValue":"40"}`, to plain JSON.
func plainValue(_ value: [String: Any]) -> Any {
    guard let (type, content) = value.first else { return NSNull() }
    switch (type, content) {
    case ("integerValue", let digits as String):
        return Int64(digits) ?? 0
    case ("mapValue", let map as [String: Any]):
        return plainFields(map["fields"] as? [String: Any] ?? [:])
    case ("arrayValue", let array as [String: Any]):
        return (array["values"] as? [[String: Any]] ?? []).map(plainValue)
    case ("referenceValue", let path as String):
        return lastComponent(path)
    default:
        // Strings, Booleans, floating-point numbers, null, timestamps, bytes and locations.
        return content
    }
}

/// Returns the ID at the end of a document path.
func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
}

/// Saves the documents of a page in one transaction, and returns the token of the next page.
func importPage<Model: DocumentModel>(
    _ json: Data, into models: Repository<Model>
) throws -> String? {
    let page = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
    try models.store.inBatch {
        for case let document as [String: Any] in page["documents"] as? [Any] ?? [] {
            let fields = plainFields(document["fields"] as? [String: Any] ?? [:])
            let plain = try JSONSerialization.data(withJSONObject: fields)
            let model = try DocumentDecoder().decode(
                Model.self, fromJSON: String(decoding: plain, as: UTF8.self))
            try models.upsert(model, id: lastComponent(document["name"] as? String ?? ""))
        }
    }
    return page["nextPageToken"] as? String
}

// The plain repository, so that the import sets no new timestamp.
let plainEvents = try database.repository(of: Event.self)
print(try importPage(Data(page.utf8), into: plainEvents) ?? "no further page")
let choir = try plainEvents.require("choir")
print(choir.title, choir.seats, choir.tags, choir.place?.latitude ?? 0, choir.host?.id ?? "none")
print(DocumentDate.string(from: choir.startsAt) ?? "none")

// Writing.
try events.upsert(
    Event(
        id: "film", title: "Film night", seats: 80,
        startsAt: Date(timeIntervalSince1970: 1_795_900_000), tags: ["film"]))
try events.patch("choir") {
    $0.set(\.title, to: "Open choir")
    $0.increment(\.seats, by: -2)
    $0.append(\.tags, "evening")
    $0.remove(\.place)
}
print(try events.require("choir").tags, try events.require("film").updatedAt != nil)

// Queries.
let coming = events.filter { $0.startsAt > choir.startsAt - 1 && $0.seats >= 10 }
print(try coming.sorted(by: \.startsAt).limit(10).all().map(\.title))
print(try events.filter { $0.tags.contains("music") || $0.tags.contains("film") }.count())
print(try events.sum(of: \.seats))

// Subcollections and collection group queries.
try attendees.save([
    Attendee(id: "a1", event: "choir", name: "Lin"),
    Attendee(id: "a2", event: "film", name: "Lin"),
])
print(try attendees.referring(toID: "choir", by: \.event).all().map(\.name))
print(try attendees.filter { $0.name == "Lin" }.count())

// Transactions.
func book(_ id: String, for name: String) throws {
    try database.inBatch {
        let event = try events.require(id)
        guard event.seats > 0 else { throw SoldOut() }
        try events.patch(id) { $0.increment(\.seats, by: -1) }
        try attendees.save(Attendee(event: Reference(id: id), name: name))
    }
}
struct SoldOut: Error {}
try book("film", for: "Ada")
print(try events.require("film").seats, try attendees.count())
try database.close()
