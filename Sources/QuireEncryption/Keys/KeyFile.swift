// The file `encryption.key` in the folder of an encrypted database. A folder without it is not encrypted.
//
//     offset  length
//          0       8   "QuireKey"
//          8       1   1, the version of the format
//          9       1   the cipher: 1 AES-256-GCM, 2 ChaCha20-Poly1305
//         10       1   the form of the encryption key: 1 a password, 2 random bytes
//         11       1   1 if the database file has content, 0 while the database is created
//         12       4   the rounds of PBKDF2, big-endian, or 0 without a password
//         16      16   a random salt
//         32      12   a random nonce
//         44      16   a check value of the wrapping key
//         60      32   the data key, encrypted with the wrapping key
//         92      16   its tag, which also authenticates the bytes before it
//
// The wrapping key is PBKDF2-HMAC-SHA-256(password, salt, rounds), or HKDF-SHA-256(key, salt, "wrap") of
// random bytes. The check value is the beginning of HKDF-SHA-256(wrapping key, salt, "check"). It tells a
// wrong key from a damaged file, and binds the file to one key.
//
// The file is written before its database, and replaced by a rename when the database has content and when
// the encryption key changes. An empty database file is a new one only if the key file has byte 11 = 0: otherwise
// the content was lost. Who loses the key file loses the data.
import Foundation
import QuireDocuments

/// The encrypted key of a database.
package struct KeyFile: Equatable, Sendable {
    /// The name of the file in the folder of the database.
    package static let name = "encryption.key"

    /// The first bytes of an encrypted database file.
    package static let databaseMagic = Array("QuireE".utf8) + [0, 1]

    /// What the first byte of the rollback journal of an encrypted database is exclusive-ored with.
    package static let journalMask: UInt8 = 0xd9

    /// The rounds of PBKDF2 for new files, which OWASP recommends for SHA-256 (2023).
    static let rounds: UInt32 = 600_000
    /// A file with more rounds is refused: it would occupy the processor for more than some seconds.
    static let maximumRounds: UInt32 = 10_000_000

    private static let magic = Array("QuireKey".utf8)
    private static let version: UInt8 = 1
    private static let length = 108
    private static let authenticated = 0..<60

    /// The cipher of the files of the database.
    package let suite: CipherSuite
    /// The form of the key.
    package let form: EncryptionKey.Form
    /// The rounds of PBKDF2, or 0 without a password.
    package let rounds: UInt32
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// Whether the database file has content, so that an empty one has lost it.
    package var isOfDatabaseWithContent: Bool { bytes[11] == 1 }

    private var salt: [UInt8] { Array(bytes[16..<32]) }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - path: Its path, for error messages.
    /// - Throws: ``QuireError`` with code `corruptData`, or `unsupportedEncryption` for a version or
    ///   cipher that this version of Quire does not know.
    package init(_ bytes: [UInt8], path: String) throws {
        func damaged(_ reason: String) -> QuireError {
            QuireError(.corruptData, "The key file \(path) is damaged: \(reason).")
        }
        guard bytes.starts(with: Self.magic), bytes.count > 11 else {
            throw damaged("it does not begin with \"QuireKey\"")
        }
        guard bytes[8] == Self.version, let suite = CipherSuite(rawValue: bytes[9]) else {
            throw QuireError(
                .unsupportedEncryption,
                "The key file \(path) has version \(bytes[8]) and cipher \(bytes[9]), which this version "
                    + "of Quire does not know. Use a later version.")
        }
        guard bytes.count == Self.length else {
            throw damaged("it has \(bytes.count) bytes, not \(Self.length)")
        }
        let rounds = bytes[12..<16].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        switch bytes[10] {
        case 1 where (1...Self.maximumRounds).contains(rounds): form = .password
        case 2 where rounds == 0: form = .raw
        default: throw damaged("form \(bytes[10]) with \(rounds) rounds is not possible")
        }
        guard bytes[11] <= 1 else { throw damaged("byte 11 is \(bytes[11])") }
        self.suite = suite
        self.rounds = rounds
        self.bytes = bytes
    }

    private init(
        _ suite: CipherSuite, _ form: EncryptionKey.Form, rounds: UInt32, bytes: [UInt8]
    ) {
        self.suite = suite
        self.form = form
        self.rounds = rounds
        self.bytes = bytes
    }
}

