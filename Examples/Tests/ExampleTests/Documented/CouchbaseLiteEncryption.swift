#if Encryption
    import CouchbaseLiteSwift
    import Testing

    /// The examples in the documentation of `CouchbaseLiteSwift` with keys.
    @Suite struct DocumentedCouchbaseLiteEncryption {
        private let folder = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
        private let password = "violet harbor"
        private let newPassword = "quiet orbit"

        @Test func `a password, another one, and bytes`() throws {
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var config = DatabaseConfiguration(directory: folder)
            config.encryptionKey = .password(password)
            let database = try Database(name: "journal", config: config)
            try database.changeEncryptionKey(.password(newPassword))
            let key = Data(repeating: 7, count: 32)
            config.encryptionKey = .key(key)
            try database.changeEncryptionKey(config.encryptionKey)
            try database.close()
            try Database(name: "journal", config: config).close()
        }
    }
#endif
