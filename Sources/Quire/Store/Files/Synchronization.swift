#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Calls that wait until the disk has what was written, so that it survives a power loss.
///
/// The disk has a file once both the file and the entry in its folder are synchronized.
enum Synchronization {
    /// Waits until the disk has the contents of an open file, or the entries of an open folder.
    ///
    /// - Parameter descriptor: The descriptor of the file or folder.
    /// - Returns: Whether the disk has them; `errno` tells the reason if it does not.
    static func wait(for descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // There, `fsync` leaves the contents in the cache of the drive. Some file systems lack
            // the stronger call.
            if uninterrupted({ fcntl(descriptor, F_FULLFSYNC) }) != -1 { return true }
        #endif
        return uninterrupted { fsync(descriptor) } == 0
    }

    /// Waits until the disk has the entries of a folder.
    ///
    /// - Parameter path: The path of the folder; symbolic links are followed.
    /// - Throws: ``QuireError`` with code `ioError`.
    static func waitForEntries(of path: String) throws {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            // A folder that can be written but not read cannot be synchronized.
            if errno == EACCES { return }
            throw QuireError(.ioError, cannot: "open the folder", path)
        }
        defer { _ = close(descriptor) }
        try waitForEntries(of: descriptor, path: path)
    }

    /// Waits until the disk has the entries of an open folder.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the folder.
    ///   - path: The path of the folder, for error messages.
    /// - Throws: ``QuireError`` with code `ioError`.
    static func waitForEntries(of descriptor: Int32, path: String) throws {
        // File systems that cannot synchronize folders report an invalid argument.
        guard wait(for: descriptor) || errno == EINVAL else {
            throw QuireError(.ioError, cannot: "synchronize the folder", path)
        }
    }
}
