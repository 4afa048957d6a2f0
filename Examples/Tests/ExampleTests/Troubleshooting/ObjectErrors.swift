import CouchbaseLiteSwift
import Foundation
import Quire

/// A model object of Couchbase Lite's API.
private final class Price: DocumentCodable {
    @DocumentID var id: String?
    var amount = Double.infinity
}

/// Saves an object whose property has no stored form, and throws the error with its code.
func saveObjectWithoutStoredForm(in folder: URL) throws {
    var config = DatabaseConfiguration()
    config.directory = folder.path
    let database = try CouchbaseLiteSwift.Database(name: "prices", config: config)
    defer { try? database.close() }
    let price = Price()
    price.id = "price-1"
    do {
        try database.defaultCollection().save(from: price)
    } catch let error as NSError {
        throw QuireError(QuireError.Code(rawValue: error.code), error.localizedDescription)
    }
}
