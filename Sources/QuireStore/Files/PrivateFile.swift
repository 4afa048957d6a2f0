import QuirePlatform
import Foundation

/// Creation of files that only their owner can read and write.
enum PrivateFile {
    /// Creates an empty file with mode 0600, unless the file exists.
    ///
    /// SQLite would create the database's file with permissions for all users. It gives the files
    /// that it creates next to a database the same permissions as the database's file.
    ///
    /// - Parameter path: The file's path.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or `ioError` if the disk is full.
    static func create(_ path: String) throws {
        guard access(path, F_OK) != 0 else { return }
        // Create the file under another name and link it. Closing a descriptor of the final file
        // would release the locks of any object of this process that has opened the file meanwhile.
        let new = "\(path)-\(UUID().uuidString)"
        let descriptor = uninterrupted { open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            let isFull = errno == ENOSPC || errno == EDQUOT
            throw QuireError(isFull ? .ioError : .cantOpenFile, cannot: "create", path)
        }
        _ = close(descriptor)
        // If another process created the file first, that file stays.
        if link(new, path) != 0, access(path, F_OK) != 0 {
            // The file system has no hard links.
            let descriptor = uninterrupted {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
            if descriptor >= 0 { _ = close(descriptor) }
        }
        _ = unlink(new)
    }
}
