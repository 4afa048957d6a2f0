import Foundation
import Quire

/// Databases beside the one that commands share, whose making may be cut off.
enum OtherDatabases {
    private static let newPrefix = "new-"
    private static let copyName = "copy"
    private static let collectionName = "made"

    /// Makes a new database with a collection and a document.
    static func make(in directory: String) throws {
        let database = try Database(
            name: newPrefix + UUID().uuidString, config: DatabaseConfiguration(directory: directory)
        )
        try database.inBatch {
            try database.createCollection(name: collectionName).saveBody(id: "a") { writer in
                writer.beginDictionary()
                writer.writeKey("number")
                writer.write(Int64(1))
                writer.endDictionary()
            }
        }
        try database.close()
    }

    /// Copies a database, unless its copy is there.
    static func copy(_ database: Database, in directory: String) throws {
        guard let path = database.path,
            !Database.exists(withName: copyName, inDirectory: directory)
        else { return }
        do {
            try Database.copy(
                fromPath: path, toDatabase: copyName,
                withConfig: DatabaseConfiguration(directory: directory))
        } catch  where Database.exists(withName: copyName, inDirectory: directory) {
            // Another process was first.
        }
    }

    /// Makes sure that what was made, or begun, can be used, and removes it.
    static func check(in directory: String) throws {
        let suffix = ".cblite2"
        for file in try FileManager.default.contentsOfDirectory(atPath: directory)
        where file.hasSuffix(suffix) && file != TortureDatabase.name + suffix {
            let name = String(file.dropLast(suffix.count))
            if name == copyName || name.hasPrefix(newPrefix) {
                let database = try Database(
                    name: name, config: DatabaseConfiguration(directory: directory))
                try database.performMaintenance(type: .integrityCheck)
                if name == copyName {
                    try checkCopy(database, in: directory)
                } else {
                    try checkNew(database)
                }
                try database.close()
            }
            // Nobody promises anything of a copy that has not got its name yet.
            try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
        }
    }

    private static func checkNew(_ database: Database) throws {
        guard let collection = try database.collection(name: collectionName) else { return }
        try require(
            try collection.body(id: "a")?["number"]?.int64 == 1,
            "a collection of \(database.name) was made without its document")
    }

    private static func checkCopy(_ database: Database, in directory: String) throws {
        let path = "\(directory)/\(copyName).cblite2/db.sqlite3"
        let batches = try StoredBatches(database, StoredRows(ofFile: path))
        try batches.checkWholeness()
        try batches.checkBlobs(in: database)
    }
}
