import Foundation
import PortableSynchronization

/// The database files that this process has open.
enum DatabaseRegistry {
    /// Returns the identity of a folder: its path with all symbolic links resolved.
    private static func key(_ folder: DatabaseFolder) -> String {
        URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
    }

    private static let files = Mutex<[String: (file: SharedFileState, count: Int)]>([:])

    /// Registers a database object on a folder.
    ///
    /// - Parameter folder: An existing folder.
    /// - Returns: The state that all database objects on the folder share. Release it with
    ///   ``unregister(_:)``.
    static func register(_ folder: DatabaseFolder) -> SharedFileState {
        let key = key(folder)
        return files.withLock { files in
            let file = files[key]?.file ?? SharedFileState(key: key)
            files[key] = (file, (files[key]?.count ?? 0) + 1)
            return file
        }
    }

    /// Unregisters a database object.
    ///
    /// - Parameter file: The state that ``register(_:)`` returned.
    static func unregister(_ file: SharedFileState) {
        files.withLock { files in
            guard let key = file.key, let count = files[key]?.count else { return }
            files[key] = count > 1 ? (file, count - 1) : nil
        }
    }

    /// Returns the writer lock of a file.
    ///
    /// - Parameter path: The path of the database file in its folder.
    /// - Returns: The lock, or `nil` if this process doesn't have the file open.
    static func lock(ofFile path: String) -> WriterLock? {
        let key = URL(fileURLWithPath: path).deletingLastPathComponent()
            .resolvingSymlinksInPath().path
        return files.withLock { $0[key]?.file.lock }
    }

    /// Returns the number of database objects on a folder.
    ///
    /// - Parameter folder: A folder, which may be missing.
    /// - Returns: The number of objects.
    static func count(_ folder: DatabaseFolder) -> Int {
        let key = key(folder)
        return files.withLock { $0[key]?.count ?? 0 }
    }
}

/// The state that all database objects of this process share for one open file.
final class SharedFileState: Sendable {
    /// The folder's path with all symbolic links resolved, or `nil` for an in-memory database.
    let key: String?
    /// The lock that serializes the transactions of all database objects.
    let lock = WriterLock()
    /// The time of the last revision that any database object created.
    let lastTime = Atomic<UInt64>(0)
    /// The change feed for the commits of all database objects.
    let changes = ChangeFeed()
    /// The timer that purges expired documents.
    let expiration = ExpirationTimer()
    /// Whether the database objects have released their locks on the file.
    let suspension = FileSuspension()

    /// Creates the shared state.
    ///
    /// Databases on disk get it from ``DatabaseRegistry/register(_:)``.
    ///
    /// - Parameter key: The folder's path, or `nil` for an in-memory database.
    init(key: String?) {
        self.key = key
    }
}
