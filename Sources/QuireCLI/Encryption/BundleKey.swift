import Foundation
import Quire

/// The encryption key of a bundle, which is read when a command first needs it.
final class BundleKey {
    private let path: String
    /// Where the key comes from.
    let source: KeySource
    /// Whether the command encrypts the bundle with another key.
    var isChanged = false
    private var known: EncryptionKey??
    /// The opened encryption, which keeps the derived key of a password.
    private var encryption: DatabaseEncryption?

    private static let attempts = 3

    /// - Parameters:
    ///   - path: The path of the bundle, which may be missing.
    ///   - source: Where the key comes from.
    init(of path: String, from source: KeySource) {
        self.path = path
        self.source = source
    }

    /// Whether the bundle is encrypted.
    ///
    /// - Throws: The errors of ``BundleEncryption/init(path:)``.
    var isEncrypted: Bool {
        get throws { try BundleEncryption(path: path) != nil }
    }

    /// Returns the key, and reads it the first time.
    ///
    /// - Returns: The key, or `nil` if the bundle is not encrypted.
    /// - Throws: ``Failure`` if the key is missing, wrong, or is not expected; `QuireError`
    ///   if the key file of the bundle is damaged.
    func value() throws -> EncryptionKey? {
        if let known { return known }
        let key = try find()
        known = .some(key)
        return key
    }

    private func find() throws -> EncryptionKey? {
        guard let encryption = try BundleEncryption(path: path) else {
            guard let option = source.option else { return nil }
            switch DatabaseHeader(path: path) {
            case .missing: return try source.read()
            case .plain:
                throw Failure("\(path) is not encrypted; \(advice(on: option))")
            case .other:
                // The error that opening the file throws says what it is.
                return nil
            }
        }
        try KeySource.checkTrait("\(path) is encrypted, which")
        let form = encryption.keyFile.form
        if let option = source.option, source.form != form {
            throw Failure(
                "\(path) is encrypted with \(form.text); use \(source.option(for: form).title) instead of "
                    + "\(option.title)")
        }
        if let key = try source.read() {
            try check(key, form)
            return key
        }
        return try ask(form)
    }

    /// Returns what to do about an option for the key of a bundle that is not encrypted.
    private func advice(on option: OptionSpecification) -> String {
        guard isChanged else { return "omit \(option.title), or encrypt it with 'quire rekey'" }
        let new: OptionSpecification = source.form == .raw ? .newKeyFile : .newPasswordFile
        return "use \(new.title) instead of \(option.title) to encrypt it"
    }

    private func ask(_ form: EncryptionKey.Form) throws -> EncryptionKey {
        for attempt in 1...Self.attempts {
            guard let key = try source.ask(form, of: path) else { break }
            do {
                try check(key, form)
                return key
            } catch let failure as Failure where attempt < Self.attempts {
                source.note(failure.message)
            }
        }
        throw Failure(
            "\(path) is encrypted with \(form.text); use \(source.option(for: form).usage)")
    }

    private func check(_ key: EncryptionKey, _ form: EncryptionKey.Form) throws {
        do {
            encryption = try DatabaseEncryption.openIfEncrypted(path, key: key)
        } catch QuireError.Code.unreadableDatabase {
            throw Failure(
                "\(path) is encrypted with another \(form == .password ? "password" : "key"), or its file "
                    + "encryption.key is that of another bundle")
        }
    }
}

/// The beginning of a database file.
private enum DatabaseHeader {
    case missing, plain, other

    init(path: String) {
        let file = try? FileHandle(forReadingFrom: URL(filePath: path + "/db.sqlite3"))
        guard let file else {
            self = .missing
            return
        }
        defer { try? file.close() }
        let beginning = (try? file.read(upToCount: 16)) ?? Data()
        // An empty file becomes a database when it is opened for writing.
        self =
            beginning.isEmpty
            ? .missing : beginning == Data("SQLite format 3\0".utf8) ? .plain : .other
    }
}
