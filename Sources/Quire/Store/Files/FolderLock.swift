import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A lock on a folder that ends with the process.
final class FolderLock {
    private let descriptor: Int32

    /// Locks a folder.
    ///
    /// The result is `nil` if another object or process has the lock, there is no such folder, or the file
    /// system has no locks.
    ///
    /// - Parameter path: The folder's path. A symbolic link is not followed.
    init?(_ path: String) {
        descriptor = uninterrupted {
            open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            _ = close(descriptor)
            return nil
        }
    }

    deinit {
        _ = close(descriptor)
    }

    /// How long ago an entry of the folder was created or removed, in seconds.
    var age: Double {
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
