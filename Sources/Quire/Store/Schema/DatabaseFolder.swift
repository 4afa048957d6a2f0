import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder `NAME.cblite2` that a database lives in.
struct DatabaseFolder: Hashable, Sendable {
    /// The database's name.
    let name: String
    /// The folder that the database's folder is in, as an absolute path.
    let directory: String

    /// The folder's absolute path.
    var path: String { directory + "/\(name).cblite2" }

    /// The path of the SQLite database in it.
    var databaseFile: String { path + "/db.sqlite3" }

    /// Names a folder; nothing is looked up or made.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that it is in.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the name cannot be a file's.
    init(name: String, directory: String) throws {
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

    /// Whether there is a folder of that name.
    var exists: Bool { Self.isDirectory(path) == true }

    /// Sees to it that the folder is there.
    ///
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it cannot be made or is no folder,
    ///   `databaseTooOld` if Couchbase Lite 1.x keeps a database there.
    func prepare() throws {
        try LegacyDatabase.refuse(folder: path, directory: directory, name: name)
        if directory != "" {
            do {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
            } catch {
                throw QuireError(
                    .cantOpenFile, "The directory \(directory) cannot be created.",
                    underlyingError: error)
            }
        }
        // Another process may make it first; then it only has to be a folder.
        if mkdir(path, 0o700) == 0 { return }
        let reason = String(cString: strerror(errno))
        switch Self.isDirectory(path) {
        case true?: return
        case false?: throw QuireError(.cantOpenFile, "\(path) is a file, not a folder.")
        case nil: throw QuireError(.cantOpenFile, "\(path) cannot be created: \(reason).")
        }
    }

    /// Removes the folder and everything in it; a folder that is missing is no error.
    ///
    /// - Throws: ``QuireError`` with code `ioError` if that fails.
    func remove() throws {
        guard exists else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw QuireError(.ioError, "\(path) cannot be removed.", underlyingError: error)
        }
    }

    private static func isDirectory(_ path: String) -> Bool? {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return nil
        }
        return isDirectory.boolValue
    }
}
