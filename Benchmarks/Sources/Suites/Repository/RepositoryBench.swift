import Foundation
import Quire

/// The common setup of the repository benchmarks: a database, a plain table, and hotels.
final class RepositoryBench {
    static let count = 5_000

    let models: [HotelModel]
    private let folder: URL
    private var fileNumber = 0

    private(set) var database: Database
    private(set) var collection: DocumentCollection
    private(set) var hotels: Repository<HotelModel>
    private(set) var peer: PlainTable

    let encoder = DocumentEncoder()
    let decoder = DocumentDecoder()
    let jsonEncoder = JSONEncoder()
    let jsonDecoder = JSONDecoder()

    init(count: Int = RepositoryBench.count) throws {
        models = CodedHotel.all(count: count).map { HotelModel($0) }
        folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        jsonEncoder.dateEncodingStrategy = .iso8601
        jsonDecoder.dateDecodingStrategy = .iso8601
        (database, peer) = try Self.create(in: folder, number: 0)
        collection = try database.defaultCollection()
        hotels = collection.repository(of: HotelModel.self)
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func create(
        in folder: URL, number: Int
    ) throws -> (Database, PlainTable) {
        (
            try Database(
                name: "bench\(number)", config: DatabaseConfiguration(directory: folder.path)),
            try PlainTable(path: folder.appending(path: "peer\(number)").path)
        )
    }

    /// Starts with empty files on both sides.
    func empty() throws {
        try database.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        fileNumber += 1
        (database, peer) = try Self.create(in: folder, number: fileNumber)
        collection = try database.defaultCollection()
        hotels = collection.repository(of: HotelModel.self)
    }

    // MARK: The ways to save and to find

    func saveAll() throws {
        try database.inBatch { for model in models { try hotels.save(model) } }
    }

    /// Encodes each model and saves it with the store.
    func saveAllInParts() throws {
        try database.inBatch {
            for model in models {
                try collection.saveBody(id: model.id ?? "") { try encoder.encode(model, into: $0) }
            }
        }
    }

    func saveAllAsJSON() throws {
        try peer.inTransaction {
            for model in models {
                try jsonEncoder.encode(model).withUnsafeBytes {
                    try peer.insert(model.id ?? "", text: $0)
                }
            }
        }
    }

    /// Reads, decodes, changes and encodes each model, and saves it with the store.
    func updateAllInParts() throws {
        try database.inBatch {
            for model in models {
                let id = model.id ?? ""
                guard var found = try findInParts(id) else { continue }
                found.rate += 1
                try collection.saveBody(id: id) { try encoder.encode(found, into: $0) }
            }
        }
    }

    func updateAll() throws {
        try database.inBatch {
            for model in models { try hotels.update(model.id ?? "") { $0.rate += 1 } }
        }
    }

    func findInParts(_ id: String) throws -> HotelModel? {
        try collection.body(id: id).map { try decoder.decode(HotelModel.self, from: $0.value) }
    }

    func findAsJSON(_ id: String) throws -> HotelModel? {
        try peer.withBody(id) { bytes in
            guard let start = bytes.baseAddress else { return nil }
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                deallocator: .none)
            return try jsonDecoder.decode(HotelModel.self, from: data)
        }
    }

    // MARK: Agreement

    /// Checks that all models are found; IDs are ignored, because only a repository sets them.
    func verify(_ find: (String) throws -> HotelModel?) throws {
        for model in models {
            var found = try find(model.id ?? "")
            found?.id = model.id
            guard found == model else { throw Disagreement("a hotel differs: \(model)") }
        }
    }

    /// Returns IDs in random order.
    func randomIDs(count: Int) -> [String] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in models.randomElement(using: &generator)?.id ?? "" }
    }
}
