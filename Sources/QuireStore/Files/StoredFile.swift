/// A database file, and what encrypts it.
package struct StoredFile: Sendable {
    /// The path of the file, `NAME.cblite2/db.sqlite3`.
    package let path: String
    /// The encryption of the file, or `nil` for a file that is not encrypted.
    package let encryption: DatabaseEncryption?

    /// Creates a location, without accessing the file system.
    package init(_ path: String, encryption: DatabaseEncryption? = nil) {
        self.path = path
        self.encryption = encryption
    }
}
