import QuirePlatform
import Foundation

/// The folder `NAME.cblite2` that contains a database.
package struct DatabaseFolder: Hashable, Sendable {
    /// The database's name.
    package let name: String
    /// The absolute path of the parent directory, or an empty string for the root directory.
    package let directory: String

    /// The folder's absolute path.
    package var path: String { directory + "/\(name).cblite2" }

    /// The path of the SQLite database in the folder.
    var databaseFile: String { path + "/db.sqlite3" }

    /// The path of the key file in the folder.
    var keyFile: String { path + "/" + KeyFile.name }

    /// Creates the location of a database, without accessing the file system.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The path of the parent directory.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name is not a valid file name,
    ///   or the path is empty or contains NUL.
    package init(name: String, directory: String) throws {
        guard !name.isEmpty else {
            throw QuireError(.invalidParameter, "The database's name is empty.")
        }
        guard !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
            throw QuireError(
                .invalidParameter,
                "The database's name \(name.debugDescription) contains a path separator or NUL.")
        }
        guard !directory.isEmpty, !directory.utf8.contains(0) else {
            throw QuireError(
                .invalidParameter,
                "The directory \(directory.debugDescription) is empty or contains NUL.")
        }
        self.name = name
        var path = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL.path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.directory = path == "/" ? "" : path
    }

    /// Whether the folder exists.
    package var exists: Bool { Self.isDirectory(path) == true }

    /// Creates the folder if it is missing.
    ///
    /// - Parameter durably: Whether to synchronize the folder's entry to disk.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it cannot be created or is not a
    ///   folder, `databaseTooOld` if it contains a database of Couchbase Lite 1.x, or `ioError` if
    ///   it cannot be synchronized to disk.
    package func prepare(durably: Bool) throws {
        try LegacyDatabase.refuse(folder: path, directory: directory, name: name)
        let missing = durably ? missingDirectories : []
        try createDirectory()
        try createFolder()
        guard durably else { return }
        // Synchronize even if the folder existed: the process that created it may not have done so.
        for directory in missing + [path] {
            try FolderSynchronization.waitForEntries(of: Self.parent(of: directory))
        }
    }

    private func createDirectory() throws {
        guard directory != "" else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw QuireError(
                .cantOpenFile, "Cannot create the directory \(directory).",
                underlyingError: error)
        }
    }

    /// The directory and its parents that do not exist, outermost first.
    private var missingDirectories: [String] {
        var missing: [String] = []
        var directory = directory
        while directory != "", directory != "/", Self.isDirectory(directory) == nil {
            missing.insert(directory, at: 0)
            directory = Self.parent(of: directory)
        }
        return missing
    }

    private func createFolder() throws {
        // Another process may create it first. Then it only has to be a folder.
        if mkdir(path, 0o700) == 0 { return }
        let reason = String(cString: strerror(errno))
        switch Self.isDirectory(path) {
        case true?: return
        case false?: throw QuireError(.cantOpenFile, "\(path) is a file, not a folder.")
        case nil: throw QuireError(.cantOpenFile, "Cannot create \(path): \(reason).")
        }
    }

    /// Returns the path of the directory that contains a file or folder.
    package static func parent(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private static func isDirectory(_ path: String) -> Bool? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return nil
        }
        return isDirectory.boolValue
    }
}