#if Encryption
    extension KeyFile {
        /// Encrypts the key of a database that has content.
        ///
        /// - Parameters:
        ///   - dataKey: The key of the database.
        ///   - key: The key that encrypts it.
        ///   - suite: The cipher of the files of the database.
        ///   - rounds: The rounds of PBKDF2, if the key is a password.
        /// - Throws: ``QuireError`` with code `unexpectedError` if the cryptographic library fails.
        package init(
            wrapping dataKey: SecretBytes, with key: EncryptionKey, suite: CipherSuite,
            rounds: UInt32 = rounds
        ) throws {
            self = try Self.new(wrapping: dataKey, with: key, suite: suite, rounds: rounds).filled
        }

        /// Encrypts the key of a new database, with one derivation.
        ///
        /// - Parameters:
        ///   - dataKey: The key of the database.
        ///   - key: The key that encrypts it.
        ///   - suite: The cipher of the files of the database.
        ///   - rounds: The rounds of PBKDF2, if the key is a password.
        /// - Returns: The file while the database is created, and the one afterward.
        /// - Throws: ``QuireError`` with code `unexpectedError` if the cryptographic library fails.
        package static func new(
            wrapping dataKey: SecretBytes, with key: EncryptionKey, suite: CipherSuite,
            rounds: UInt32 = rounds
        ) throws -> (empty: KeyFile, filled: KeyFile) {
            let isPassword = key.form == .password
            let rounds = isPassword ? rounds : 0
            let salt = RandomBytes.make(count: 16)
            do throws(CipherError) {
                let wrapping = try wrappingKey(key, salt: salt, rounds: rounds)
                let check = try checkValue(of: wrapping, salt: salt)
                let sealer = try Sealer(suite, key: wrapping)
                func file(hasContent: Bool) throws(CipherError) -> KeyFile {
                    var bytes = magic + [version, suite.rawValue, isPassword ? 1 : 2]
                    bytes.append(hasContent ? 1 : 0)
                    withUnsafeBytes(of: rounds.bigEndian) { bytes += $0 }
                    // Both files have the same key, so each has a nonce of its own.
                    bytes += salt + RandomBytes.make(count: CipherSuite.nonceLength) + check
                    var sealed = [UInt8](
                        repeating: 0, count: CipherSuite.keyLength + CipherSuite.tagLength)
                    try seal(dataKey, by: sealer, header: bytes, into: &sealed)
                    return KeyFile(suite, key.form, rounds: rounds, bytes: bytes + sealed)
                }
                return (try file(hasContent: false), try file(hasContent: true))
            } catch {
                throw failed
            }
        }

        /// Decrypts the key of the database.
        ///
        /// - Parameters:
        ///   - key: The encryption key.
        ///   - database: The name of the database, for error messages.
        /// - Returns: The key of the database.
        /// - Throws: ``QuireError`` with code `unreadableDatabase` if the key is wrong,
        ///   `corruptData` if the file was changed.
        /// - Complexity: A password takes the time of its derivation, some 0.3 seconds.
        package func dataKey(
            _ key: EncryptionKey, ofDatabase database: String
        ) throws -> SecretBytes {
            guard key.form == form else {
                throw QuireError(
                    .unreadableDatabase,
                    "Database \(database) is encrypted with \(form.text), and not with \(key.form.text)."
                )
            }
            guard let (wrapping, check) = try? derive(key) else { throw Self.failed }
            guard SecretBytes.areEqual(check, bytes[44..<60]) else {
                throw QuireError(
                    .unreadableDatabase,
                    "The encryption key of database \(database) is wrong, or its file \(Self.name) is that of "
                        + "another database or key.")
            }
            do throws(CipherError) {
                return try openDataKey(by: try Sealer(suite, key: wrapping))
            } catch .notAuthentic {
                throw QuireError(
                    .corruptData, "The key file of database \(database) is damaged: it was changed."
                )
            } catch {
                throw Self.failed
            }
        }

        /// Returns the wrapping key, and its check value.
        private func derive(_ key: EncryptionKey) throws(CipherError) -> (SecretBytes, [UInt8]) {
            let wrapping = try Self.wrappingKey(key, salt: salt, rounds: rounds)
            return (wrapping, try Self.checkValue(of: wrapping, salt: salt))
        }

        private static func seal(
            _ dataKey: SecretBytes, by sealer: Sealer, header: [UInt8], into sealed: inout [UInt8]
        ) throws(CipherError) {
            let result = header.withUnsafeBytes { header in
                dataKey.withBytes { dataKey in
                    sealed.withUnsafeMutableBytes { sealed -> Result<Void, CipherError> in
                        guard let start = sealed.baseAddress, let context = header.baseAddress
                        else {
                            return .failure(.libraryFailed)
                        }
                        return Result { () throws(CipherError) in
                            try sealer.seal(
                                dataKey, into: start, nonce: context + 32, context: header,
                                tag: start + dataKey.count)
                        }
                    }
                }
            }
            try result.get()
        }

        private func openDataKey(by sealer: Sealer) throws(CipherError) -> SecretBytes {
            var result = Result<Void, CipherError>.failure(.libraryFailed)
            let dataKey = SecretBytes(count: CipherSuite.keyLength) { dataKey in
                bytes.withUnsafeBytes { bytes in
                    guard let output = dataKey.baseAddress, let start = bytes.baseAddress else {
                        return
                    }
                    result = Result { () throws(CipherError) in
                        try sealer.open(
                            UnsafeRawBufferPointer(rebasing: bytes[60..<92]), into: output,
                            nonce: start + 32,
                            context: UnsafeRawBufferPointer(rebasing: bytes[Self.authenticated]),
                            tag: start + 92)
                    }
                }
            }
            try result.get()
            return dataKey
        }

        private static func wrappingKey(
            _ key: EncryptionKey, salt: [UInt8], rounds: UInt32
        ) throws(CipherError) -> SecretBytes {
            switch key.form {
            case .password: try KeyDerivation.pbkdf2(key.secret, salt: salt, rounds: rounds)
            case .raw: try KeyDerivation.hkdf(key.secret, salt: salt, purpose: Array("wrap".utf8))
            }
        }

        private static func checkValue(
            of wrapping: SecretBytes, salt: [UInt8]
        ) throws(CipherError) -> [UInt8] {
            try KeyDerivation.hkdf(wrapping, salt: salt, purpose: Array("check".utf8))
                .withBytes { Array($0.prefix(16)) }
        }

        private static var failed: QuireError {
            QuireError(
                .unexpectedError, "The cryptographic library has failed. Memory may be exhausted.")
        }
    }
#endif

extension EncryptionKey.Form {
    /// The form in messages.
    package var text: String {
        switch self {
        case .password: "a password"
        case .raw: "a key of 32 bytes"
        }
    }
}
