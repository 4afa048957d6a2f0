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
        let forest = folder + "/db.forest"
        if files.fileExists(atPath: forest) {
            throw QuireError(.databaseTooOld, message(folder))
        }
        let file = directory + "/\(name).cblite"
        if !files.fileExists(atPath: folder), files.fileExists(atPath: file) {
            throw QuireError(.databaseTooOld, message(file))
        }
    }
}
