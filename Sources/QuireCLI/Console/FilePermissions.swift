import QuirePlatform

/// The permissions of users other than the owner of a file.
enum FilePermissions {
    /// The permission to read.
    static let reading: mode_t = 0o044
    /// The permissions to read, write and execute.
    static let all: mode_t = 0o077

    /// Returns the permissions of the group and of others.
    ///
    /// For a pipe, there are none: it has no other readers.
    ///
    /// - Parameter path: The path of a file. Symbolic links are followed.
    /// - Returns: The permissions, or `nil` if the file cannot be examined.
    static func ofOthers(path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? ofOthers(status) : nil
    }

    /// Returns the permissions of the group and of others.
    ///
    /// - Parameter descriptor: An open file or pipe.
    /// - Returns: The permissions, or `nil` if the file cannot be examined.
    static func ofOthers(descriptor: Int32) -> mode_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? ofOthers(status) : nil
    }

    private static func ofOthers(_ status: stat) -> mode_t {
        status.st_mode & S_IFMT == S_IFREG ? status.st_mode & all : 0
    }
}
