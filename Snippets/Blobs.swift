// Contents beside documents.

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

// The content is read when it is asked for.
let found = try hotels.require("h1").photo
print(found?.contentType ?? "none", found?.length ?? 0)
print(try found?.read() == photo.content)

// What is in the document is what can be asked for.
let large = try database.createQuery("SELECT name FROM _ WHERE photo.length > 10")
for row in try large.execute() { print(row.toJSON()) }

// A large file is best brought in before the transaction.
let file = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID().uuidString).txt")
try Data("a long text".utf8).write(to: file)
let text = try Blob(contentType: "text/plain", fileURL: file)
try database.saveBlob(blob: text)
try hotels.update("h1") { $0.photo = text }
try FileManager.default.removeItem(at: file)

// The photograph is no document's any more.
let digest = photo.properties
try database.performMaintenance(type: .compact)
print(try database.getBlob(properties: digest) == nil)
try database.close()
