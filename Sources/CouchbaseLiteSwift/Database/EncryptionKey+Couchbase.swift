public import Foundation
public import Quire

extension EncryptionKey {
    /// Creates a key from 32 random bytes.
    ///
    /// ```swift
    /// config.encryptionKey = .key(key)
    /// ```
    ///
    /// - Parameter key: The bytes. If their number is another one, opening a database throws an error with
    ///   code ``CBLError/invalidParameter``.
    /// - Returns: The key.
    public static func key(_ key: Data) -> EncryptionKey { EncryptionKey(uncheckedData: key) }

    /// Creates a key from a password.
    ///
    /// ```swift
    /// config.encryptionKey = .password(password)
    /// ```
    ///
    /// - Parameter password: The password. If it is empty, opening a database throws an error with code
    ///   ``CBLError/invalidParameter``.
    /// - Returns: The key.
    public static func password(_ password: String) -> EncryptionKey {
        EncryptionKey(password: password)
    }
}

extension Database {
    /// Changes the encryption key, encrypts the database, or removes the encryption.
    ///
    /// ```swift
    /// try database.changeEncryptionKey(.password(newPassword))
    /// ```
    ///
    /// `quire.changeEncryptionKey(_:rewritingFiles:)` can also write the files again with a new data key.
    ///
    /// - Parameter key: The new key, or `nil` for a database that is not encrypted.
    /// - Throws: `NSError` with code ``CBLError/busy`` if the database is encrypted or decrypted, and another
    ///   object or process has it open, ``CBLError/unsupportedEncryption`` without the package trait
    ///   `Encryption`, ``CBLError/invalidParameter`` if the key is invalid, or another code of ``CBLError``.
    public func changeEncryptionKey(_ key: EncryptionKey?) throws {
        try convertingErrors { try quire.changeEncryptionKey(key) }
    }
}
