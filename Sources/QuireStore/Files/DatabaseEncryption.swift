import Foundation
package import QuireEncryption
import QuirePlatform

/// The encryption of one database in this process.
package final class DatabaseEncryption: Sendable {
    /// The key that opens the key file.
    let key: EncryptionKey

    private struct State {
        var keyFile: KeyFile
        /// The key file that follows when a new database has content.
        var filled: KeyFile?
    }

    private let state: Mutex<State>
    /// The key file of the database.
    var keyFile: KeyFile { state.withLock { $0.keyFile } }

    #if Encryption
        /// The key of the database.
        let dataKey: SecretBytes
        /// The file system of SQLite that encrypts.
        let fileSystem: EncryptedFileSystem
        /// The encryption of blobs.
        let blobs: BlobCipher

        private init(_ keyFile: KeyFile, key: EncryptionKey, dataKey: SecretBytes) throws {
            guard let fileSystem = EncryptedFileSystem(dataKey, suite: keyFile.suite),
                let blobs = try? BlobCipher(dataKey, suite: keyFile.suite)
            else {
                throw QuireError(
                    .memoryError, "There is not enough memory for the encryption of a database.")
            }
            state = Mutex(State(keyFile: keyFile))
            self.key = key
            self.dataKey = dataKey
            self.fileSystem = fileSystem
            self.blobs = blobs
            register(keyFile)
        }

        private func register(_ keyFile: KeyFile) {
            Self.opened.withLock { opened in
                opened = opened.filter { $0.value.encryption != nil }
                opened[keyFile.bytes] = WeakEncryption(encryption: self)
            }
        }

        private struct WeakEncryption {
            weak var encryption: DatabaseEncryption?
        }

        /// What this process uses, by the bytes of the key files.
        ///
        /// A key is derived from a password only once, because the derivation takes long.
        private static let opened = Mutex<[[UInt8]: WeakEncryption]>([:])

        private static func known(_ keyFile: KeyFile, _ key: EncryptionKey) -> DatabaseEncryption? {
            let known = opened.withLock { $0[keyFile.bytes]?.encryption }
            return known?.key == key ? known : nil
        }
    #else
        private init(_ keyFile: KeyFile, _ key: EncryptionKey) {
            state = Mutex(State(keyFile: keyFile))
            self.key = key
        }
    #endif

    /// Opens the encryption of an existing database.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder of the database.
    ///   - key: The encryption key, or `nil` if the caller expects no encryption.
    /// - Returns: The encryption, or `nil` if the database is not encrypted.
    /// - Throws: ``QuireError`` with code `unreadableDatabase` if the key is missing, wrong, or the
    ///   database is not encrypted, `unsupportedEncryption` without the trait `Encryption`,
    ///   `corruptData` if the key file is damaged, `cantOpenFile`.
    package static func open(
        _ folder: String, key: EncryptionKey?
    ) throws -> DatabaseEncryption? {
        try check(key)
        guard let keyFile = try keyFile(in: folder) else {
            guard key != nil else { return nil }
            throw QuireError(
                .unreadableDatabase,
                "The database \(folder) is not encrypted. Open it without an encryption key, or encrypt it "
                    + "with Database.changeEncryptionKey(_:rewritingFiles:).")
        }
        #if Encryption
            guard let key else {
                throw QuireError(
                    .unreadableDatabase,
                    "The database \(folder) is encrypted. Set DatabaseConfiguration.encryptionKey.")
            }
            if let known = known(keyFile, key) { return known }
            let dataKey = try keyFile.dataKey(key, ofDatabase: folder)
            return try DatabaseEncryption(keyFile, key: key, dataKey: dataKey)
        #else
            QuireLog.debug("\(folder) has cipher \(keyFile.suite).")
            throw traitIsMissing
        #endif
    }

    /// Opens the encryption of a database that may have none.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder of the database.
    ///   - key: The key, if the database is encrypted.
    /// - Returns: The encryption, or `nil` if the database is not encrypted.
    /// - Throws: The errors of ``open(_:key:)`` for an encrypted database.
    package static func openIfEncrypted(
        _ folder: String, key: EncryptionKey?
    ) throws -> DatabaseEncryption? {
        let isEncrypted = access(folder + "/" + KeyFile.name, F_OK) == 0
        return isEncrypted ? try open(folder, key: key) : nil
    }

    /// Creates the encryption of a new database, and its key file.
    ///
    /// If another process creates it at the same time, its key file is used.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, whose database file is missing or empty.
    ///   - key: The encryption key.
    ///   - isDraft: Whether the folder gets its name when the database file has content. Otherwise,
    ///     ``recordContent(in:)`` must follow.
    /// - Returns: The encryption.
    /// - Throws: The errors of ``open(_:key:)``, or ``QuireError`` with code `ioError`.
    static func create(
        _ folder: String, key: EncryptionKey, isDraft: Bool = true
    ) throws -> DatabaseEncryption {
        #if Encryption
            let path = folder + "/" + KeyFile.name
            let dataKey = SecretBytes(count: CipherSuite.keyLength) { RandomBytes.fill($0) }
            let (empty, filled) = try KeyFile.new(wrapping: dataKey, with: key, suite: .preferred)
            let keyFile = isDraft ? filled : empty
            if try PrivateFile.create(path, containing: keyFile.bytes) {
                let encryption = try DatabaseEncryption(keyFile, key: key, dataKey: dataKey)
                if !isDraft { encryption.state.withLock { $0.filled = filled } }
                return encryption
            }
            guard let encryption = try open(folder, key: key) else {
                throw QuireError(.cantOpenFile, "The key file \(path) was removed.")
            }
            return encryption
        #else
            throw traitIsMissing
        #endif
    }

    /// Records in the key file that the database file has content, unless that is recorded.
    ///
    /// From then on, an empty database file is an error, and not a new database.
    ///
    /// - Parameter folder: The path of the folder of the database, whose file is synchronized to disk.
    /// - Throws: ``QuireError`` with code `ioError`.
    func recordContent(in folder: String) throws {
        #if Encryption
            let (current, filled) = state.withLock { ($0.keyFile, $0.filled) }
            // Another process can have recorded it, or can have exchanged the key.
            guard !current.isOfDatabaseWithContent,
                try Self.keyFile(in: folder)?.bytes == current.bytes
            else { return }
            let new =
                try filled ?? KeyFile(wrapping: dataKey, with: key, suite: current.suite)
            try PrivateFile.replace(folder + "/" + KeyFile.name, with: new.bytes)
            state.withLock { $0 = State(keyFile: new) }
            register(new)
        #endif
    }

    /// The name of the file system for SQLite.
    package var fileSystemName: String? {
        #if Encryption
            fileSystem.name
        #else
            nil
        #endif
    }

    /// The bytes of each page that SQLite must leave unused, for the nonce and the tag.
    static var reservedBytes: Int32 {
        #if Encryption
            EncryptedFileSystem.reservedBytes
        #else
            0
        #endif
    }

    /// Exchanges the encryption key.
    ///
    /// The key of the database stays, so that no other file changes.
    ///
    /// - Parameters:
    ///   - key: The new encryption key.
    ///   - folder: The path of the folder of the database.
    /// - Returns: The encryption with the new key.
    /// - Throws: ``QuireError`` with code `ioError`, or `busy` if another process has exchanged the key.
    ///   Then the previous key remains.
    func exchangingKey(_ key: EncryptionKey, in folder: String) throws -> DatabaseEncryption {
        #if Encryption
            guard try isKey(ofFolder: folder) else {
                throw QuireError(
                    .busy,
                    "The encryption key of \(folder) was changed elsewhere. Open the database again."
                )
            }
            let keyFile = try KeyFile(wrapping: dataKey, with: key, suite: keyFile.suite)
            try PrivateFile.replace(folder + "/" + KeyFile.name, with: keyFile.bytes)
            return try DatabaseEncryption(keyFile, key: key, dataKey: dataKey)
        #else
            throw Self.traitIsMissing
        #endif
    }

    #if Encryption
        /// Returns whether the encryption key still opens the key file of a folder, with the same data key.
        private func isKey(ofFolder folder: String) throws -> Bool {
            guard let stored = try Self.keyFile(in: folder) else { return false }
            if stored.bytes == keyFile.bytes { return true }
            guard let other = try? stored.dataKey(key, ofDatabase: folder) else { return false }
            return dataKey.withBytes { one in
                other.withBytes { SecretBytes.areEqual(one, $0) }
            }
        }
    #endif

    /// Checks that a key can be used at all.
    ///
    /// - Throws: ``QuireError`` with code `unsupportedEncryption` without the trait `Encryption`, or
    ///   `invalidParameter` if a password is empty or is longer than a mebibyte, or a key does not have
    ///   32 bytes.
    static func check(_ key: EncryptionKey?) throws {
        guard let key else { return }
        #if Encryption
            try key.checkLength()
        #else
            _ = key
            throw traitIsMissing
        #endif
    }

    private static var traitIsMissing: QuireError {
        QuireError(
            .unsupportedEncryption,
            "Encrypted databases require the package trait Encryption: "
                + ".package(url: …, traits: [\"Encryption\"]).")
    }

    /// Returns the key file of a database, or `nil` if the database is missing or not encrypted.
    ///
    /// - Parameter folder: The path of the folder of the database.
    /// - Returns: The key file, whose contents can be read without the key.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, `ioError`, or `corruptData` if the file is damaged.
    package static func keyFile(in folder: String) throws -> KeyFile? {
        let path = folder + "/" + KeyFile.name
        guard access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR else { return nil }
        let file = try OpenFile(reading: path, waits: false)
        guard try file.status().isFile else {
            throw QuireError(.cantOpenFile, "\(path) is not a file.")
        }
        // A file of another origin can be longer than any key file.
        return try KeyFile(file.readNext(count: 4096), path: path)
    }
}

#if Encryption
    extension CipherSuite {
        /// The cipher of new databases, which is the faster one on this processor.
        static let preferred: CipherSuite = {
            // All processors of Apple's supported devices have instructions for AES.
            guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
                let features = text.split(separator: "\n")
                    .first(where: { $0.hasPrefix("flags") || $0.hasPrefix("Features") })
            else { return .aes256GCM }
            return features.split(separator: " ").contains("aes") ? .aes256GCM : .chaCha20Poly1305
        }()
    }
#endif
