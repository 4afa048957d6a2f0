import Foundation
import Synchronization

/// The files that this process has databases open on.
enum OpenDatabases {
    /// What a folder is known by: its path, whichever links it is reached by.
    private static func key(_ folder: DatabaseFolder) -> String {
        URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
    }

    private static let files = Mutex<[String: (file: OpenFile, count: Int)]>([:])

    /// Counts one more object on a folder.
    ///
    /// - Parameter folder: A folder that is there.
    /// - Returns: What all objects on that folder share; give it back with ``unregister(_:)``.
    static func register(_ folder: DatabaseFolder) -> OpenFile {
        let key = key(folder)
        return files.withLock { files in
            let file = files[key]?.file ?? OpenFile(key: key)
            files[key] = (file, (files[key]?.count ?? 0) + 1)
            return file
        }
    }

    /// Counts one object less on a folder.
    ///
    /// - Parameter file: What registering gave.
    static func unregister(_ file: OpenFile) {
        files.withLock { files in
            guard let key = file.key, let count = files[key]?.count else { return }
            files[key] = count > 1 ? (file, count - 1) : nil
        }
    }

    /// Finds the lock of a file.
    ///
    /// - Parameter path: The path of a database's file in its folder.
    /// - Returns: The lock, or `nil` if this process does not have the file open.
    static func lock(ofFile path: String) -> WriterLock? {
        let key = URL(fileURLWithPath: path).deletingLastPathComponent()
            .resolvingSymlinksInPath().path
        return files.withLock { $0[key]?.file.lock }
    }

    /// Counts the objects on a folder.
    ///
    /// - Parameter folder: A folder, which may be missing.
    /// - Returns: Their number.
    static func count(_ folder: DatabaseFolder) -> Int {
        let key = key(folder)
        return files.withLock { $0[key]?.count ?? 0 }
    }
}

/// What the database objects of this process share that are open on one file.
final class OpenFile: Sendable {
    /// The folder's path, whichever links it is reached by; `nil` for a database in memory.
    let key: String?
    /// Keeps the objects' transactions apart.
    let lock = WriterLock()
    /// The last time that an object's clock gave a revision.
    let lastTime = Atomic<UInt64>(0)
    /// Tells of changes, whichever object made them.
    let changes = ChangeFeed()
    /// Deletes documents whose time has come.
    let expiration = ExpirationTimer()

    /// Makes what is shared; databases on files get it by ``OpenDatabases/register(_:)``.
    ///
    /// - Parameter key: The folder's path.
    init(key: String?) {
        self.key = key
    }
}
