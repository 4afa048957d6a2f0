import Fleece
import Foundation
import Quire
import QuireTestSupport

/// The workload that the command `power` records.
struct PowerWorkload {
    private let config: DatabaseConfiguration
    private var random: SplitMix64
    private var database: Database
    private var names: [String] = []
    private var nextName = 0

    /// Opens the shared database.
    init(in directory: String, fullSync: Bool, seed: UInt64) throws {
        config = TortureDatabase.configuration(in: directory, fullSync: fullSync)
        random = SplitMix64(seed: seed)
        database = try TortureDatabase.open(in: directory, fullSync: fullSync)
    }

    /// Runs the workload and closes the database.
    ///
    /// - Parameter rounds: The number of batches.
    /// - Throws: Errors of the databases.
    mutating func run(rounds: Int) throws {
        try TortureIndexes.create(in: database)
        for _ in 0..<rounds {
            let batch = try BatchWriter(database).saveNext(using: &random)
            PowerMarker.acknowledgement(batch).record()
            if random.once(in: 2) { try saveOwner() }
            if random.once(in: 4) { try removeOwner() }
            if random.once(in: 4) { try TortureVectors.change(database, using: &random) }
            if random.once(in: 8) { try database.performMaintenance(type: .compact) }
            if random.once(in: 15) { try reopen() }
            if random.once(in: 15) { try create() }
            if random.once(in: 15) { try copy() }
            if random.once(in: 15) { try delete() }
            if random.once(in: 20) { try TortureIndexes.create(in: database) }
            if random.once(in: 20) { try TortureIndexes.delete(in: database) }
        }
        try database.close()
    }

    private mutating func reopen() throws {
        try database.close()
        database = try TortureDatabase.open(in: config.directory, fullSync: config.fullSync)
    }

    // MARK: Owners of blobs

    private static let ownerType = "owner"

    /// Saves a document with a blob that other documents can share.
    private mutating func saveOwner() throws {
        let number = Int.random(in: 0..<20, using: &random)
        let content = Int.random(in: 0..<40, using: &random)
        let blob = Blob(
            contentType: "text/plain",
            data: Data(repeating: UInt8(content), count: 100 * (content + 1)))
        let document = MutableDocument(id: "owner-\(number)")
        document.setString(Self.ownerType, forKey: "type")
        document.setBlob(blob, forKey: "blob")
        try database.defaultCollection().save(
            document: document, concurrencyControl: .lastWriteWins)
    }

    /// Deletes, purges or expires a document with a blob.
    private mutating func removeOwner() throws {
        let collection = try database.defaultCollection()
        let id = "owner-\(Int.random(in: 0..<20, using: &random))"
        guard let document = try collection.document(id: id) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try collection.delete(document: document)
        case 1: try collection.purge(id: id)
        default: try collection.setDocumentExpiration(id: id, expiration: Date())
        }
    }

    /// Checks that every document saved by ``saveOwner()`` has its blob.
    static func checkOwners(in database: Database) throws {
        let collection = try database.defaultCollection()
        for number in 0..<20 {
            guard let document = try collection.document(id: "owner-\(number)") else { continue }
            let blob = try require(document.blob(forKey: "blob"), "\(document.id) has no blob")
            _ = try blob.read()
        }
    }

    // MARK: Other databases

    private mutating func makeName(_ prefix: String) -> String {
        nextName += 1
        names.append("\(prefix)-\(nextName)")
        return "\(prefix)-\(nextName)"
    }

    private mutating func create() throws {
        let name = makeName("created")
        try OtherDatabases.make(name, config)
        PowerMarker.created(name).record()
    }

    private mutating func copy() throws {
        let name = makeName("copied")
        let path = try require(database.path, "the open database has no path")
        try Database.copy(fromPath: path, toDatabase: name, withConfig: config)
        PowerMarker.copied(name).record()
    }

    private mutating func delete() throws {
        guard let name = names.randomElement(using: &random) else { return }
        names.removeAll { $0 == name }
        PowerMarker.deleting(name).record()
        try Database.delete(withName: name, inDirectory: config.directory)
        PowerMarker.deleted(name).record()
    }
}
