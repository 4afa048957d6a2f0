#if Encryption
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireEncryption
    import QuireInspection
    import QuireTestSupport
    import Testing

    @testable import QuireStore

    /// Files of encrypted databases that crashes, accidents and copies of open databases leave.
    @Suite struct EncryptedFileStateTests {
        let folder: StoreFolder

        init() throws {
            folder = try StoreFolder()
        }

        private var bundle: String { folder.path + "/test.cblite2" }
        private var copy: String { folder.path + "/copy.cblite2" }

        // MARK: Lost content

        @Test(arguments: [TestKey.raw, .password], [true, false])
        func `an encrypted database whose file was emptied or removed is no new one`(
            key: TestKey, isRemoved: Bool
        ) throws {
            try folder.open("test", key).close()
            if isRemoved {
                try FileManager.default.removeItem(atPath: bundle + "/db.sqlite3")
            } else {
                try Data().write(to: URL(filePath: bundle + "/db.sqlite3"))
            }
            let before = try FolderContent(of: bundle).files["encryption.key"]
            let codes = (0..<2).map { _ in thrownCode { _ = try folder.open("test", key) } }
            #expect(codes == [.corruptData, .corruptData])
            #expect(try FolderContent(of: bundle).files["encryption.key"] == before)
        }

        /// Leaves the files of a process that ended while it created a database.
        private func beginCreation(_ key: TestKey) throws {
            try FileManager.default.createDirectory(
                atPath: bundle, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: bundle + "/db.sqlite3"))
            let key = try #require(key.key)
            _ = try DatabaseEncryption.create(bundle, key: key, isDraft: false)
        }

        @Test(arguments: [TestKey.raw, .password])
        func `a creation that was interrupted before the first page is continued`(
            key: TestKey
        ) throws {
            try beginCreation(key)
            let isMarked = try DatabaseEncryption.keyFile(in: bundle)?.isOfDatabaseWithContent
            let database = try folder.open("test", key)
            try database.defaultCollection().save("a", "{}")
            try database.close()
            let keyFile = try DatabaseEncryption.keyFile(in: bundle)
            #expect(isMarked == false && keyFile?.isOfDatabaseWithContent == true)
            #expect(try folder.open("test", key).defaultCollection().count == 1)
        }

        @Test(arguments: [TestKey.none, .raw])
        func `the key file of a copy and of files written again says that there is content`(
            former: TestKey
        ) throws {
            let database = try folder.open("test", former)
            try Database.copy(
                fromPath: bundle, toDatabase: "copy", withConfig: folder.configuration(.otherRaw),
                sourceKey: former.key)
            try database.changeEncryptionKey(TestKey.otherRaw.key, rewritingFiles: true)
            let marks = try [bundle, copy].map {
                try DatabaseEncryption.keyFile(in: $0)?.isOfDatabaseWithContent
            }
            #expect(marks == [true, true])
        }

        // MARK: Pages that the log replaces

        /// Copies the files of a database that is open, with a log that replaces some pages.
        private func copyOpenDatabase() throws -> FolderContent {
            let database = try folder.open("test", .raw)
            let collection = try database.defaultCollection()
            let text = String(repeating: "x", count: 400)
            try database.inBatch {
                for number in 0..<100 { try collection.save("\(number)", "{\"n\":\"\(text)\"}") }
            }
            try database.close()
            let opened = try folder.open("test", .raw)
            try opened.defaultCollection().save("more", #"{"n":1}"#)
            let content = try FolderContent(of: bundle)
            try opened.close()
            return content
        }

        private func write(_ content: FolderContent, withIndex: Bool) throws {
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: true)
            for (name, bytes) in content.files where withIndex || !name.hasSuffix("-shm") {
                try bytes.write(to: URL(filePath: copy + "/" + name))
            }
        }

        @Test(arguments: [false, true])
        func `the check finds a changed page also if the log replaces it, which is no fault`(
            withIndex: Bool
        ) throws {
            let content = try copyOpenDatabase()
            try write(content, withIndex: withIndex)
            let logged = LoggedPages(ofLog: copy + "/db.sqlite3-wal", pageSize: 4096).numbers
            let intact = try #require(content.files["db.sqlite3"])
            var (wrong, notes) = ([String](), 0)
            for page in 1...Int64(intact.count / 4096) {
                var changed = content
                changed.files["db.sqlite3"]?[Int(page - 1) * 4096 + 2000] ^= 1
                try write(changed, withIndex: withIndex)
                var findings: [BundleFinding] = []
                do {
                    _ = try BundleCheck.run(path: copy, key: TestKey.raw.key) {
                        findings.append($0)
                    }
                    let found = findings.filter {
                        $0.message.hasPrefix("page \(page) was changed")
                            && $0.isFault != logged.contains(page)
                    }
                    if found.count != 1 { wrong.append("page \(page): \(findings)") }
                    if logged.contains(page) {
                        notes += 1
                        if findings.contains(where: \.isFault) { wrong.append("\(findings)") }
                    }
                } catch let error as QuireError {
                    // A page that is used and not in the log prevents the check.
                    if logged.contains(page) || error.code != .corruptData {
                        wrong.append("page \(page): \(error)")
                    }
                }
            }
            #expect(wrong == [] && notes > 1)
        }

        @Test func `an error about damage names the database, and no temporary copy`() throws {
            var content = try copyOpenDatabase()
            let count = try #require(content.files["db.sqlite3"]).count / 4096
            for page in 1..<count { content.files["db.sqlite3"]?[page * 4096 + 100] ^= 1 }
            try write(content, withIndex: false)
            let error = thrownError { _ = try BundleReader(path: copy, key: TestKey.raw.key) }
            let message = error?.message ?? ""
            // The test's own folder is a temporary one, too.
            let rest = message.replacing(copy, with: "")
            #expect(error?.code == .corruptData && rest.contains(" /db.sqlite3"))
            #expect(!rest.contains("/Quire-"))
        }
    }
#endif
