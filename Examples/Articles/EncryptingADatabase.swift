// An encrypted database: its key, another key, a copy, and the key of a device or a service.

import Foundation
import Quire

struct Entry: DocumentModel {
    @DocumentID var id: String?
    var text: String
}

let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let (password, newPassword) = ("violet harbor seven lanterns", "quiet orbit eleven maples")

// A database with a password.
var config = DatabaseConfiguration(directory: folder)
config.encryptionKey = EncryptionKey(password: password)
let journal = try Database(name: "journal", config: config)
let entries = try journal.repository(of: Entry.self)
try entries.save(Entry(id: "monday", text: "Rain all day."))

// The key is missing.
do {
    let plain = DatabaseConfiguration(directory: folder)
    _ = try Database(name: "journal", config: plain)
} catch QuireError.Code.unreadableDatabase {
    print("The key is missing or wrong.")
}

// Another password, which takes the time of its derivation.
try journal.changeEncryptionKey(EncryptionKey(password: newPassword))

// A random key, and new files with a new data key.
let bytes = EncryptionKey.randomBytes()
try journal.changeEncryptionKey(EncryptionKey(data: bytes), rewritingFiles: true)
print("\(try entries.count()) entry, encrypted: \(journal.isEncrypted)")

// A copy with a key of its own.
if let path = journal.path {
    var backup = DatabaseConfiguration(directory: folder)
    backup.encryptionKey = EncryptionKey(password: "seven copper bridges")
    try Database.copy(
        fromPath: path, toDatabase: "backup", withConfig: backup,
        sourceKey: journal.config.encryptionKey)
}

// The files without encryption.
try journal.changeEncryptionKey(nil)
print("Encrypted: \(journal.isEncrypted)")

struct MissingCredentials: Error {}

/// Opens a database with the key that the service manager provides.
func openService(in folder: String) throws -> Database {
    // Without a key, a new database would not be encrypted.
    guard let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] else {
        throw MissingCredentials()
    }
    let file = URL(filePath: credentials).appending(path: "database-key")
    var config = DatabaseConfiguration(directory: folder)
    config.encryptionKey = try EncryptionKey(data: Data(contentsOf: file))
    return try Database(name: "journal", config: config)
}

#if canImport(Security)
    import Security

    struct KeychainError: Error {
        let status: OSStatus
    }

    /// Returns the key in the keychain, and creates it for a new database only.
    func keychainKey(creates: Bool) throws -> EncryptionKey {
        var item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: "com.example.journal",
            kSecAttrAccount as String: "database-key",
        ]
        var query = item
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        var status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound, creates {
            let bytes = EncryptionKey.randomBytes()
            item[kSecValueData as String] = bytes
            item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            status = SecItemAdd(item as CFDictionary, nil)
            if status == errSecSuccess { return try EncryptionKey(data: bytes) }
        }
        guard status == errSecSuccess, let data = result as? Data else {
            throw KeychainError(status: status)
        }
        return try EncryptionKey(data: data)
    }

    func openJournal(in folder: String) throws -> Database {
        var config = DatabaseConfiguration(directory: folder)
        let exists = Database.exists(withName: "journal", inDirectory: folder)
        config.encryptionKey = try keychainKey(creates: !exists)
        return try Database(name: "journal", config: config)
    }
#endif

try Database.delete(withName: "backup", inDirectory: folder)
try journal.delete()
do {
    try openService(in: folder).delete()
} catch is MissingCredentials {
    print("No service manager provides a key.")
}
