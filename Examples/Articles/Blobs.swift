// Storing files with documents.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var photo: Blob?
}

let database = try Database(inMemoryNamed: "photos")
let hotels = try database.repository(of: Hotel.self)

let photo = Blob(contentType: "image/jpeg", data: Data("not really a photograph".utf8))
try hotels.save(Hotel(id: "h1", name: "Harbour House", photo: photo))
print(try hotels.json("h1") ?? "none")

// Loading the model does not read the content.
let found = try hotels.require("h1").photo
print(found?.contentType ?? "none", found?.length ?? 0)
print(try found?.read() == photo.content)

// A query can access the metadata of a blob in the document.
let large = try database.query("SELECT name FROM _ WHERE photo.length > 10")
for row in large { print(row.toJSON()) }

// Store a large file before the transaction.
let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID().uuidString).txt")
try Data("a long text".utf8).write(to: file)
let text = try Blob(contentType: "text/plain", fileURL: file)
try database.saveBlob(blob: text)
try hotels.update("h1") { $0.photo = text }
try FileManager.default.removeItem(at: file)

// No document contains the photograph any longer.
let digest = photo.properties
try database.performMaintenance(type: .compact)
print(try database.getBlob(properties: digest) == nil)
try database.close()
