import QuirePlatform
import Foundation

// A database is created and deleted atomically, by renaming its folder. Before it is created and
// after it is deleted, the folder is a draft: an unfinished copy, or the remains of a deleted
// database. A crash or power loss can leave a draft, but never an incomplete database under its own
// name.

/// A temporary folder that contains an unfinished copy or the remains of a deleted database.
///
/// The folder is next to the database's folder and stays locked while the object exists. A draft
/// without a lock was left by a process that ended. The next copy or deletion in the directory
/// removes it.
final class DatabaseDraft {
    /// The prefix of the names of drafts, which no database's name has.
    private static let prefix = ".quire-draft-"

    /// The maximum length of a file name on most file systems, in bytes.
    private static let longestName = 255

    /// The minimum age, in seconds, at which an unlocked draft is removed.
    ///
    /// A new draft has no lock for a short time: its folder is created before it is locked.
    private static let leastAge: Double = 60

    /// The draft's folder.
    let folder: DatabaseFolder

    private let lock: FolderLock?

    /// Creates an empty draft.
    ///
    /// - Parameter database: The folder of the database that the draft will become.
    /// - Throws: ``QuireError`` as ``DatabaseFolder/prepare(durably:)``.
    init(for database: DatabaseFolder) throws {
        folder = try Self.folder(for: database)
        try folder.prepare(durably: true)
        lock = FolderLock(folder.path)
    }

    /// Turns an existing database into a draft by renaming its folder.
    ///
    /// The renaming is synchronized to disk before this initializer returns, so before any file is
    /// removed.
    ///
    /// - Parameter database: The folder of the database.
    /// - Throws: ``QuireError`` with code `ioError`, or `notFound` if the folder does not exist.
    init(renaming database: DatabaseFolder) throws {
        folder = try Self.folder(for: database)
        lock = FolderLock(database.path)
        guard rename(database.path, folder.path) == 0 else {
            throw QuireError(
                errno == ENOENT ? .notFound : .ioError, cannot: "remove", database.path)
        }
        do {
            try FolderSynchronization.waitForEntries(of: folder.directoryPath)
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

    /// Renames the finished draft to the folder of a database.
    ///
    /// This method synchronizes the draft's directory entries to disk before it renames the folder,
    /// and the renaming before it returns. The contents of the files must be synchronized already.
    ///
    /// - Parameter database: The folder of the database, which must not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if a database of that name exists, or
    ///   `ioError`. If an error is thrown, the draft keeps its own name.
    func publish(as database: DatabaseFolder) throws {
        try FolderSynchronization.waitForEntries(of: folder.path)
        guard rename(folder.path, database.path) == 0 else {
            guard errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR else {
                throw QuireError(.ioError, cannot: "create", database.path)
            }
            throw database.existsAlready
        }
        do {
            try FolderSynchronization.waitForEntries(of: database.directoryPath)
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
                .ioError, "Cannot remove \(folder.path).", underlyingError: error)
        }
    }

    /// Removes the drafts in a directory that were left by processes that ended.
    ///
    /// Errors are logged and not thrown: the next call tries again.
    ///
    /// - Parameter directory: The directory's path.
    static func removeAbandoned(in directory: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: directory)) ?? []
        where name.hasPrefix(prefix) && name.hasSuffix(".cblite2") {
            let path = "\(directory)/\(name)"
            // Without the lock, which some file systems do not support, the draft may still be in
            // use.
            guard let lock = FolderLock(path), lock.age >= leastAge else { continue }
            do {
                try files.removeItem(atPath: path)
                QuireLog.info("Removed \(path), left by an interrupted copy or deletion.")
            } catch {
                QuireLog.warning("Cannot remove \(path): \(error)")
            }
            withExtendedLifetime(lock) {}
        }
    }
}

extension DatabaseFolder {
    /// The path of the parent directory, which is "/" for the root.
    var directoryPath: String { directory.isEmpty ? "/" : directory }

    /// The error for a name that another database already has.
    var existsAlready: QuireError { QuireError(.cantOpenFile, "\(path) already exists.") }

    /// Removes the folder and everything in it, if it exists.
    ///
    /// The folder becomes a ``DatabaseDraft`` first. So a crash or power loss leaves either the
    /// complete database or a draft.
    ///
    /// - Throws: ``QuireError`` with code `ioError`. If the error names the draft, the database is
    ///   deleted, but the draft still occupies disk space.
    package func remove() throws {
        DatabaseDraft.removeAbandoned(in: directoryPath)
        guard exists else { return }
        let draft: DatabaseDraft
        do {
            draft = try DatabaseDraft(renaming: self)
        } catch QuireError.Code.notFound {
            // Another process removed the folder first.
            return
        }
        try draft.discard()
    }
}
