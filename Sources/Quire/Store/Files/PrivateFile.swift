import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that only their owner can read and write.
enum PrivateFile {
    /// Creates an empty file, unless the file exists.
    ///
    /// SQLite would create a file that everyone can read who can reach it. It gives the files that it creates
    /// next to a database the permissions of the database's file.
    ///
    /// - Parameter path: The file's path.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or `ioError` if the disk is full.
    static func create(_ path: String) throws {
        guard access(path, F_OK) != 0 else { return }
        // Closing a descriptor of the file itself would release the locks of another object of this
        // process that has opened the file meanwhile.
        let new = "\(path)-\(UUID().uuidString)"
        let descriptor = uninterrupted { open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            let isFull = errno == ENOSPC || errno == EDQUOT
            throw QuireError(isFull ? .ioError : .cantOpenFile, cannot: "create", path)
        }
        _ = close(descriptor)
        // If another process was first, its file stays. Without hard links, SQLite creates the file.
        _ = link(new, path)
        _ = unlink(new)
    }
}
