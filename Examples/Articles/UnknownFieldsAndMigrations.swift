// Changing a model without losing the data of existing documents.

import Foundation
import Quire

/// The app of last year.
enum Old {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var title: String
        var stars: Double?
    }
}

/// The app of today.
enum New {
    struct Hotel: DocumentModel, DefaultsProviding, VersionedModel {
        @DocumentID var id: String?
        var name = ""
        var stars = 0
        var breakfast = false

        static var defaults: Hotel { Hotel() }
        static var requiredKeys: Set<String> { ["name"] }

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2) {
                $0.rename("title", to: "name")
                $0.convert("stars", from: Double.self) { Int($0.rounded()) }
            }
    }
}

let database = try Database(inMemoryNamed: "evolution")
let old = try database.repository(of: Old.Hotel.self)
let new = try database.repository(of: New.Hotel.self)

try old.recordSchema()
try old.save(Old.Hotel(id: "h1", title: "Harbour House", stars: 3.6))

// An old document is read as a new model. It stays unchanged until it is saved.
let hotel = try new.require("h1")
print(hotel.name, hotel.stars, hotel.breakfast)
print(try new.schemaDifference())

// A sweep rewrites old documents in batches.
let done = try new.sweep(batchSize: 500) { print("\($0.done) of \($0.total)") }
print(done.failures.isEmpty)
print(try new.json("h1") ?? "none")

// Saving a document keeps the keys that the model doesn't declare.
struct Label: DocumentModel {
    @DocumentID var id: String?
    var name: String

    static let documentType = "hotel"
}
let labels = try database.repository(of: Label.self)
try labels.update("h1") { $0.name = "Harbour Hotel" }
print(try new.json("h1") ?? "none")
try database.close()
