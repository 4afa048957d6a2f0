import Foundation

/// An exclusive lock on a folder, which is released with the object or when the process ends.
package final class FolderLock {
    private let descriptor: Int32

    /// Locks a folder without waiting.
    ///
    /// The result is `nil` if another object or process has the lock, the folder does not exist, or
    /// the file system does not support locks.
    ///
    /// - Parameter path: The folder's path. A symbolic link is not followed.
    package init?(_ path: String) {
        let descriptor = uninterrupted {
            open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            _ = close(descriptor)
            errno = number
            return nil
        }
        // Only now: an object with all properties is also deinitialized if the result is `nil`.
        self.descriptor = descriptor
    }

    /// Locks a folder, and waits until it can be locked.
    ///
    /// - Parameters:
    ///   - path: The folder's path. A symbolic link is not followed.
    ///   - limit: The time to wait.
    /// - Returns: The lock, or `nil` for the reasons of ``init(_:)``, after the time to wait.
    package static func waiting(for path: String, upTo limit: Duration) -> FolderLock? {
        let end = ContinuousClock.now + limit
        while true {
            if let lock = FolderLock(path) { return lock }
            guard errno == EWOULDBLOCK, ContinuousClock.now < end else { return nil }
            usleep(1000)
        }
    }

    deinit {
        _ = close(descriptor)
    }

    /// The time in seconds since an entry of the folder was last created or removed.
    package var age: Double {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return 0 }
        #if canImport(Darwin)
            let seconds = status.st_mtimespec.tv_sec
        #else
            let seconds = status.st_mtim.tv_sec
        #endif
        return Date().timeIntervalSince1970 - Double(seconds)
    }
}
