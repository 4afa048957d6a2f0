#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// System calls that synchronize files to disk, so that their contents survive a power loss.
///
/// A file is durable when both its contents and its entry in the folder are synchronized.
enum Synchronization {
    /// Waits until the contents of an open file, or the entries of an open folder, are on disk.
    ///
    /// - Parameter descriptor: The descriptor of the file or folder.
    /// - Returns: Whether the call succeeded. If it failed, `errno` contains the reason.
    static func wait(for descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // On Apple platforms, `fsync` leaves the contents in the cache of the drive. Some file
            // systems do not support the stronger call.
            if uninterrupted({ fcntl(descriptor, F_FULLFSYNC) }) != -1 { return true }
        #endif
        return uninterrupted { fsync(descriptor) } == 0
    }

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
        guard wait(for: descriptor) || errno == EINVAL else {
            throw QuireError(.ioError, cannot: "synchronize the folder", path)
        }
    }
}
