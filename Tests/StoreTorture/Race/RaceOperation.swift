import Quire
import QuireTestSupport

/// The operations of the threads.
enum RaceOperation: CaseIterable {
    case saveOne
    case saveBatch
    case increment
    case incrementAsynchronously
    case saveBlob
    case saveModel
    case saveVectors
    case read
    case readBlob
    case readCollection
    case search
    case searchVectors
    case query
    case comparePair
    case count
    case listen
    case listenToDocument
    case stream
    case setExpiration
    case delete
    case purge
    case createCollection
    case deleteCollection
    case createIndex
    case deleteIndex
    case createVectorIndex
    case deleteVectorIndex
    case copy
    case reopen
    case maintain

    /// The relative frequency of the operation.
    private var weight: Int {
        switch self {
        case .read: 20
        case .saveOne, .saveBatch, .increment, .query, .comparePair: 10
        case .reopen: 3
        case .createIndex, .deleteIndex, .createVectorIndex, .saveVectors: 2
        case .deleteVectorIndex, .deleteCollection, .maintain, .copy: 1
        default: 4
        }
    }

    private static let lots: [RaceOperation] = allCases.flatMap {
        Array(repeating: $0, count: $0.weight)
    }

    static func random(using random: inout SplitMix64) -> RaceOperation {
        lots.randomElement(using: &random) ?? .read
    }

    /// Performs the operation.
    func run(in arena: RaceArena, using random: inout SplitMix64) throws {
        let id = "doc-\(Int.random(in: 0..<200, using: &random))"
        let number = Int64.random(in: 0..<100, using: &random)
        let database = arena.database(using: &random)
        switch self {
        case .saveOne: try Self.save(id, number, in: database)
        case .saveBatch: try Self.savePair(number, in: database)
        case .increment: try Self.increment(in: database, arena)
        case .incrementAsynchronously: Self.incrementAsynchronously(in: database, arena)
        case .saveBlob: try Self.saveBlob(number, in: database)
        case .saveModel: try Self.saveModel("model-\(number)", in: database)
        case .saveVectors: try TortureVectors.change(database, using: &random)
        case .searchVectors: try TortureVectors.search(database)
        case .read: try Self.read(id, in: database)
        case .readBlob: try Self.readBlob(number, in: database)
        case .readCollection: try Self.readCollection(number, in: database)
        case .query: try Self.query(in: database)
        case .comparePair: try Self.comparePair(in: database)
        case .count: _ = try database.defaultCollection().count
        case .listen: try Self.listen(in: database, arena)
        case .listenToDocument: try Self.listen(to: id, in: database, arena)
        case .stream: try Self.stream(in: database, arena)
        case .setExpiration: try Self.setExpiration(id, number, in: database)
        case .delete: try Self.delete(id, in: database)
        case .purge: try Self.purge(id, in: database)
        case .createCollection: try Self.createCollection(number, in: database)
        case .search: try Self.search(number, in: database)
        case .createIndex: try Self.createIndex(in: database)
        case .deleteIndex: try Self.deleteIndex(in: database)
        case .createVectorIndex: try Self.createVectorIndex(in: database)
        case .deleteVectorIndex: try Self.deleteVectorIndex(in: database)
        case .deleteCollection: try Self.deleteCollection(number, in: database)
        case .copy: try Self.copy(database)
        case .reopen: try arena.replace(using: &random)
        case .maintain:
            try database.performMaintenance(
                type: [.compact, .reindex, .optimize].randomElement(using: &random) ?? .compact)
        }
    }
}
