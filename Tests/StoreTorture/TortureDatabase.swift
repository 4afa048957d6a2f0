import Foundation
import Quire

/// The shared database of the commands, in a given folder.
enum TortureDatabase {
    static let name = "torture"

    /// Couchbase Lite's database with a value index on `type` and `room_rate` and a full-text index
    /// on
    /// `description`, which the documents here contain too.
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../DatabaseTestSupport/Fixtures/couchbase-made.cblite2")
        .standardizedFileURL

    /// The key of all databases, with the environment variable `QUIRE_TORTURE_ENCRYPTED`.
    static let key: EncryptionKey? =
        ProcessInfo.processInfo.environment["QUIRE_TORTURE_ENCRYPTED"] == nil
        ? nil : try? EncryptionKey(data: Data(repeating: 7, count: EncryptionKey.length))

    /// Returns the configuration of a database in a folder.
    static func configuration(
        in directory: String, fullSync: Bool = false
    ) -> DatabaseConfiguration {
        var config = DatabaseConfiguration(directory: directory, fullSync: fullSync)
        config.encryptionKey = key
        return config
    }

    /// Opens the database, creating it if necessary.
    static func open(in directory: String, fullSync: Bool = false) throws -> Database {
        let config = configuration(in: directory, fullSync: fullSync)
        if !Database.exists(withName: name, inDirectory: directory) { try make(in: directory) }
        return try Database(name: name, config: config)
    }

    private static func make(in directory: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        if key != nil {
            do {
                return try Database.copy(
                    fromPath: fixture.path, toDatabase: name,
                    withConfig: configuration(in: directory))
            } catch  where Database.exists(withName: name, inDirectory: directory) {
                // Another process has already created it.
                return
            }
        }
        let draft = "\(directory)/\(UUID().uuidString)"
        try manager.copyItem(atPath: fixture.path, toPath: draft)
        do {
            // The database gets its final name when it is complete, because other processes may
            // wait for it.
            try manager.moveItem(atPath: draft, toPath: "\(directory)/\(name).cblite2")
        } catch {
            try manager.removeItem(atPath: draft)
            guard Database.exists(withName: name, inDirectory: directory) else { throw error }
        }
    }

    /// Returns the path of the database file.
    static func file(in directory: String) -> String {
        "\(directory)/\(name).cblite2/db.sqlite3"
    }
}

extension Database {
    /// Returns the sequence of a document of the default collection, as returned by a query.
    func sequence(of id: String) throws -> Int64 {
        struct Row: Decodable { let sequence: Int64 }
        let query = try createQuery(
            QuerySource(
                verbatim: "SELECT meta().sequence AS sequence FROM _ WHERE meta().id = '\(id)'"))
        return try require(query.execute().decode(Row.self).first, "\(id) is not found").sequence
    }
}
