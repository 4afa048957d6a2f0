#if Encryption
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireInspection
    import QuireTestSupport
    import Testing

    @testable import QuireStore

    @Suite struct EncryptedDatabaseTests {
        let folder: StoreFolder

        init() throws {
            folder = try StoreFolder()
        }

        private var bundle: String { folder.path + "/test.cblite2" }

        private static let blob = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

        /// Saves documents, a blob, indexes and a tombstone.
        private func fill(_ database: Database) throws {
            let collection = try database.defaultCollection()
            let blob = Blob(contentType: "image/png", data: Self.blob)
            try database.saveBlob(blob: blob)
            try collection.save("a", "{\"photo\":\(blob.toJSON()),\"text\":\"a quiet house\"}")
            try collection.save("b", #"{"n":2}"#)
            try collection.delete(id: "b", expecting: .any)
            try collection.createIndex(
                withName: "text", config: FullTextIndexConfiguration(["text"], language: "en"))
            try database.createCollection(name: "Other").save("c", #"{"n":3}"#)
        }

        /// Returns what ``fill(_:)`` has saved, as it is read.
        private func contents(_ database: Database) throws -> [String] {
            let collection = try database.defaultCollection()
            let found = try database.createQuery(
                QuerySource(verbatim: "SELECT META().id FROM _ WHERE MATCH(text, 'houses')")
            ).json()
            let blob = try collection.document(id: "a")?.blob(forKey: "photo")?.read()
            return found + [
                try collection.json("b") ?? "no document",
                try database.collection(name: "Other")?.json("c") ?? "no document",
                blob == Self.blob ? "blob" : "another blob",
            ]
        }

        private static let expected = [#"{"id":"a"}"#, "no document", #"{"n":3}"#, "blob"]

        private func faults(_ key: TestKey) throws -> [String] {
            var faults: [String] = []
            _ = try BundleCheck.run(path: bundle, key: key.key) {
                faults.append("\($0.location): \($0.message)")
            }
            return faults
        }

        @Test(arguments: [TestKey.raw, .password])
        func `an encrypted database is reopened with its key`(key: TestKey) throws {
            let database = try folder.open("test", key)
            try fill(database)
            let isEncrypted = database.isEncrypted
            try database.close()
            #expect(try contents(folder.open("test", key)) == Self.expected && isEncrypted)
        }

        static let wrongKeys: [(TestKey, TestKey)] = [
            (.raw, .none), (.raw, .otherRaw), (.raw, .password), (.password, .none),
            (.password, .otherPassword), (.password, .raw), (.none, .raw), (.none, .password),
        ]

        @Test(arguments: wrongKeys)
        func
            `another key, a missing one and one of a file without encryption are errors, and nothing is written`(
                _ key: TestKey, _ wrong: TestKey
            ) throws
        {
            let database = try folder.open("test", key)
            try fill(database)
            try database.close()
            let before = try FolderContent(of: folder.path)
            let codes = [
                thrownCode { _ = try folder.open("test", wrong) },
                thrownCode {
                    _ = try Database(reading: "test", config: folder.configuration(wrong))
                },
                thrownCode { _ = try BundleReader(path: bundle, key: wrong.key) },
                thrownCode {
                    // A copy of a database without encryption can be encrypted.
                    if key == .none { throw QuireError(.unreadableDatabase, "") }
                    try Database.copy(
                        fromPath: bundle, toDatabase: "copy",
                        withConfig: folder.configuration(wrong))
                },
            ]
            #expect(codes == [QuireError.Code?](repeating: .unreadableDatabase, count: 4))
            #expect(try FolderContent(of: folder.path).differences(from: before) == [])
        }

        @Test func `a wrong key is an error although the database is open with the right one`()
            throws
        {
            let database = try folder.open("test", .raw)
            try fill(database)
            let code = thrownCode { _ = try folder.open("test", .otherRaw) }
            #expect(code == .unreadableDatabase)
            #expect(try contents(folder.open("test", .raw)) == Self.expected)
        }

        @Test(arguments: ["", String(repeating: "x", count: 1 << 20 + 1)])
        func `a password that is empty or huge is an error, and nothing is created`(
            password: String
        ) throws {
            var configuration = folder.configuration
            configuration.encryptionKey = EncryptionKey(password: password)
            #expect(
                thrownCode { _ = try Database(name: "test", config: configuration) }
                    == .invalidParameter)
            #expect(try FolderContent(of: folder.path).files.isEmpty)
        }

        @Test func `the key of a database in a password is derived once`() throws {
            let database = try folder.open("test", .password)
            let clock = ContinuousClock()
            let derivation = try clock.measure { _ = try folder.open("other", .password) }
            let others = try clock.measure {
                for _ in 0..<5 { try folder.open("test", .password).close() }
            }
            #expect(others < derivation * 4)
            withExtendedLifetime(database) {}
        }

        @Test func `no description contains the key`() throws {
            let database = try folder.open("test", .password)
            let key = try #require(TestKey.password.key)
            var texts = [
                "\(key)", "\(database.config)", String(reflecting: database.config),
                "\(database)", String(describing: Mirror(reflecting: key).children.count),
            ]
            var dumped = ""
            dump(database.config, to: &dumped)
            dump(key, to: &dumped)
            texts.append(dumped)
            texts.append(thrownError { _ = try folder.open("test", .otherPassword) }?.message ?? "")
            #expect(texts.filter { $0.contains("horse") || $0.contains("secret") } == [])
        }

        static let maintenance: [MaintenanceType] = [
            .compact, .reindex, .integrityCheck, .optimize, .fullOptimize,
        ]

        @Test(arguments: maintenance)
        func `maintenance leaves the contents and the tags`(type: MaintenanceType) throws {
            let database = try folder.open("test", .raw)
            try fill(database)
            try database.performMaintenance(type: type)
            let found = try contents(database)
            try database.close()
            #expect(try found == Self.expected && faults(.raw) == [])
        }

        @Test func `compaction removes the file of a blob that no document has`() throws {
            let database = try folder.open("test", .raw)
            try fill(database)
            try database.saveBlob(blob: Blob(contentType: "text/plain", data: Data("x".utf8)))
            try database.performMaintenance(type: .compact)
            let files = try FileManager.default.contentsOfDirectory(atPath: bundle + "/Attachments")
            #expect(try files.count == 1 && contents(database) == Self.expected)
        }

        @Test func `reading an encrypted database without changes changes nothing`() throws {
            let database = try folder.open("test", .raw)
            try fill(database)
            try database.close()
            let before = try FolderContent(of: folder.path)
            let reading = try Database(reading: "test", config: folder.configuration(.raw))
            let found = try contents(reading)
            try reading.close()
            let summary = try BundleSummary(BundleReader(path: bundle, key: TestKey.raw.key))
            #expect(found == Self.expected && summary.blobBytes == Int64(Self.blob.count))
            #expect(try faults(.raw) == [])
            #expect(try FolderContent(of: folder.path).differences(from: before) == [])
        }

        @Test(arguments: [TestKey.none, .raw, .password], [TestKey.none, .otherRaw])
        func `a copy has the contents with another key, or none`(
            _ key: TestKey, _ other: TestKey
        ) throws {
            let database = try folder.open("test", key)
            try fill(database)
            try Database.copy(
                fromPath: bundle, toDatabase: "copy", withConfig: folder.configuration(other),
                sourceKey: key.key)
            let copy = try folder.open("copy", other)
            #expect(try contents(copy) == Self.expected && copy.isEncrypted == (other != .none))
            try copy.performMaintenance(type: .integrityCheck)
        }

        @Test(arguments: [302, 400])
        func `a database of an older version is upgraded in an encrypted copy`(schema: Int) throws {
            try LegacyBundle(schema: schema).write(to: folder, and: "")
            let plain = try folder.open()
            let count = try plain.defaultCollection().count
            try plain.close()
            try Database.copy(
                fromPath: bundle, toDatabase: "copy", withConfig: folder.configuration(.raw))
            #expect(try folder.open("copy", .raw).defaultCollection().count == count)
        }

        @Test func `an encrypted file without its key file is named as such`() throws {
            try folder.open("test", .raw).close()
            try FileManager.default.removeItem(atPath: bundle + "/encryption.key")
            let error = thrownError { _ = try folder.open("test", .none) }
            #expect(
                error?.code == .unreadableDatabase
                    && error?.message.contains("encryption.key is missing") == true)
        }

        static let damages: [(offset: Int, QuireError.Code)] = [
            (0, .corruptData), (8, .unsupportedEncryption), (9, .unsupportedEncryption),
            (10, .corruptData), (12, .corruptData), (20, .unreadableDatabase), (40, .corruptData),
            (50, .unreadableDatabase), (70, .corruptData), (100, .corruptData),
        ]

        @Test(arguments: damages)
        func `a changed key file is an error`(offset: Int, code: QuireError.Code) throws {
            try folder.open("test", .raw).close()
            let file = URL(filePath: bundle + "/encryption.key")
            var bytes = try Data(contentsOf: file)
            bytes[offset] ^= 0x40
            try bytes.write(to: file)
            #expect(thrownCode { _ = try folder.open("test", .raw) } == code)
        }

        @Test func `a file of Couchbase Lite Enterprise Edition is refused by its name`() throws {
            try FileManager.default.createDirectory(
                atPath: bundle, withIntermediateDirectories: true)
            var bytes = Data((0..<16_384).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ 7) })
            bytes.replaceSubrange(16..<24, with: [0x10, 0, 2, 2, 12, 64, 32, 32])
            try bytes.write(to: URL(filePath: bundle + "/db.sqlite3"))
            let error = thrownError { _ = try folder.open("test", .none) }
            #expect(
                error?.code == .unsupportedEncryption
                    && error?.message.contains("Couchbase Lite Enterprise Edition") == true)
        }

        @Test func `an in-memory database cannot be encrypted`() throws {
            let database = try Database(inMemoryNamed: "test")
            let code = thrownCode { try database.changeEncryptionKey(TestKey.raw.key) }
            #expect(code == .unsupportedOperation && !database.isEncrypted)
        }

        @Test func `an encrypted file is not mapped into memory`() throws {
            try folder.open("test", .raw).close()
            let encryption = try DatabaseEncryption.open(bundle, key: TestKey.raw.key)
            let connection = try SQLiteConnection(
                StoredFile(bundle + "/db.sqlite3", encryption: encryption), access: .readWriteCreate
            )
            let size = try connection.integer("PRAGMA mmap_size=1000000", purpose: "test")
            #expect((size ?? 0) == 0)
        }

        @Test func `live queries, suspension and a second object work with a key`() async throws {
            let database = try folder.open("test", .raw)
            let other = try folder.open("test", .raw)
            let collection = try database.defaultCollection()
            let changes = collection.changes()
            try other.defaultCollection().save("a", "{}")
            var received: [String] = []
            for await change in changes {
                received += change.documentIDs
                break
            }
            try database.suspend()
            let code = thrownCode { _ = try collection.document(id: "a") }
            try database.resume()
            #expect(received == ["a"] && code == .suspended && collection.count == 1)
        }
    }
#endif
