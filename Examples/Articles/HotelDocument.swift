// Documents with typed setters and getters: dictionaries, arrays, dates, conversions.

import CouchbaseLiteSwift
import Foundation

var configuration = DatabaseConfiguration()
configuration.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let database = try Database(name: "hoteldb", config: configuration)

// A hotel that contains a dictionary and an array. Setters return the object that they change.
let address = MutableDictionaryObject()
    .setString("4 Kaigaten", forKey: "street")
    .setString("Bergen", forKey: "city")
    .setString("Norway", forKey: "country")
    .setString("5016", forKey: "code")
let phones = MutableArrayObject().addString("55 00 00 00").addString("55 00 00 01")
let hotel = MutableDocument(id: "hotel-1")
    .setString("hotel", forKey: "type")
    .setString("Harbour House", forKey: "name")
    .setFloat(121.75, forKey: "room_rate")
    .setDictionary(address, forKey: "address")
    .setArray(phones, forKey: "phones")
try database.saveDocument(hotel)

// Loaded documents are immutable and are decoded lazily.
guard let read = database.document(withID: "hotel-1") else { exit(1) }
print("\(read.string(forKey: "name") ?? "") costs \(read.float(forKey: "room_rate"))")
if let address = read.dictionary(forKey: "address") {
    print("street:", address.string(forKey: "street") ?? "none")
    for key in address.keys.sorted() { print("    \(key) = \(address.value(forKey: key) ?? "")") }
}
if let phones = read.array(forKey: "phones") {
    for (index, phone) in phones.enumerated() { print("phone \(index) = \(phone)") }
    print("the first one is", phones[0].string ?? "none", "of", phones.count)
}
print("the city is", read["address"]["city"].string ?? "none")
print("stars:", read.contains(key: "stars") ? "known" : "unknown, so \(read.int(forKey: "stars"))")

// To change a document, create a mutable copy. Changes of nested objects change the document.
let mutable = read.toMutable()
mutable.setString("Harbour Hotel", forKey: "name")
mutable.array(forKey: "phones")?.addString("55 00 00 02")
mutable["address"]["code"].string = "5017"
try database.saveDocument(mutable)
print(database.document(withID: "hotel-1")?.toJSON() ?? "")

// A date is stored as an ISO 8601 string.
let task = MutableDocument()
    .setString("task", forKey: "type")
    .setString("todo", forKey: "owner")
    .setDate(Date(timeIntervalSince1970: 1_795_247_280), forKey: "createdAt")
try database.saveDocument(task)
print(task.date(forKey: "createdAt") == Date(timeIntervalSince1970: 1_795_247_280))
print(task.toJSON())
print(task.toDictionary().keys.sorted())

// A document can be created from a dictionary of native values.
let bookmarks = MutableDocument(data: ["type": "bookmarkedhotels", "hotels": [String]()])
for id in ["hotel-1", "hotel-2"] { bookmarks.array(forKey: "hotels")?.addString(id) }
try database.saveDocument(bookmarks)
print(bookmarks.toJSON())

try database.deleteDocument(mutable)
print("deleted:", database.document(withID: "hotel-1") == nil)
try database.close()
try Database.delete(withName: "hoteldb", inDirectory: configuration.directory)
