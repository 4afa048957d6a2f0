import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// A database appears and disappears in one step, the renaming of its folder. A crash or power loss can
// leave a folder with a draft's name, which contains an unfinished copy or the rest of a deleted
// database, but no incomplete database under its own name.

extension DatabaseFolder {
    /// The longest name of a file on most file systems, in bytes.
    private static let longestName = 255

    /// Returns a folder in the same directory with a name that no database has.
    func makeDraft() throws -> DatabaseFolder {
        let suffix = "-\(UUID().uuidString)"
        let limit = Self.longestName - "\(suffix).cblite2".utf8.count
        var beginning = name[...]
        while beginning.utf8.count > limit { beginning.removeLast() }
        return try DatabaseFolder(name: beginning + suffix, directory: directory)
    }

    /// The directory, where the root is not an empty string.
    private var directoryPath: String { directory.isEmpty ? "/" : directory }

    /// Gives a finished draft the name of a database.
    ///
    /// The disk has the files in the draft before they get the name, and the name when the method
    /// returns. The contents of the files must be synchronized already.
    ///
    /// - Parameter target: The folder of the database, which must not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if there is a database of that name,
    ///   `ioError`. Then the name is not used.
    func publish(as target: DatabaseFolder) throws {
        try Synchronization.waitForEntries(of: path)
        guard rename(path, target.path) == 0 else {
            guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
                throw QuireError(.ioError, cannot: "create", target.path)
            }
            throw target.existsAlready
        }
        do {
            try Synchronization.waitForEntries(of: directoryPath)
        } catch {
            _ = rename(target.path, path)
            throw error
        }
    }

    /// The error if another database has the name.
    var existsAlready: QuireError { QuireError(.cantOpenFile, "\(path) is there already.") }

    /// Removes the folder and everything in it, if it exists.
    ///
    /// The folder loses its name first, and the disk has that before the first file is removed. So a
    /// crash or power loss leaves either all of the database, or a folder with a draft's name.
    ///
    /// - Throws: ``QuireError`` with code `ioError`. If the error names the draft, the database is
    ///   deleted, and the draft still occupies space.
    func remove() throws {
        guard exists else { return }
        let draft = try makeDraft()
        guard rename(path, draft.path) == 0 else {
            if errno == ENOENT { return }
            throw QuireError(.ioError, cannot: "remove", path)
        }
        do {
            try Synchronization.waitForEntries(of: directoryPath)
        } catch {
            _ = rename(draft.path, path)
            throw error
        }
        try draft.discard()
    }

    /// Removes a draft and everything in it, if it exists.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func discard() throws {
        guard exists else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw QuireError(.ioError, "\(path) cannot be removed.", underlyingError: error)
        }
    }
}
