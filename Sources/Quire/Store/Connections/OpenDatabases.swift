import Foundation
import Synchronization

/// The databases that this process has open, so that none is removed under an object's feet.
enum OpenDatabases {
    /// What a folder is known by: its path, whichever links it is reached by.
    struct Key: Hashable, Sendable {
        fileprivate let path: String

        fileprivate init(_ folder: DatabaseFolder) {
            path = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        }
    }

    private static let counts = Mutex<[Key: Int]>([:])

    /// Counts one more object on a folder.
    ///
    /// - Parameter folder: A folder that is there.
    /// - Returns: What to unregister.
    static func register(_ folder: DatabaseFolder) -> Key {
        let key = Key(folder)
        counts.withLock { $0[key, default: 0] += 1 }
        return key
    }

    /// Counts one object less on a folder.
    ///
    /// - Parameter key: What registering gave.
    static func unregister(_ key: Key) {
        counts.withLock { counts in
            let count = counts[key, default: 0] - 1
            counts[key] = count > 0 ? count : nil
        }
    }

    /// Counts the objects on a folder.
    ///
    /// - Parameter folder: A folder, which may be missing.
    /// - Returns: Their number.
    static func count(_ folder: DatabaseFolder) -> Int {
        let key = Key(folder)
        return counts.withLock { $0[key, default: 0] }
    }
}
