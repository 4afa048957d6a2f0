#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The identity of a file or folder on this system, independent of the path by which it is opened.
///
/// Symbolic and hard links, bind mounts, and the forms of a letter in a name on some file systems
/// lead to the same file by several paths.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Creates the identity of the file at a path, or returns `nil` if the path leads to no file.
    ///
    /// - Parameter path: The path of a file, a folder, or a symbolic link to one of them.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
