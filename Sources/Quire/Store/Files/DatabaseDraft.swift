import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// A database appears and disappears in one step, the renaming of its folder. Before and after, the
// folder is a draft: an unfinished copy, or the rest of a deleted database. A crash or power loss can
// leave a draft, but no incomplete database under its own name.

/// A folder in the directory of a database that is no database yet, or no longer.
///
/// It is locked as long as the object exists. A draft without a lock was left by a process that ended, and
/// the next copy or deletion in the directory removes it.
final class DatabaseDraft {
    /// The beginning of the names of drafts, which no database has.
    private static let prefix = ".quire-draft-"

    /// The longest name of a file on most file systems, in bytes.
    private static let longestName = 255

    /// How old a draft is at least that is removed, in seconds: it has no lock before it is created.
    private static let leastAge: Double = 60

    /// The draft's folder.
    let folder: DatabaseFolder

    private let lock: FolderLock?

    /// Creates an empty folder.
    ///
    /// - Parameter database: The folder of the database that the draft is to become.
    /// - Throws: ``QuireError`` as ``DatabaseFolder/prepare(durably:)``.
    init(for database: DatabaseFolder) throws {
        folder = try Self.folder(for: database)
        try folder.prepare(durably: true)
        lock = FolderLock(folder.path)
    }

    /// Makes a draft of a database, which loses its name.
    ///
    /// The disk has that before the first file is removed.
    ///
    /// - Parameter database: The folder of the database.
    /// - Throws: ``QuireError`` with code `ioError`, or `notFound` if there is no such folder.
    init(renaming database: DatabaseFolder) throws {
        folder = try Self.folder(for: database)
        lock = FolderLock(database.path)
        guard rename(database.path, folder.path) == 0 else {
            throw QuireError(
                errno == ENOENT ? .notFound : .ioError, cannot: "remove", database.path)
        }
        do {
            try Synchronization.waitForEntries(of: folder.directoryPath)
        } catch {
            _ = rename(folder.path, database.path)
            throw error
        }
    }

    private static func folder(for database: DatabaseFolder) throws -> DatabaseFolder {
        let suffix = "-\(UUID().uuidString)"
        let limit = longestName - "\(prefix)\(suffix).cblite2".utf8.count
        var beginning = database.name[...]
        while beginning.utf8.count > limit { beginning.removeLast() }
        return try DatabaseFolder(
            name: prefix + beginning + suffix, directory: database.directory)
    }

    /// Gives the finished draft the name of a database.
    ///
    /// The disk has the files in the draft before they get the name, and the name when the method
    /// returns. The contents of the files must be synchronized already.
    ///
    /// - Parameter database: The folder of the database, which must not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if there is a database of that name,
    ///   `ioError`. Then the name is not used.
    func publish(as database: DatabaseFolder) throws {
        try Synchronization.waitForEntries(of: folder.path)
        guard rename(folder.path, database.path) == 0 else {
            guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
                throw QuireError(.ioError, cannot: "create", database.path)
            }
            throw database.existsAlready
        }
        do {
            try Synchronization.waitForEntries(of: database.directoryPath)
        } catch {
            _ = rename(database.path, folder.path)
            throw error
        }
    }

    /// Removes the draft and everything in it, if it exists.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func discard() throws {
        guard folder.exists else { return }
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            throw QuireError(
                .ioError, "\(folder.path) cannot be removed.", underlyingError: error)
        }
    }

    /// Removes the drafts in a directory that ended processes left.
    ///
    /// It never fails: what cannot be removed now may be removed the next time.
    ///
    /// - Parameter directory: The directory's path.
    static func removeAbandoned(in directory: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: directory)) ?? []
        where name.hasPrefix(prefix) && name.hasSuffix(".cblite2") {
            let path = "\(directory)/\(name)"
            // A file system without locks says nothing about a draft's process.
            guard let lock = FolderLock(path), lock.age >= leastAge else { continue }
            do {
                try files.removeItem(atPath: path)
                QuireLog.info("Removed \(path), which an interrupted copy or deletion left.")
            } catch {
                QuireLog.warning("Cannot remove \(path): \(error)")
            }
            withExtendedLifetime(lock) {}
        }
    }
}

extension DatabaseFolder {
    /// The directory, where the root is not an empty string.
    var directoryPath: String { directory.isEmpty ? "/" : directory }

    /// The error if another database has the name.
    var existsAlready: QuireError { QuireError(.cantOpenFile, "\(path) is there already.") }

    /// Removes the folder and everything in it, if it exists.
    ///
    /// The folder becomes a ``DatabaseDraft`` first. So a crash or power loss leaves either all of the
    /// database, or a draft.
    ///
    /// - Throws: ``QuireError`` with code `ioError`. If the error names the draft, the database is
    ///   deleted, and the draft still occupies space.
    func remove() throws {
        DatabaseDraft.removeAbandoned(in: directoryPath)
        guard exists else { return }
        let draft: DatabaseDraft
        do {
            draft = try DatabaseDraft(renaming: self)
        } catch QuireError.Code.notFound {
            // Another process was first.
            return
        }
        try draft.discard()
    }
}
