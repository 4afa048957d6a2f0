import Foundation
import Quire

/// The common setup of the query benchmarks: hotels as documents, and as JSON in a plain table.
final class QueryBench {
    static let count = 100_000
    /// A rate below which one tenth of the hotels lie.
    static let limit = 76.0

    let hotels: [ListedHotel]
    let database: Database
    let collection: DocumentCollection
    let peer: PlainTable
    private let folder: URL
    let repository: Repository<ListedHotel>
    private let query: Query
    private let peerModels: PlainSelection
    private let peerIDs: PlainSelection
    private let peerCount: PlainSelection
    private let decoder = JSONDecoder()

    init(isIndexed: Bool) throws {
        let stored = StoredHotel.all(count: Self.count)
        hotels = stored.map { ListedHotel($0) }
        folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try Database(
            name: "bench", config: DatabaseConfiguration(directory: folder.path))
        peer = try PlainTable(path: folder.appending(path: "peer").path)
        collection = try database.defaultCollection()
        repository = collection.repository(of: ListedHotel.self)
        query = try database.createQuery(
            QuerySource(
                verbatim: "SELECT META().id FROM _ WHERE type = 'hotel' AND rate < \(Self.limit)"))
        try Self.save(stored, in: database, collection)
        try Self.copy(stored, from: collection, to: peer)
        if isIndexed {
            try Self.createIndex(of: collection)
            try peer.createIndex()
        }
        peerModels = try PlainSelection("k, body", from: peer)
        peerIDs = try PlainSelection("k", from: peer)
        peerCount = try PlainSelection("count(*)", from: peer)
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func save(
        _ hotels: [StoredHotel], in database: Database, _ collection: DocumentCollection
    ) throws {
        try database.inBatch {
            for hotel in hotels {
                try collection.saveBody(id: hotel.id) { hotel.write(to: $0, revision: 1) }
            }
        }
    }

    /// Copies the documents as JSON to the peer's table.
    private static func copy(
        _ hotels: [StoredHotel], from collection: DocumentCollection, to peer: PlainTable
    ) throws {
        try peer.inTransaction {
            for hotel in hotels {
                var text = try collection.body(id: hotel.id)?.value.json() ?? ""
                try text.withUTF8 { try peer.insert(hotel.id, text: UnsafeRawBufferPointer($0)) }
            }
        }
    }

    // MARK: The index

    private static let indexName = "byRate"

    private static func createIndex(of collection: DocumentCollection) throws {
        try collection.createIndex(
            withName: indexName, config: ValueIndexConfiguration(["type", "rate"]))
    }

    func createIndex() throws { try Self.createIndex(of: collection) }

    func deleteIndex() throws { try collection.deleteIndex(forName: Self.indexName) }

    /// Returns the query plans of both of our queries.
    func explanations() throws -> [String] {
        try [repository.filter { $0.rate < Self.limit }.explain(), query.explain()]
    }

    // MARK: The ways to ask

    func models() throws -> [ListedHotel] {
        try repository.filter { $0.rate < Self.limit }.all()
    }

    func modelsOfPeer() throws -> [ListedHotel] {
        var models: [ListedHotel] = []
        try peerModels.forEach(type: ListedHotel.documentType, below: Self.limit) { row in
            var model = try decoder.decode(ListedHotel.self, from: row.text)
            model.id = row.key
            models.append(model)
        }
        return models
    }

    func ids() throws -> [String] {
        try query.execute().compactMap { $0.string(at: 0) }
    }

    func idsOfPeer() throws -> [String] {
        var ids: [String] = []
        try peerIDs.forEach(type: ListedHotel.documentType, below: Self.limit) {
            ids.append($0.key)
        }
        return ids
    }

    func count() throws -> Int {
        try repository.filter { $0.rate < Self.limit }.count()
    }

    func countOfPeer() throws -> Int {
        var count = 0
        try peerCount.forEach(type: ListedHotel.documentType, below: Self.limit) {
            count = $0.number
        }
        return count
    }
}
