import QuirePlatform
import Foundation

/// Detection of databases of Couchbase Lite 1.x, which are rejected with an error of their kind.
enum LegacyDatabase {
    /// Returns the error message for a database of Couchbase Lite 1.x.
    ///
    /// - Parameter path: The path of the file or folder.
    /// - Returns: The message.
    static func message(_ path: String) -> String {
        "\(path) is a database of Couchbase Lite 1.x, which cannot be opened."
    }

    /// Throws an error if a location contains a database of Couchbase Lite 1.x.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder `NAME.cblite2`, which may be missing.
    ///   - directory: The path of its parent directory.
    ///   - name: The database's name.
    /// - Throws: ``QuireError`` with code `databaseTooOld` if there is such a database.
    static func refuse(folder: String, directory: String, name: String) throws {
        let files = FileManager.default
        let file = directory + "/\(name).cblite"
        if !files.fileExists(atPath: folder), files.fileExists(atPath: file) {
            throw QuireError(.databaseTooOld, message(file))
        }
        try refuse(folder: folder)
    }

    /// Throws an error if a folder contains a database of Couchbase Lite 1.x with the engine
    /// ForestDB.
    ///
    /// If the folder also contains a SQLite database that is not empty, no error is thrown.
    ///
    /// - Parameter folder: The path of the folder `NAME.cblite2`, which may be missing.
    /// - Throws: ``QuireError`` with code `databaseTooOld` if the folder contains files of
    ///   ForestDB: `db.forest`, or `db.forest.` followed by the number of a compaction or `meta`.
    static func refuse(folder: String) throws {
        if FileLength.of(folder + "/db.sqlite3") ?? 0 > 0 { return }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        if names?.contains(where: { $0 == "db.forest" || $0.hasPrefix("db.forest.") }) == true {
            throw QuireError(.databaseTooOld, message(folder))
        }
    }
}
