/// Calls a system function, and calls it again if a signal interrupted it.
///
/// - Parameter call: A call that returns -1 if it fails.
/// - Returns: The result of the last call.
@inlinable
package func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// System calls that synchronize files to disk.
package enum FileSynchronization {
    /// Waits until the contents of an open file, or the entries of an open folder, are on disk.
    ///
    /// - Parameter descriptor: The descriptor of the file or folder.
    /// - Returns: Whether the call succeeded. If it failed, `errno` contains the reason.
    package static func wait(for descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // On Apple platforms, `fsync` leaves the contents in the cache of the drive. Some file
            // systems do not support the stronger call.
            if uninterrupted({ fcntl(descriptor, F_FULLFSYNC) }) != -1 { return true }
        #endif
        return uninterrupted { fsync(descriptor) } == 0
    }
}
