import DatabaseTestSupport
import Foundation
import Quire

/// A database for tests of queries, in its own folder.
struct QueryDatabase {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init(_ documents: [(id: String, json: String)] = []) throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try save(documents)
    }

    func save(_ documents: [(id: String, json: String)]) throws {
        try database.inBatch {
            for document in documents { try collection.save(document.id, document.json) }
        }
    }

    /// Creates documents with one property, `value`, named by position.
    static func values(_ values: [String]) throws -> QueryDatabase {
        try QueryDatabase(
            values.enumerated().map { ("d\($0.offset)", #"{"value":\#($0.element)}"#) })
    }
}
