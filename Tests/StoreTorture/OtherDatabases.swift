import Foundation
import Quire

/// Additional databases, whose creation can be interrupted.
enum OtherDatabases {
    private static let newPrefix = "new-"
    private static let copyName = "copy"
    private static let collectionName = "made"

    // MARK: Creating

    /// Creates a database with a collection and a document, with a unique name.
    static func make(in directory: String) throws {
        try make(newPrefix + UUID().uuidString, TortureDatabase.configuration(in: directory))
    }

    /// Creates a database with a collection and a document.
    static func make(_ name: String, _ config: DatabaseConfiguration) throws {
        let database = try Database(name: name, config: config)
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

    /// Copies a database, unless the copy exists.
    static func copy(_ database: Database, in directory: String) throws {
        guard let path = database.path,
            !Database.exists(withName: copyName, inDirectory: directory)
        else { return }
        do {
            try Database.copy(
                fromPath: path, toDatabase: copyName,
                withConfig: TortureDatabase.configuration(in: directory))
        } catch  where Database.exists(withName: copyName, inDirectory: directory) {
            // Another process has already created it.
        }
    }

    // MARK: Checking

    /// Checks that every created or copied database can be used, and removes all of them.
    static func check(in directory: String) throws {
        let suffix = ".cblite2"
        for file in try FileManager.default.contentsOfDirectory(atPath: directory)
        where file.hasSuffix(suffix) && file != TortureDatabase.name + suffix {
            let name = String(file.dropLast(suffix.count))
            if name == copyName {
                try checkCopy(name, in: directory)
            } else if name.hasPrefix(newPrefix) {
                try checkNew(name, in: directory)
            }
            // A copy without its final name is incomplete.
            try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
        }
    }

    /// Checks that a database created by ``make(_:_:)`` can be used.
    ///
    /// - Returns: Whether it contains its collection and document.
    @discardableResult
    static func checkNew(_ name: String, in directory: String) throws -> Bool {
        try withDatabase(name, in: directory) { database in
            guard let collection = try database.collection(name: collectionName) else {
                return false
            }
            try require(
                try collection.body(id: "a")?["number"]?.int64 == 1,
                "a collection of \(database.name) was made without its document")
            return true
        }
    }

    /// Checks that a copy of the shared database can be used and is complete.
    static func checkCopy(_ name: String, in directory: String) throws {
        try withDatabase(name, in: directory) { database in
            let path = "\(directory)/\(name).cblite2/db.sqlite3"
            let batches = try StoredBatches(database, StoredRows(ofFile: path))
            try batches.rules.checkWholeness()
            try batches.checkBlobs(in: database)
            try TortureVectors.check(database)
        }
    }

    private static func withDatabase<R>(
        _ name: String, in directory: String, _ body: (Database) throws -> R
    ) throws -> R {
        let database = try Database(
            name: name, config: TortureDatabase.configuration(in: directory))
        try database.performMaintenance(type: .integrityCheck)
        let result = try body(database)
        try database.close()
        return result
    }
}
