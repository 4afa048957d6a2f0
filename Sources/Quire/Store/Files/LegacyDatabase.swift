import Foundation

/// What Couchbase Lite 1.x left behind, told apart so that the error can say so.
enum LegacyDatabase {
    /// The error text for a database of Couchbase Lite 1.x.
    ///
    /// - Parameter path: The file or folder.
    /// - Returns: The text.
    static func message(_ path: String) -> String {
        "\(path) is a database of Couchbase Lite 1.x, which cannot be opened."
    }

    /// Refuses a place where Couchbase Lite 1.x kept a database.
    ///
    /// - Parameters:
    ///   - folder: The folder `NAME.cblite2`, which may be missing.
    ///   - directory: The folder that it is in.
    ///   - name: The database's name.
    /// - Throws: ``QuireError`` with code `databaseTooOld` if there is one.
    static func refuse(folder: String, directory: String, name: String) throws {
        let files = FileManager.default
        let file = directory + "/\(name).cblite"
        if !files.fileExists(atPath: folder), files.fileExists(atPath: file) {
            throw QuireError(.databaseTooOld, message(file))
        }
        try refuse(folder: folder)
    }

    /// Refuses a folder in which Couchbase Lite 1.x kept a database with its engine ForestDB.
    ///
    /// A folder with a SQLite database that has content is judged by that.
    ///
    /// - Parameter folder: The folder `NAME.cblite2`, which may be missing.
    /// - Throws: ``QuireError`` with code `databaseTooOld` if it has the engine's files: `db.forest`
    ///   itself, or with the number of a compaction or `meta` behind a point.
    static func refuse(folder: String) throws {
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: folder),
            names.contains(where: { $0 == "db.forest" || $0.hasPrefix("db.forest.") })
        else { return }
        let attributes = try? files.attributesOfItem(atPath: folder + "/db.sqlite3")
        guard let length = attributes?[.size] as? NSNumber, length.int64Value > 0 else {
            throw QuireError(.databaseTooOld, message(folder))
        }
    }
}
