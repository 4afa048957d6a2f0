// Fleece: document bodies without a model, JSON text, and the bytes of the format.

import Foundation
import Quire

struct Hotel: Codable {
    var name: String
    var rates: [Double]
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02X", $0) }.joined(separator: " ")
}

let database = try Database(inMemoryNamed: "fleece")
let collection = try database.createCollection(name: "hotels")

// Write a document body.
try collection.saveBody(id: "hotel-1") { writer in
    writer.beginDictionary()
    writer.writeKey("name")
    writer.write("Harbour House")
    writer.writeKey("rates")
    writer.beginArray()
    writer.write(Int64(121))
    writer.write(140.5)
    writer.endArray()
    writer.endDictionary()
}
try collection.saveBody(id: "hotel-2") { writer in
    try JSONReader.read(#"{"name": "Grand", "rates": [240]}"#, into: writer)
}

// Read a document body.
if let hotel = try collection.body(id: "hotel-1") {
    print(hotel.string("name") ?? "no name")
    if let rates = hotel.array("rates") {
        for rate in rates { print(rate.kind, rate.double ?? 0) }
    }
    print(hotel["name"]?.double ?? 0, hotel["stars"] == nil)
}

// Read one value of many bodies.
let firstRate = FleecePath([.key("rates"), .index(0)])
for id in ["hotel-1", "hotel-2"] {
    let rate = try collection.body(id: id)?.value.value(at: firstRate)
    print(id, rate?.int64 ?? 0)
}

// Convert JSON text, a body and a model.
let storage = try FleeceStorage(json: #"{"name": "Grand", "rates": [240, 260.5]}"#)
if let root = storage.root {
    print(try root.json(.pretty))
    print(try DocumentDecoder().decode(Hotel.self, from: root).rates)
}
let encoded = try DocumentEncoder().encodeToFleece(Hotel(name: "Rosenkrantz", rates: [189]))
print(try encoded.root?.json(.canonical) ?? "")

// The bytes of the format.
let writer = FleeceWriter()
try JSONReader.read(#"{"foo": 123}"#, into: writer)
let bytes = try writer.finish()
print(hex(bytes))

let table = MutableSharedKeys()
let numbering = FleeceWriter(sharedKeys: table)
try JSONReader.read(#"{"foo": 123}"#, into: numbering)
let numbered = try numbering.finish()
print(hex(numbered))

let readable = FleeceStorage(numbered, sharedKeys: table.snapshot)
print(readable.rootDictionary?.int64("foo") ?? 0)

// Bytes from an untrusted source.
do {
    _ = try bytes.dropFirst(4).withUnsafeBytes { try FleeceStorage(validating: $0) }
} catch let error as FleeceError {
    print(error)
}
