import QuirePlatform

/// A database file, and what encrypts it.
package struct StoredFile: Sendable {
    /// The path of the file, `NAME.cblite2/db.sqlite3`.
    package let path: String
    /// The encryption of the file, or `nil` for a file that is not encrypted.
    package let encryption: DatabaseEncryption?
    /// The path in error messages, which is that of the original for a temporary copy.
    let shownPath: String

    /// Creates a location, without accessing the file system.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - encryption: The encryption of the file, or `nil`.
    package init(_ path: String, encryption: DatabaseEncryption? = nil) {
        self.path = path
        self.encryption = encryption
        shownPath = path
    }

    /// Creates a location for a temporary copy.
    ///
    /// - Parameters:
    ///   - path: The path of the copy.
    ///   - original: The copied file, whose encryption the copy has.
    init(_ path: String, copyOf original: StoredFile) {
        self.path = path
        encryption = original.encryption
        shownPath = original.shownPath
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
