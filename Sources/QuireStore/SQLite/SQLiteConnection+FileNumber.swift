import QuirePlatform
import CSQLite

extension SQLiteConnection {
    /// A number that the system gave to the connection's file, or `nil` if it does not know any.
    ///
    /// It is the time of the file's creation on Linux, in nanoseconds since 1970, and the number of
    /// the file in its file system on Apple platforms. A file that is moved within a file system
    /// keeps it. A file that is overwritten in place keeps it, too, and so does a snapshot of a disk.
    var fileNumber: UInt64? { Self.fileNumber(atPath: path) }

    /// Returns the number of the file at a path, or `nil` if the system does not know any.
    static func fileNumber(atPath path: String) -> UInt64? {
        #if canImport(Darwin)
            var status = stat()
            return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
        #elseif os(Linux) || os(Android)
            let time = quire_file_birth_time(path)
            return time == 0 ? nil : time
        #else
            return nil
        #endif
    }
}
