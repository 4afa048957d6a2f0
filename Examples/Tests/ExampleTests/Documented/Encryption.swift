#if Encryption
    import Foundation
    import Quire
    import Testing

    /// The examples in the documentation of encryption.
    @Suite struct DocumentedEncryption {
        private let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
        private let password = "correct horse battery staple"
        private let newPassword = "staple battery horse correct"

        @Test func `a random key`() throws {
            let bytes = EncryptionKey.randomBytes()
            let key = try EncryptionKey(data: bytes)
            #expect(bytes.count == EncryptionKey.length)
            #expect(try key == EncryptionKey(data: bytes))
            #expect(try key != EncryptionKey(data: EncryptionKey.randomBytes()))
        }

        @Test func `a database with a password that is changed`() throws {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var config = DatabaseConfiguration(directory: folder)
            config.encryptionKey = EncryptionKey(password: password)
            let database = try Database(name: "journal", config: config)
            try database.defaultCollection().save(document: MutableDocument(id: "day-1"))
            try database.changeEncryptionKey(EncryptionKey(password: newPassword))
            try database.close()
            do {
                _ = try Database(name: "journal", config: config)
                Issue.record("a former password opened the database")
            } catch QuireError.Code.unreadableDatabase {
                config.encryptionKey = EncryptionKey(password: newPassword)
            }
            #expect(try Database(name: "journal", config: config).defaultCollection().count == 1)
        }
    }
#endif
