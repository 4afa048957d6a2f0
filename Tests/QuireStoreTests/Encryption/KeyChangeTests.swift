#if Encryption
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireStore

    /// `StoreTorture rekey` tests changes that are interrupted.
    @Suite struct KeyChangeTests {
        let folder: StoreFolder

        init() throws {
            folder = try StoreFolder()
        }

        private var bundle: String { folder.path + "/test.cblite2" }

        private static let word = "Watermelon-0815"

        private func make(_ key: TestKey) throws -> Database {
            let database = try folder.open("test", key)
            let blob = Blob(contentType: "text/plain", data: Data(Self.word.utf8))
            try database.saveBlob(blob: blob)
            let collection = try database.defaultCollection()
            try collection.save("a", "{\"w\":\"\(Self.word)\",\"blob\":\(blob.toJSON())}")
            return database
        }

        private func check(_ database: Database) throws -> Bool {
            let document = try database.defaultCollection().document(id: "a")
            try database.performMaintenance(type: .integrityCheck)
            return try document?.string(forKey: "w") == Self.word
                && document?.blob(forKey: "blob")?.read() == Data(Self.word.utf8)
        }

        /// Whether the folder contains the word without encryption.
        private func isReadable() throws -> Bool {
            try FolderContent(of: folder.path).files.values.contains {
                $0.range(of: Data(Self.word.utf8)) != nil
            }
        }

        static let changes: [(TestKey, TestKey, rewriting: Bool)] = [
            (.none, .raw, false), (.none, .password, true), (.raw, .none, false),
            (.raw, .otherRaw, false), (.raw, .otherRaw, true), (.raw, .password, false),
            (.password, .none, true), (.password, .otherPassword, false),
            (.password, .password, true), (.none, .none, true),
        ]

        @Test(arguments: changes)
        func `after a change, only the new key opens the database, which is the same one`(
            _ former: TestKey, _ new: TestKey, rewriting: Bool
        ) throws {
            let database = try make(former)
            let identity = try ReplicationStore(database).sourceID
            try database.changeEncryptionKey(new.key, rewritingFiles: rewriting)
            let isUsable = try check(database) && database.config.encryptionKey == new.key
            try database.defaultCollection().save("b", "{}")
            try database.close()
            let opened = try folder.open("test", new)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(try isUsable && check(opened) && opened.defaultCollection().count == 2)
            #expect(try ReplicationStore(opened).sourceID == identity && names == ["test.cblite2"])
            #expect(try isReadable() == (new == .none))
            if former != new {
                try opened.close()
                #expect(thrownCode { _ = try folder.open("test", former) } == .unreadableDatabase)
            }
        }

        @Test func `listeners and live queries receive changes after the files were written again`()
            async throws
        {
            let database = try make(.none)
            let changes = try database.defaultCollection().changes()
            try database.changeEncryptionKey(TestKey.raw.key)
            try database.defaultCollection().save("later", "{}")
            var received: [String] = []
            for await change in changes {
                received += change.documentIDs
                if received.contains("later") { break }
            }
            #expect(received == ["later"])
        }

        static let writing: [(TestKey, TestKey, rewriting: Bool)] = [
            (.none, .raw, false), (.raw, .none, false), (.raw, .otherRaw, true),
        ]

        @Test(arguments: writing)
        func `writing the files again is refused while another object is open`(
            _ former: TestKey, _ new: TestKey, rewriting: Bool
        ) throws {
            let database = try make(former)
            let other = try folder.open("test", former)
            let code = thrownCode {
                try database.changeEncryptionKey(new.key, rewritingFiles: rewriting)
            }
            #expect(try code == .busy && check(database) && check(other))
        }

        @Test func `errors say what to do`() throws {
            let database = try make(.raw)
            func message(_ body: () throws -> Void) -> String {
                do { try body() } catch { return "\(error)" }
                return ""
            }
            let inTransaction = message {
                try database.inBatch { try database.changeEncryptionKey(nil) }
            }
            let other = try folder.open("test", .raw)
            let busy = message { try database.changeEncryptionKey(nil) }
            try other.close()
            let withoutKey = message {
                try Database.copy(
                    fromPath: bundle, toDatabase: "copy",
                    withConfig: DatabaseConfiguration(directory: folder.path), sourceKey: nil)
            }
            #expect(
                inTransaction.contains("cannot be encrypted with another key inside a transaction"))
            #expect(busy.contains("Close its other Database objects"))
            #expect(withoutKey.contains("Pass its encryption key as the argument sourceKey:"))
        }

        @Test(arguments: writing)
        func `writing the files again is refused while another process has the file open`(
            _ former: TestKey, _ new: TestKey, rewriting: Bool
        ) throws {
            let database = try make(former)
            // To SQLite, a connection that the registry does not know is one of another process.
            let encryption = try DatabaseEncryption.open(bundle, key: former.key)
            let other = try SQLiteConnection(
                StoredFile(bundle + "/db.sqlite3", encryption: encryption), access: .readWriteCreate
            )
            try other.checkIsAtItsPath()
            let code = thrownCode {
                try database.changeEncryptionKey(new.key, rewritingFiles: rewriting)
            }
            let isUsable = try check(database)
            other.close()
            try database.changeEncryptionKey(new.key, rewritingFiles: rewriting)
            #expect(try code == .busy && isUsable && check(database))
        }

        @Test func `inside a transaction, a change is an error`() throws {
            let database = try make(.raw)
            var code: QuireError.Code?
            try database.inBatch {
                code = thrownCode { try database.changeEncryptionKey(nil) }
            }
            #expect(try code == .transactionNotClosed && check(database))
        }

        @Test func `another password does not change the files of the database`() throws {
            let database = try make(.password)
            try database.close()
            let before = try FolderContent(of: bundle)
            let opened = try folder.open("test", .password)
            try opened.changeEncryptionKey(TestKey.otherPassword.key)
            try opened.close()
            let names = try FolderContent(of: bundle).differences(from: before)
            #expect(names == ["encryption.key"])
        }

        @Test func `a connection that waited while the files were replaced does not write`() throws
        {
            try make(.none).close()
            let connection = try SQLiteConnection(
                StoredFile(bundle + "/db.sqlite3"), access: .readWriteCreate)
            let database = try folder.open("test", .none)
            try database.changeEncryptionKey(TestKey.raw.key)
            #expect(thrownCode { try connection.checkIsAtItsPath() } == .busy)
        }

        @Test(arguments: [(TestKey.none, TestKey.raw), (.raw, .none), (.raw, .otherRaw)])
        func `an object that was suspended while another process changed the key cannot write`(
            _ former: TestKey, _ new: TestKey
        ) throws {
            let database = try make(former)
            try database.suspend()
            // As the other process leaves it.
            try Database.copy(
                fromPath: bundle, toDatabase: "other", withConfig: folder.configuration(new),
                sourceKey: former.key)
            try FolderExchange.exchange(bundle, with: folder.path + "/other.cblite2")
            let before = try FolderContent(of: bundle)
            #expect(thrownCode { try database.resume() } != nil)
            #expect(thrownCode { try database.defaultCollection().save("x", "{}") } != nil)
            #expect(try FolderContent(of: bundle).differences(from: before) == [])
        }

        @Test func `files without encryption that an interrupted change left are removed`() throws {
            let draft = folder.path + "/.quire-draft-test-\(UUID().uuidString).cblite2"
            try FileManager.default.createDirectory(
                atPath: draft, withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: draft)
            _ = try folder.open("test", .raw)
            #expect(!FileManager.default.fileExists(atPath: draft))
        }
    }
#endif
