public import Foundation
import QuireDocuments

/// A key that encrypts the files of a database.
///
/// ```swift
/// var config = DatabaseConfiguration(directory: folder)
/// config.encryptionKey = EncryptionKey(password: password)
/// let database = try Database(name: "journal", config: config)
/// ```
///
/// The database has a random key of its own. An encryption key encrypts that one, so that it can be
/// exchanged without writing the database again. The bytes of an encryption key are overwritten when no
/// object uses it anymore, and no description contains them. A string that a password comes from is the
/// caller's: use ``init(passwordBytes:)`` if it must not stay in memory.
///
/// The trait `Encryption` is required to open an encrypted database.
public struct EncryptionKey: Sendable {
    /// How the bytes become a key.
    package enum Form: Sendable {
        /// They are a password, from which a key is derived. Its derivation takes some 0.3 seconds.
        case password
        /// They are 32 random bytes.
        case raw
    }

    /// The length of a key without a password, in bytes.
    public static let length = 32

    package let form: Form
    package let secret: SecretBytes

    /// Returns random bytes for a new key, from the generator of the operating system.
    ///
    /// Store them where the database is not, such as in a keychain, and create the key from them:
    ///
    /// ```swift
    /// let bytes = EncryptionKey.randomBytes()
    /// let key = try EncryptionKey(data: bytes)
    /// ```
    ///
    /// - Returns: 32 bytes.
    public static func randomBytes() -> Data { Data(RandomBytes.make(count: length)) }

    /// Creates a key from a password.
    ///
    /// Who has a copy of the database can try passwords, each of which takes the time of a derivation
    /// (PBKDF2 with SHA-256 and 600,000 rounds). So a password needs to be long or random.
    ///
    /// - Parameter password: The password. Its bytes in UTF-8 count, so two spellings of an accented letter
    ///   are two passwords.
    public init(password: String) {
        var password = password
        secret = password.withUTF8 { SecretBytes(UnsafeRawBufferPointer($0)) }
        form = .password
    }

    /// Creates a key from the bytes of a password.
    ///
    /// - Parameter passwordBytes: The bytes, which the caller can overwrite afterward.
    public init(passwordBytes: some ContiguousBytes) {
        secret = passwordBytes.withUnsafeBytes { SecretBytes($0) }
        form = .password
    }

    /// Creates a key from random bytes, such as those of a keychain.
    ///
    /// - Parameter data: 32 random bytes.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the number of bytes is another one.
    public init(data: Data) throws {
        self.init(uncheckedData: data)
        try checkLength()
    }

    /// Creates a key from random bytes, whose number is checked when the key is used.
    ///
    /// - Parameter data: 32 random bytes.
    package init(uncheckedData data: Data) {
        secret = data.withUnsafeBytes { SecretBytes($0) }
        form = .raw
    }

    /// Checks the number of bytes.
    ///
    /// - Throws: ``QuireError`` with code `invalidParameter` if a key does not have 32 bytes, or a password is
    ///   empty or is longer than a mebibyte.
    package func checkLength() throws {
        let count = secret.count
        let problem: String? =
            switch form {
            case .raw where count != Self.length:
                "An encryption key has \(Self.length) bytes, but the data has \(count)."
            case .password where count == 0: "The password of the encryption key is empty."
            case .password where count > 1 << 20:
                "The password of the encryption key is longer than 1 MiB."
            default: nil
            }
        if let problem { throw QuireError(.invalidParameter, problem) }
    }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type, without the key.
    public var description: String { "EncryptionKey" }

    /// The name of the type, without the key.
    public var debugDescription: String { description }

    /// No children, so that `dump` does not print the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension EncryptionKey: Equatable {
    /// Returns whether two keys have the same form and the same bytes.
    ///
    /// - Parameters:
    ///   - lhs: A key.
    ///   - rhs: Another key.
    /// - Returns: Whether both open the same databases.
    public static func == (lhs: EncryptionKey, rhs: EncryptionKey) -> Bool {
        guard lhs.form == rhs.form, lhs.secret.count == rhs.secret.count else { return false }
        return lhs.secret.withBytes { one in
            rhs.secret.withBytes { SecretBytes.areEqual(one, $0) }
        }
    }
}
