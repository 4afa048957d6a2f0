/// The identity of a file or folder on this system, independent of the path by which it is opened.
///
/// Symbolic and hard links, bind mounts, and the forms of a letter in a name on some file systems
/// lead to the same file by several paths.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Creates the identity of the file at a path, or returns `nil` if the path leads to no file.
    ///
    /// - Parameter path: The path of a file, a folder, or a symbolic link to one of them.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
