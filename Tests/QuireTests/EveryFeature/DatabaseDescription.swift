import DatabaseTestSupport
import Foundation
import Quire

/// The complete contents of a database, as read by the API.
struct DatabaseDescription: Codable, Equatable {
    struct Document: Codable, Equatable {
        var json: String
        var sequence: UInt64
        var expiration: Date?
    }

    struct Collection: Codable, Equatable {
        var documents: [String: Document] = [:]
        var tombstones: [String] = []
        var indexes: [String] = []
    }

    struct Query: Codable, Equatable {
        var text: String
        var columns: [String]
        var rows: [String]
        /// The indexes that serve the query.
        var indexes: [String]
    }

    var collections: [String: Collection] = [:]
    var queries: [Query] = []
    /// The recorded schemas by model.
    var schemas: [String: [ModelSchema]] = [:]
    /// The content of blobs in hexadecimal digits, at most 100 of them, by digest.
    var blobs: [String: String] = [:]
    /// The revision IDs of documents, which contain the time.
    var revisions: [String: String] = [:]

    init(of database: Database, queries texts: [String]) throws {
        for collection in try database.scopes().flatMap({ try $0.collections() }) {
            try add(collection)
        }
        let models = try database.createCollection(name: "models", scope: "Kinds")
        let names = Set(collections.values.flatMap(\.indexes))
        for text in texts {
            try add(try database.createQuery(QuerySource(verbatim: text)), text, indexes: names)
        }
        schemas = [
            "house": try models.repository(of: FeatureModels.House.self).recordedSchemas(),
            "inn": try models.repository(of: FeatureModels.Inn.self).recordedSchemas(),
            "vehicle": try models.repository(of: FeatureModels.Vehicle.self).recordedSchemas(),
        ]
    }

    private mutating func add(_ collection: DocumentCollection) throws {
        var description = Collection()
        let name = collection.fullName
        let database = collection.database
        func ids(_ condition: String) throws -> [String] {
            let scope = collection.scope.name
            let query = "SELECT META().id FROM `\(scope)`.`\(collection.name)` \(condition)"
            return try database.createQuery(QuerySource(verbatim: query)).execute().compactMap {
                $0["id"]?.string
            }
        }
        for id in try ids("") {
            guard let document = try collection.document(id: id) else { continue }
            description.documents[id] = Document(
                json: document.toJSON(), sequence: document.sequence,
                expiration: try collection.getDocumentExpiration(id: id))
            revisions["\(name) \(id)"] = document.revisionID
            try addBlobs(of: document.toDictionary(), in: database)
        }
        description.tombstones = try ids("WHERE META().deleted").sorted()
        description.indexes = try collection.indexes()
        collections[name] = description
    }

    private mutating func addBlobs(of value: Any, in database: Database) throws {
        switch value {
        case let blob as Blob:
            let bytes = try [UInt8](blob.read())
            blobs[blob.digest ?? ""] = "\(bytes.count): " + bytes.prefix(50).map { $0 }.hexadecimal
        case let list as [Any]: for item in list { try addBlobs(of: item, in: database) }
        case let object as [String: Any]:
            for item in object.values { try addBlobs(of: item, in: database) }
        default: break
        }
    }

    private mutating func add(
        _ query: Quire.Query, _ text: String, indexes names: Set<String>
    ) throws {
        let rows = try query.execute()
        let plan = try query.explain()
        queries.append(
            Query(
                text: text, columns: rows.columnNames, rows: rows.map { $0.toJSON() },
                indexes: names.filter { plan.contains($0) }.sorted()))
    }
}

extension DatabaseDescription {
    /// The names of what differs from another description.
    func differences(from other: Self) -> [String] {
        func differing<Value: Equatable>(
            _ name: String, _ mine: [String: Value], _ others: [String: Value]
        ) -> [String] {
            Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }.sorted()
                .map { "\(name) \($0)" }
        }
        var names = Set(collections.keys).union(other.collections.keys).sorted().flatMap { name in
            let mine = collections[name], others = other.collections[name]
            let isSame =
                mine?.indexes == others?.indexes && mine?.tombstones == others?.tombstones
            return (isSame ? [] : ["collection \(name)"])
                + differing("document \(name)", mine?.documents ?? [:], others?.documents ?? [:])
        }
        names += differing("schemas", schemas, other.schemas)
        names += differing("blob", blobs, other.blobs)
        names += differing("revision", revisions, other.revisions)
        func byText(_ queries: [Query]) -> [String: Query] {
            Dictionary(queries.map { ($0.text, $0) }) { first, _ in first }
        }
        return names + differing("query", byText(queries), byText(other.queries))
    }
}
