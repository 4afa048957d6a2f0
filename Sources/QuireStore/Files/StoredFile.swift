import QuirePlatform

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

/// The encryption of an open database, which changes with ``Database/changeEncryptionKey(_:rewritingFiles:)``.
package final class CurrentEncryption: Sendable {
    private let state: Mutex<DatabaseEncryption?>

    /// Creates an object that contains an encryption.
    package init(_ encryption: DatabaseEncryption? = nil) { state = Mutex(encryption) }

    /// The encryption, or `nil` if the database is not encrypted.
    package var value: DatabaseEncryption? { state.withLock { $0 } }

    /// Replaces the encryption.
    func replace(by encryption: DatabaseEncryption?) { state.withLock { $0 = encryption } }
}
