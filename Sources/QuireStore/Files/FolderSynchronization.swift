import QuirePlatform

/// Synchronization of folders to disk, so that files in them survive a power loss.
///
/// A file is durable when both its contents and its entry in the folder are synchronized.
enum FolderSynchronization {
    /// Waits until the entries of a folder are on disk.
    ///
    /// - Parameter path: The path of the folder. Symbolic links are followed.
    /// - Throws: ``QuireError`` with code `ioError`.
    static func waitForEntries(of path: String) throws {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            // A folder without read permission cannot be opened, so it cannot be synchronized.
            if errno == EACCES { return }
            throw QuireError(.ioError, cannot: "open the folder", path)
        }
        defer { _ = close(descriptor) }
        try waitForEntries(of: descriptor, path: path)
    }

    /// Waits until the entries of an open folder are on disk.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the folder.
    ///   - path: The path of the folder, for error messages.
    /// - Throws: ``QuireError`` with code `ioError`.
    static func waitForEntries(of descriptor: Int32, path: String) throws {
        // File systems that cannot synchronize folders report EINVAL.
        guard FileSynchronization.wait(for: descriptor) || errno == EINVAL else {
            throw QuireError(.ioError, cannot: "synchronize the folder", path)
        }
    }
}
