// What a program of Couchbase Lite looks like here: mostly the same.

import Foundation
import Quire

var config = DatabaseConfiguration()
config.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let database = try Database(name: "travel", config: config)
let collection = try database.createCollection(name: "hotels", scope: "inventory")

// Documents.
let document = MutableDocument(id: "hotel-1")
document.setString("hotel", forKey: "type")
document.setString("Harbour House", forKey: "name")
document["rate"].double = 121
try collection.save(document: document)
print(try collection.document(id: "hotel-1")?.string(forKey: "name") ?? "none")

// Queries.
let query =
    QueryBuilder
    .select(SelectResult.expression(Meta.id), SelectResult.property("name"))
    .from(DataSource.collection(collection))
    .where(QueryExpression.property("rate").lessThan(QueryExpression.double(150)))
for row in try query.execute() {
    print(row.string(forKey: "id") ?? "none", row.string(forKey: "name") ?? "none")
}

// Codable, with the collection's own calls.
struct Hotel: Codable, Sendable {
    @DocumentID var id: String?
    var type = "hotel"
    var name: String
    var rate: Double
}
if var hotel = try collection.document(id: "hotel-1", as: Hotel.self) {
    hotel.rate += 10
    hotel = try collection.save(from: hotel)
    print(hotel.rate)
}

// The same documents as models of a repository.
extension Hotel: DocumentModel {}
let hotels = collection.repository(of: Hotel.self)
print(try hotels.filter { $0.rate > 100 }.select(\.name).all())

// Errors have Couchbase Lite's domain and codes.
do {
    try database.createCollection(name: "no spaces here")
} catch QuireError.Code.busy {
    print("try again later")
} catch {
    let error = error as NSError
    print(error.domain, error.code)
}
try database.delete()
