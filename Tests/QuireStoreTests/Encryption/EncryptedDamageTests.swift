#if Encryption
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireInspection
    import QuireTestSupport
    import Testing

    @testable import QuireStore

    /// Changed files of an encrypted database.
    ///
    /// The tests of `QuireEncryption` change every byte.
    @Suite struct EncryptedDamageTests {
        let folder: StoreFolder

        init() throws {
            folder = try StoreFolder()
        }

        private var bundle: String { folder.path + "/test.cblite2" }
        private var file: URL { URL(filePath: bundle + "/db.sqlite3") }
        private static let blob = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

        /// Creates a database with 200 documents, a blob, and unused pages.
        private func make(_ name: String = "test") throws {
            let database = try folder.open(name, .raw)
            let collection = try database.defaultCollection()
            let blob = Blob(contentType: "text/plain", data: Self.blob)
            try database.inBatch {
                try database.saveBlob(blob: blob)
                try collection.save("blob", "{\"blob\":\(blob.toJSON())}")
                for number in 0..<200 {
                    try collection.save(
                        "\(number)", "{\"n\":\"\(String(repeating: "x", count: 400))\"}")
                }
            }
            try database.inBatch {
                for number in 150..<200 { try collection.purge(id: "\(number)") }
            }
            try database.close()
        }

        /// What is wrong with the files: the findings of the check, or the error that prevents it.
        private func findings() throws -> [String] {
            var findings: [String] = []
            do {
                _ = try BundleCheck.run(path: bundle, key: TestKey.raw.key) {
                    findings.append("\($0.location): \($0.message)")
                }
            } catch let error as QuireError {
                findings.append("\(error.code)")
            }
            return findings
        }

        @Test func `each changed page is found, also one that is not used`() throws {
            try make()
            let intact = try Data(contentsOf: file)
            #expect(try findings() == [])
            for page in 0..<intact.count / 4096 {
                var changed = intact
                changed[page * 4096 + 2000] ^= 1
                try changed.write(to: file)
                let found = try findings()
                #expect(
                    found.contains { $0.contains("page \(page + 1) was changed") }
                        || page == 0 && !found.isEmpty, "page \(page + 1)")
            }
        }

        @Test func `pages that were exchanged, zeroed or cut are found`() throws {
            try make()
            let intact = try Data(contentsOf: file)
            let count = intact.count / 4096
            var unnoticed: [String] = []
            func expectFinding(_ name: String, _ changed: Data) throws {
                try changed.write(to: file)
                if try findings().isEmpty { unnoticed.append(name) }
            }
            func page(_ number: Int) -> Data { intact[number * 4096..<(number + 1) * 4096] }
            for number in 1..<count {
                var changed = intact
                changed.replaceSubrange(number * 4096..<(number + 1) * 4096, with: page(number - 1))
                try expectFinding("page \(number) as its neighbor", changed)
                changed.replaceSubrange(
                    number * 4096..<(number + 1) * 4096, with: Data(repeating: 0, count: 4096))
                try expectFinding("page \(number) of zeros", changed)
                try expectFinding("\(number) pages", intact[..<(number * 4096)])
            }
            #expect(unnoticed == [])
        }

        @Test func `a page that was changed is an error of reading, and the others are read`()
            throws
        {
            try make()
            var bytes = try Data(contentsOf: file)
            for page in 2..<bytes.count / 4096 { bytes[page * 4096 + 100] ^= 1 }
            try bytes.write(to: file)
            let code = thrownCode {
                let database = try folder.open("test", .raw)
                for number in 0..<150 {
                    _ = try database.defaultCollection().document(id: "\(number)")
                }
            }
            #expect(code == .corruptData)
        }

        @Test func `pages of another database with the same key are errors`() throws {
            try make()
            try make("other")
            let other = try Data(
                contentsOf: URL(filePath: folder.path + "/other.cblite2/db.sqlite3"))
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(8192..<12_288, with: other[8192..<12_288])
            try bytes.write(to: file)
            #expect(try !findings().isEmpty)
        }

        @Test func `the key file of another database with the same encryption key opens nothing`()
            throws
        {
            try make()
            try make("other")
            let name = "/encryption.key"
            try FileManager.default.removeItem(atPath: bundle + name)
            try FileManager.default.copyItem(
                atPath: folder.path + "/other.cblite2" + name, toPath: bundle + name)
            #expect(thrownCode { _ = try folder.open("test", .raw) } != nil)
        }

        /// A change of the file of a blob.
        enum BlobChange: String, CaseIterable {
            case header, firstChunk, lastChunk, tag, cut, cutAtChunk, empty, longer, exchanged,
                ofOther

            func apply(to bytes: Data, other: Data) -> Data {
                var changed = bytes
                switch self {
                case .header: changed[10] ^= 1
                case .firstChunk: changed[100] ^= 1
                case .lastChunk: changed[bytes.count - 20] ^= 1
                case .tag: changed[bytes.count - 1] ^= 1
                case .cut: changed.removeLast()
                case .cutAtChunk: changed = bytes[..<(40 + 65_552)]
                case .empty: changed = Data()
                case .longer: changed.append(0)
                case .exchanged:
                    changed =
                        bytes[..<40] + bytes[(40 + 65_552)..<(40 + 2 * 65_552)]
                        + bytes[40..<(40 + 65_552)] + bytes[(40 + 2 * 65_552)...]
                case .ofOther: changed = other
                }
                return Data(changed)
            }
        }

        @Test(arguments: BlobChange.allCases)
        func `a changed blob is an error`(change: BlobChange) throws {
            try make()
            let database = try folder.open("test", .raw)
            let folder = bundle + "/Attachments/"
            let name = try #require(
                FileManager.default.contentsOfDirectory(atPath: folder).first)
            let bytes = try Data(contentsOf: URL(filePath: folder + name))
            try database.saveBlob(
                blob: Blob(contentType: "text/plain", data: Self.blob.dropLast(1) + [1]))
            let otherName = try #require(
                FileManager.default.contentsOfDirectory(atPath: folder).first { $0 != name })
            let other = try Data(contentsOf: URL(filePath: folder + otherName))
            try FileManager.default.removeItem(atPath: folder + name)
            try change.apply(to: bytes, other: other).write(to: URL(filePath: folder + name))
            let code = thrownCode {
                _ = try database.defaultCollection().document(id: "blob")?.blob(forKey: "blob")?
                    .read()
            }
            #expect(code == .corruptData)
        }

        @Test func `frames of the log that were changed, exchanged or cut leave an earlier commit`()
            throws
        {
            let database = try folder.open("test", .raw)
            let collection = try database.defaultCollection()
            var states: Set<String> = [""]
            func state(_ collection: DocumentCollection) throws -> String {
                try (0..<8).compactMap { try collection.json("\($0)") }.joined()
            }
            for number in 0..<8 {
                try collection.save("\(number)", "{\"n\":\(number)}")
                states.insert(try state(collection))
            }
            let copy = folder.path + "/copy.cblite2"
            let log = URL(filePath: copy + "/db.sqlite3-wal")
            let content = try FolderContent(of: bundle)
            let frames = try #require(content.files["db.sqlite3-wal"])
            let count = (frames.count - 32) / 4120
            var wrong: [String] = []
            for number in 0..<count {
                let range = (32 + number * 4120)..<(32 + (number + 1) * 4120)
                var changed = frames
                changed[range.lowerBound + 1000] ^= 1
                var exchanged = frames
                if number > 0 {
                    exchanged.replaceSubrange(
                        range, with: frames[(range.lowerBound - 4120)..<range.lowerBound])
                }
                for (name, bytes) in [
                    ("changed", changed), ("exchanged", exchanged),
                    ("cut", frames[..<(range.lowerBound + 500)]),
                ] {
                    try? FileManager.default.removeItem(atPath: copy)
                    try FileManager.default.createDirectory(
                        atPath: copy, withIntermediateDirectories: true)
                    for file in ["db.sqlite3", "encryption.key"] {
                        try content.files[file]?.write(to: URL(filePath: copy + "/" + file))
                    }
                    try Data(bytes).write(to: log)
                    guard let opened = try? folder.open("copy", .raw) else { continue }
                    if try !states.contains(state(opened.defaultCollection())) {
                        wrong.append("frame \(number) \(name)")
                    }
                    try opened.close()
                }
            }
            #expect(wrong == [] && count > 8)
        }
    }
#endif
