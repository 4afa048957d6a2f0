import Foundation
import Quire

/// The common setup of the store benchmarks: a folder for both sides, and the hotels.
final class StoreBench {
    let hotels: [StoredHotel]
    private let folder: URL
    private var fileNumber = 0

    private(set) var database: Database
    private(set) var collection: DocumentCollection
    private(set) var peer: PlainTable
    /// The data that the peer writes: bytes with the sizes of our bodies.
    private var blobs: [UInt8] = []
    private var blobSizes: [Int] = []
    private var generation = 0

    init(count: Int) throws {
        hotels = StoredHotel.all(count: count)
        folder = FileManager.default.temporaryDirectory.appending(
            path: "quire-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        (database, collection, peer) = try Self.create(in: folder, number: 0)
        try saveAll()
        for hotel in hotels {
            blobSizes.append(try collection.body(id: hotel.id)?.storage.count ?? 0)
        }
        var generator = SeededGenerator(seed: 1)
        blobs = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func create(
        in folder: URL, number: Int
    ) throws -> (Database, DocumentCollection, PlainTable) {
        let database = try Database(
            name: "bench\(number)", config: DatabaseConfiguration(directory: folder.path))
        let peer = try PlainTable(path: folder.appending(path: "peer\(number)").path)
        return (database, try database.defaultCollection(), peer)
    }

    /// Starts with empty files on both sides.
    func empty() throws {
        try database.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        fileNumber += 1
        (database, collection, peer) = try Self.create(in: folder, number: fileNumber)
    }

    // MARK: Our side

    func save(_ hotel: StoredHotel) throws {
        try collection.saveBody(id: hotel.id) {
            hotel.write(to: $0, revision: generation)
        }
    }

    func saveAll() throws {
        generation += 1
        try database.inBatch { for hotel in hotels { try save(hotel) } }
    }

    /// Closes the database and returns the size of its file.
    func fileSize() throws -> Int {
        let path = database.path ?? ""
        try database.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/db.sqlite3")
        return attributes[.size] as? Int ?? 0
    }

    /// Opens the database again.
    func open() throws -> Database {
        try Database(
            name: "bench\(fileNumber)", config: DatabaseConfiguration(directory: folder.path))
    }

    /// Opens the closed database of this object again.
    func reopen() throws {
        database = try open()
        collection = try database.defaultCollection()
    }

    // MARK: The peer

    /// Opens the file of our side in SQLite's C interface.
    func openWithSQLite() throws -> PlainTable {
        try PlainTable(
            documentsAt: folder.appending(path: "bench\(fileNumber).cblite2/db.sqlite3").path)
    }

    /// Passes bytes with the size of a hotel's body to a closure; the bytes differ for each call.
    func withBlob(_ index: Int, _ use: (UnsafeRawBufferPointer) throws -> Void) throws {
        let size = blobSizes[index]
        let start = (index &* 7 &+ generation &* 13) % (blobs.count - size)
        try blobs.withUnsafeBytes {
            try use(UnsafeRawBufferPointer(rebasing: $0[start..<(start + size)]))
        }
    }

    func peerInsert(_ index: Int) throws {
        try withBlob(index) { try peer.insert(hotels[index].id, $0) }
    }

    func peerInsertInTransaction(_ index: Int) throws {
        try peer.inTransaction {
            try peerInsert(index)
            try peer.advanceSequence(by: 1)
        }
    }

    func peerInsertAll() throws {
        generation += 1
        try peer.inTransaction {
            for index in hotels.indices { try peerInsert(index) }
            try peer.advanceSequence(by: hotels.count)
        }
    }

    func peerUpdateAll() throws {
        generation += 1
        try peer.inTransaction {
            for index in hotels.indices {
                try withBlob(index) { try peer.update(hotels[index].id, $0) }
            }
            try peer.advanceSequence(by: hotels.count)
        }
    }

    // MARK: Agreement

    /// Checks that both sides contain every hotel.
    func verify() throws {
        for (index, hotel) in hotels.enumerated() {
            let body = try collection.body(id: hotel.id)
            let fields = body.map(StoredHotel.readThree)
            let peerCount = try peer.withBody(hotel.id) { $0.count }
            // The size may differ by one byte, because the generation number grows.
            guard fields?.0 == hotel.name, fields?.1 == hotel.rate, fields?.2 == Int64(hotel.stars),
                abs(peerCount - (body?.storage.count ?? 0)) <= 4
            else { throw Disagreement("hotel \(index) differs between both sides") }
        }
    }
}
