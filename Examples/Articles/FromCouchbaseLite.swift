// An unchanged Couchbase Lite program, and a repository on its collection.

import CouchbaseLiteSwift

var config = DatabaseConfiguration()
config.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let database = try Database(name: "travel", config: config)
let collection = try database.createCollection(name: "hotels", scope: "inventory")

let document = MutableDocument(id: "hotel-1")
document.setString("hotel", forKey: "type")
document.setString("Harbour House", forKey: "name")
document["rate"].double = 121
try collection.save(document: document)

let query =
    QueryBuilder
    .select(SelectResult.expression(Meta.id), SelectResult.property("name"))
    .from(DataSource.collection(collection))
    .where(Expression.property("rate").lessThan(Expression.double(150)))
for row in try query.execute() {
    print(row.string(forKey: "id") ?? "none", row["name"].string ?? "none")
}

// Errors have Couchbase Lite's domain and codes.
do {
    try collection.purge(id: "hotel-2")
} catch let error as NSError where error.code == CBLError.notFound {
    print(error.domain, error.code)
}

// The same documents as models of a repository.
struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var rate: Double
}
let hotels = collection.quire.repository(of: Hotel.self)
print(try hotels.filter { $0.rate > 100 }.select(\.name).all())
try database.delete()
