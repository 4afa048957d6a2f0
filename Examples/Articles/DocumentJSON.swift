// Converting documents, arrays, dictionaries and blobs to and from JSON text.

import CouchbaseLiteSwift
import Foundation

var configuration = DatabaseConfiguration()
configuration.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let database = try Database(name: "hotel", config: configuration)

// An array.
let list = try MutableArrayObject(
    json: #"[{"id":"1000","city":"Bergen"},{"id":"1001","city":"Oslo"}]"#)
let places = MutableDocument(id: "1000").setArray(list, forKey: "list")
try database.saveDocument(places)
if let array = database.document(withID: "1000")?.array(forKey: "list") {
    for index in 0..<array.count {
        print(array.dictionary(at: index)?.string(forKey: "city") ?? "")
    }
    print(array.toJSON())
    print(array[1].toJSON())
}

// A dictionary.
let dictionary = try MutableDictionaryObject(json: #"{"id":"1002","name":"Grand","pets":true}"#)
for key in dictionary.keys.sorted() { print(key, "=", dictionary[key].toJSON()) }
try dictionary.setJSON(#"{"name":"Harbour"}"#)
try database.saveDocument(places.setDictionary(dictionary, forKey: "hotel"))
print(database.document(withID: "1000")?.dictionary(forKey: "hotel")?.toJSON() ?? "")

// A blob has a digest, and therefore JSON text, once it is saved.
let avatar = Blob(contentType: "text/plain", data: Data("Hello World!".utf8))
try database.saveDocument(places.setBlob(avatar, forKey: "avatar"))
if let blob = database.document(withID: "1000")?.blob(forKey: "avatar") {
    print(blob.toJSON())
    print("a blob:", Blob.isBlob(properties: blob.properties))
    let found = try database.getBlob(properties: blob.properties)
    print(found?.content.map { String(decoding: $0, as: UTF8.self) } ?? "none")
}

// Copying documents from one database to another.
let copies = try Database(name: "hotelcopies", config: configuration)
try copies.saveBlob(blob: avatar)
for row in try database.createQuery("SELECT META().id AS id FROM _").execute() {
    guard let id = row["id"].string, let document = database.document(withID: id) else { continue }
    let copy = try MutableDocument(id: id, json: document.toJSON())
    try copies.saveDocument(copy)
    print(copies.document(withID: id)?.toJSON() == document.toJSON())
}

// JSON text that is not an object throws an error with Couchbase Lite's code.
do {
    _ = try MutableDocument(json: "[]")
} catch {
    print((error as NSError).domain, (error as NSError).code)
}
try copies.delete()
try database.delete()
