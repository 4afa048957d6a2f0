import Fleece
import Foundation
import Quire

/// A model of a document for the repository.
struct RaceDocument: DocumentModel {
    static let documentType = "race"

    @DocumentID var id: String?
    var number: Int64
}

extension RaceOperation {
    private static let counter = "counter"

    private static func write(_ number: Int64, type: String, to writer: FleeceWriter) {
        writer.beginDictionary()
        writer.writeKey("type")
        writer.write(type)
        writer.writeKey("number")
        writer.write(number)
        // For the full-text index.
        writer.writeKey("description")
        writer.write("harbour n\(number) house")
        // Occasionally uses a name that is not a shared key.
        writer.writeKey("name_\(Int.random(in: 0..<500))")
        writer.write(number)
        writer.endDictionary()
    }

    static func save(_ id: String, _ number: Int64, in database: Database) throws {
        try database.defaultCollection().saveBody(id: id) {
            write(number, type: RaceDocument.documentType, to: $0)
        }
    }

    /// Saves two documents that must always contain the same number.
    static func savePair(_ number: Int64, in database: Database) throws {
        let collection = try database.defaultCollection()
        try database.inBatch {
            for id in ["pair-0", "pair-1"] {
                try collection.saveBody(id: id) {
                    write(number, type: "pair", to: $0)
                }
            }
        }
    }

    static func saveBlob(_ number: Int64, in database: Database) throws {
        let blob = Blob(contentType: "text/plain", data: Data("content \(number)".utf8))
        let collection = try database.defaultCollection()
        try database.inBatch {
            try database.saveBlob(blob: blob)
            let digest = try require(blob.digest, "a saved blob has no digest")
            try collection.saveBody(id: "blob-\(number)") { writer in
                writer.beginDictionary()
                for (key, value) in [
                    (Blob.typeProperty, Blob.blobType), (Blob.blobDigestProperty, digest),
                ] {
                    writer.writeKey(key)
                    writer.write(value)
                }
                writer.endDictionary()
            }
        }
    }

    /// Reads, changes and saves a model, unless another thread changes it in the meantime.
    static func saveModel(_ id: String, in database: Database) throws {
        let repository = try database.repository(of: RaceDocument.self)
        do {
            var model = try repository.find(id) ?? RaceDocument(id: id, number: 0)
            model.number += 100
            let saved = try repository.save(model)
            try require(
                saved.id == id && saved.number == model.number, "\(id) was saved as \(saved)")
        } catch QuireError.Code.conflict {
            // Another thread has changed it first.
        }
    }

    // MARK: Counting

    static func count(in database: Database) throws -> Int64 {
        try database.defaultCollection().body(id: counter)?["number"]?.int64 ?? 0
    }

    private static func increment(_ database: Database) throws {
        let number = try count(in: database) + 1
        try database.defaultCollection().saveBody(id: counter) {
            write(number, type: "counter", to: $0)
        }
    }

    static func increment(in database: Database, _ arena: RaceArena) throws {
        try database.inBatch { try increment(database) }
        arena.noteIncrement()
    }

    static func incrementAsynchronously(in database: Database, _ arena: RaceArena) {
        arena.task {
            do {
                try await database.inBatch { try increment(database) }
                arena.noteIncrement()
            } catch QuireError.Code.notOpen {
                // Another thread has closed the object.
            } catch {
                Console.complain("incrementAsynchronously: \(error)")
                exit(1)
            }
        }
    }

    // MARK: Ends of documents

    static func setExpiration(_ id: String, _ number: Int64, in database: Database) throws {
        // Some dates are in the past, some are during the race.
        let date = Date(timeIntervalSinceNow: Double(number) / 20 - 1)
        try ignoringMissing {
            try database.defaultCollection().setDocumentExpiration(id: id, expiration: date)
        }
    }

    static func delete(_ id: String, in database: Database) throws {
        try ignoringMissing { try database.repository(of: RaceDocument.self).delete(id: id) }
    }

    static func purge(_ id: String, in database: Database) throws {
        try ignoringMissing { try database.defaultCollection().purge(id: id) }
    }

    private static func ignoringMissing(_ body: () throws -> Void) throws {
        do { try body() } catch QuireError.Code.notFound {
            // Another thread has changed it first, or it does not exist yet.
        }
    }

    static func createCollection(_ number: Int64, in database: Database) throws {
        let collection = try database.createCollection(name: "collection-\(number % 5)")
        try collection.saveBody(id: "a") { write(number, type: "other", to: $0) }
    }

    /// The name of a full-text index that is created and deleted.
    static let index = "byWord"

    static func createIndex(in database: Database) throws {
        try database.defaultCollection().createIndex(
            withName: index, config: FullTextIndexConfiguration(["description"], language: ""))
    }

    static func deleteIndex(in database: Database) throws {
        try database.defaultCollection().deleteIndex(forName: index)
    }

    static func createVectorIndex(in database: Database) throws {
        try database.defaultCollection().createIndex(
            withName: TortureVectors.index, config: TortureVectors.configuration)
    }

    static func deleteVectorIndex(in database: Database) throws {
        try database.defaultCollection().deleteIndex(forName: TortureVectors.index)
    }

    static func deleteCollection(_ number: Int64, in database: Database) throws {
        try database.deleteCollection(name: "collection-\(number % 5)")
    }

    /// Copies the database during writes, and checks the copy.
    static func copy(_ database: Database) throws {
        guard let path = database.path else { return }
        let config = TortureDatabase.configuration(in: database.config.directory)
        let name = "copy-\(UUID().uuidString)"
        try Database.copy(fromPath: path, toDatabase: name, withConfig: config)
        let copy = try Database(name: name, config: config)
        try copy.performMaintenance(type: .integrityCheck)
        try comparePair(in: copy)
        try copy.delete()
    }
}
