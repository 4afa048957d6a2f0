import Foundation
import Quire

/// A change of the key of a database, and the verification of what it leaves.
struct KeyChange: CustomStringConvertible {
    let description: String
    let former: EncryptionKey?
    let new: EncryptionKey?
    var rewritingFiles = false

    private static let blob = Data(repeating: 7, count: 200_000)
    private static let documents = 50

    /// All kinds of changes.
    static func all() throws -> [KeyChange] {
        let (one, two) = (
            try EncryptionKey(data: Data(repeating: 1, count: EncryptionKey.length)),
            try EncryptionKey(data: Data(repeating: 2, count: EncryptionKey.length))
        )
        return [
            KeyChange(description: "encrypt", former: nil, new: one),
            KeyChange(description: "decrypt", former: one, new: nil),
            KeyChange(description: "exchange", former: one, new: two),
            KeyChange(description: "rewrite", former: one, new: two, rewritingFiles: true),
        ]
    }

    /// Opens a database.
    static func open(
        _ name: String, in directory: String, _ key: EncryptionKey?
    ) throws -> Database {
        var config = DatabaseConfiguration(directory: directory)
        config.encryptionKey = key
        return try Database(name: name, config: config)
    }

    /// Creates a database with the former key.
    func make(_ name: String, in directory: String) throws {
        let database = try Self.open(name, in: directory, former)
        let blob = Blob(contentType: "text/plain", data: Self.blob)
        try database.inBatch {
            try database.saveBlob(blob: blob)
            for number in 0..<Self.documents {
                try FaultScript.save(
                    "\(number)", blob: blob, in: database.defaultCollection())
            }
        }
        try database.close()
    }

    /// Changes the key of an open database.
    func apply(to database: Database) throws {
        try database.changeEncryptionKey(new, rewritingFiles: rewritingFiles)
    }

    /// Checks that a database has one of the two keys and all contents, and can be written.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - directory: Its directory.
    ///   - isChanged: Whether it must have the new key.
    /// - Throws: Errors of the database, or ``TortureFailure``.
    func verify(_ name: String, in directory: String, isChanged: Bool) throws {
        let database: Database
        do {
            database = try Self.open(name, in: directory, isChanged ? new : former)
        } catch QuireError.Code.unreadableDatabase where !isChanged {
            // The error or the power loss occurred after the change.
            database = try Self.open(name, in: directory, new)
        }
        try database.performMaintenance(type: .integrityCheck)
        let count = try database.defaultCollection().count
        try require(count == Self.documents, "\(name) has \(count) documents")
        try FaultScript.checkBlob(of: "\(Self.documents - 1)", in: database)
        try FaultScript.save("new", in: database.defaultCollection())
        try database.close()
    }
}
