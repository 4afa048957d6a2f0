import Foundation

@testable import Quire

/// A database for tests of built queries, in a folder of its own.
struct BuilderDatabase {
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

    /// Documents of one property called `value`, named by their positions.
    static func values(_ values: [String]) throws -> BuilderDatabase {
        try BuilderDatabase(
            values.enumerated().map { ("d\($0.offset)", #"{"value":\#($0.element)}"#) })
    }

    var source: DataSource { .collection(collection) }

    /// The IDs of the documents that meet a condition.
    func ids(where condition: any ExpressionProtocol) throws -> [String] {
        let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(source)
            .where(condition)
        return try query.execute().compactMap { $0.string(at: 0) }
    }

    /// The values of an expression, one a document.
    func values(of expression: any ExpressionProtocol) throws -> [QueryRow] {
        try QueryBuilder.select(SelectResult.expression(expression)).from(source).execute()
            .allResults()
    }
}

extension Query {
    func json() throws -> [String] { try execute().map { $0.toJSON() } }
}
