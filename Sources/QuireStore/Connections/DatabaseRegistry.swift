import Foundation
import QuirePlatform

/// The database files that this process has open.
///
/// A file is known by its identity, because several paths can lead to it.
enum DatabaseRegistry {
    private static let files = Mutex<[FileIdentity: (file: SharedFileState, count: Int)]>([:])

    /// Registers a database object on a folder.
    ///
    /// - Parameter folder: An existing folder.
    /// - Returns: The state that all database objects on the file share. Release it with
    ///   ``unregister(_:)``.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if the folder doesn't exist, or its file is
    ///   a hard link to one that is open in another folder. Each folder would have a write-ahead log
    ///   of its own.
    static func register(_ folder: DatabaseFolder) throws -> SharedFileState {
        guard let key = key(folder.databaseFile) else {
            throw QuireError(.cantOpenFile, "There is no folder at \(folder.path).")
        }
        let home = home(folder.databaseFile)
        return try files.withLock { files in
            guard let entry = files[key], entry.file.isAtItsPath else {
                let file = SharedFileState(key: key, path: folder.databaseFile, home: home)
                files[key] = (file, 1)
                return file
            }
            guard entry.file.home == home else {
                throw QuireError(
                    .cantOpenFile,
                    """
                    The file \(folder.databaseFile) is a hard link to a database that is open under \
                    another path. Open it under that path.
                    """)
            }
            files[key] = (entry.file, entry.count + 1)
            return entry.file
        }
    }

    /// Returns the identity of a database file, or of its folder if the file is missing.
    fileprivate static func key(_ path: String) -> FileIdentity? {
        FileIdentity(path: path) ?? FileIdentity(path: DatabaseFolder.parent(of: path))
    }

    /// Returns the folder that contains the file itself, and not a symbolic link to it.
    private static func home(_ path: String) -> FileIdentity? {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return FileIdentity(path: file.deletingLastPathComponent().path)
    }

    /// Unregisters a database object.
    ///
    /// - Parameter file: The state that ``register(_:)`` returned.
    static func unregister(_ file: SharedFileState) {
        files.withLock { files in
            guard let key = file.key, let entry = files[key], entry.file === file else { return }
            files[key] = entry.count > 1 ? (file, entry.count - 1) : nil
        }
    }

    /// Returns the writer lock of a file.
    ///
    /// - Parameter path: The path of the database file in its folder.
    /// - Returns: The lock, or `nil` if this process doesn't have the file open.
    static func lock(ofFile path: String) -> WriterLock? { entry(at: path)?.file.lock }

    /// Returns the number of database objects on a folder.
    ///
    /// - Parameter folder: A folder, which may be missing.
    /// - Returns: The number of objects.
    static func count(_ folder: DatabaseFolder) -> Int {
        entry(at: folder.databaseFile)?.count ?? 0
    }

    /// Returns what is registered for the file at a path, and not for an earlier one with its number.
    private static func entry(at path: String) -> (file: SharedFileState, count: Int)? {
        guard let key = key(path), let entry = files.withLock({ $0[key] }), entry.file.isAtItsPath
        else { return nil }
        return entry
    }

    /// Registers a file under the identity of the one that has replaced it at its path.
    static func replace(_ file: SharedFileState) {
        let (key, home) = (key(file.path), home(file.path))
        files.withLock { files in
            let count = file.key.flatMap { files.removeValue(forKey: $0)?.count } ?? 1
            file.setIdentities(key: key, home: home)
            if let key { files[key] = (file, count) }
        }
    }

    /// Returns the number of database objects that share a state.
    static func count(_ file: SharedFileState) -> Int {
        files.withLock { files in
            guard let entry = file.key.flatMap({ files[$0] }), entry.file === file else { return 0 }
            return entry.count
        }
    }
}

/// The state that all database objects of this process share for one open file.
package final class SharedFileState: Sendable {
    private let identities: Mutex<(key: FileIdentity?, home: FileIdentity?)>
    /// The path by which the file was opened first.
    fileprivate let path: String
    /// The lock that serializes the transactions of all database objects.
    let lock = WriterLock()
    /// The time of the last revision that any database object created.
    let lastTime = Atomic<UInt64>(0)
    /// The change feed for the commits of all database objects.
    package let changes = ChangeFeed()
    /// The timer that purges expired documents.
    let expiration = ExpirationTimer()
    /// Whether the database objects have released their locks on the file.
    let suspension = FileSuspension()
    /// The encryption of the file, which all database objects share.
    let encryption = CurrentEncryption()
    /// The codes of indexes of vectors.
    let codes = CodeCache()

    /// Creates the shared state.
    ///
    /// Databases on disk get it from ``DatabaseRegistry/register(_:)``.
    ///
    /// - Parameters:
    ///   - key: The identity of the file, or `nil` for an in-memory database.
    ///   - path: The path of the file.
    ///   - home: The identity of the folder that contains the file.
    init(key: FileIdentity?, path: String = "", home: FileIdentity? = nil) {
        identities = Mutex((key, home))
        self.path = path
    }

    /// The identity of the file, or `nil` for an in-memory database.
    var key: FileIdentity? { identities.withLock(\.key) }

    /// The identity of the folder that contains the file.
    var home: FileIdentity? { identities.withLock(\.home) }

    fileprivate func setIdentities(key: FileIdentity?, home: FileIdentity?) {
        identities.withLock { $0 = (key, home) }
    }

    /// Whether the file is still at its path.
    ///
    /// After another program has deleted or moved it, a new file can get its number.
    var isAtItsPath: Bool { key == DatabaseRegistry.key(path) }
}
