/// The lengths of files.
package enum FileLength {
    /// Returns the length of a file, without the look-up of its owner that `FileManager` does.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: The length in bytes, or `nil` if the file is missing or cannot be examined.
    package static func of(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
