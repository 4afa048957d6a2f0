import QuirePlatform
import Foundation

/// Creation of files that only their owner can read and write.
enum PrivateFile {
    /// Creates an empty file with mode 0600, unless the file exists.
    ///
    /// SQLite would create the database's file with permissions for all users. It gives the files
    /// that it creates next to a database the same permissions as the database's file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - content: The bytes of the file, which are synchronized to disk with its entry, or no bytes.
    /// - Returns: Whether the file was created, and did not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, or `ioError` if the disk is full.
    @discardableResult
    static func create(_ path: String, containing content: [UInt8] = []) throws -> Bool {
        guard access(path, F_OK) != 0 else { return false }
        // Create the file under another name and link it. Closing a descriptor of the final file
        // would release the locks of any object of this process that has opened the file meanwhile.
        let new = "\(path)-\(UUID().uuidString)"
        let descriptor = uninterrupted { open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            let isFull = errno == ENOSPC || errno == EDQUOT
            throw QuireError(isFull ? .ioError : .cantOpenFile, cannot: "create", path)
        }
        defer { _ = unlink(new) }
        try fill(descriptor, with: content, path: path)
        // If another process created the file first, that file stays.
        var isCreated = link(new, path) == 0
        if !isCreated, access(path, F_OK) != 0 {
            // The file system has no hard links.
            let descriptor = uninterrupted {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
            if descriptor >= 0 {
                try fill(descriptor, with: content, path: path)
                isCreated = true
            }
        }
        if isCreated, !content.isEmpty {
            try FolderSynchronization.waitForEntries(of: DatabaseFolder.parent(of: path))
        }
        return isCreated
    }

    /// Replaces a file by one with other bytes, which are synchronized to disk before.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - content: The bytes.
    /// - Throws: ``QuireError`` with code `ioError`. Then the file is unchanged.
    static func replace(_ path: String, with content: [UInt8]) throws {
        let new = "\(path)-\(UUID().uuidString)"
        defer { _ = unlink(new) }
        try create(new, containing: content)
        guard rename(new, path) == 0 else { throw QuireError(.ioError, cannot: "replace", path) }
        try FolderSynchronization.waitForEntries(of: DatabaseFolder.parent(of: path))
    }

    /// Writes and closes a file.
    private static func fill(_ descriptor: Int32, with content: [UInt8], path: String) throws {
        let file = OpenFile(descriptor: descriptor, path: path)
        guard !content.isEmpty else { return }
        try content.withUnsafeBytes { try file.append($0) }
        try file.synchronize()
    }
}
