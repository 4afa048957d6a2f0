#if Encryption
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireStore

    /// What the files of an encrypted database contain.
    @Suite struct EncryptedFolderTests {
        let folder: StoreFolder

        init() throws {
            folder = try StoreFolder()
        }

        private var bundle: String { folder.path + "/test.cblite2" }

        /// Words that occur nowhere else.
        static let words: [String] = {
            var random = SplitMix64(seed: 47)
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            return (0..<1000).map { _ in
                String((0..<14).map { _ in letters[Int.random(in: 0..<26, using: &random)] })
            }
        }()

        /// Saves each word as an ID, a key, a string, a part of a blob or of an index.
        private func fill(_ database: Database) throws {
            let collection = try database.defaultCollection()
            try collection.createIndex(
                withName: "value", config: ValueIndexConfiguration(["value"]))
            try collection.createIndex(
                withName: "text", config: FullTextIndexConfiguration(["text"]))
            for (number, word) in Self.words.enumerated() {
                switch number % 5 {
                case 0: try collection.save(word, "{}")
                case 1: try collection.save("\(number)", "{\"value\":\"\(word)\"}")
                case 2: try collection.save("\(number)", "{\"text\":\"the \(word) house\"}")
                case 3: try collection.save("\(number)", "{\"\(word)\":[1,\"x\"]}")
                default:
                    let blob = Blob(contentType: "text/plain", data: Data("a \(word)".utf8))
                    try database.saveBlob(blob: blob)
                    try collection.save("\(number)", "{\"blob\":\(blob.toJSON())}")
                }
            }
        }

        private func words(in files: some Sequence<Data>) -> [String] {
            let all = files.reduce(into: Data()) { $0.append($1) }
            return Self.words.filter { all.range(of: Data($0.utf8)) != nil }
        }

        /// The contents of the temporary files that this process has open, which have no name anymore.
        private func temporaryFiles() -> [Data] {
            let links = "/proc/self/fd/"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: links)) ?? []
            return names.compactMap { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: links + name)
                guard target?.hasSuffix("(deleted)") == true, target?.contains("etilqs") == true
                else { return nil }
                return FileManager.default.contents(atPath: links + name)
            }
        }

        @Test func `no file contains a word of the documents, also during a transaction`() throws {
            var configuration = folder.configuration(.raw)
            configuration.cacheSize = 16 << 10
            let database = try Database(name: "test", config: configuration)
            var found: [String] = []
            try database.inBatch {
                try fill(database)
                found = try words(in: FolderContent(of: folder.path).files.values)
                found += words(in: temporaryFiles())
            }
            found += try words(in: FolderContent(of: folder.path).files.values)
            try database.performMaintenance(type: .fullOptimize)
            try database.close()
            found += try words(in: FolderContent(of: folder.path).files.values)
            #expect(found == [])
        }

        @Test func `the search finds all words of a database without encryption`() throws {
            let database = try folder.open("test", .none)
            try database.inBatch { try fill(database) }
            #expect(try words(in: FolderContent(of: folder.path).files.values).count == 1000)
        }

        @Test func `temporary files of SQLite contain no word`() throws {
            var configuration = folder.configuration(.raw)
            configuration.cacheSize = 16 << 10
            let database = try Database(name: "test", config: configuration)
            try database.inBatch { try fill(database) }
            let encryption = try #require(
                try DatabaseEncryption.open(bundle, key: TestKey.raw.key))
            let connection = try SQLiteConnection(
                StoredFile(bundle + "/db.sqlite3", encryption: encryption), access: .readWriteCreate
            )
            try connection.execute("PRAGMA cache_size=2", purpose: "test")
            try connection.execute("PRAGMA temp_store=FILE", purpose: "test")
            let statement = try connection.prepare(
                """
                WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 40) \
                SELECT a.key, a.body, x FROM kv_default AS a, c ORDER BY a.body DESC, x
                """, purpose: "sort")
            #expect(try statement.step())
            let files = temporaryFiles()
            #if os(Linux)
                #expect(files.contains { $0.count > 100_000 })
            #endif
            #expect(words(in: files) == [])
        }

        // MARK: Nonces

        /// The pages of the files of a snapshot, by their nonces.
        private func pages() throws -> [(nonce: Data, page: Data)] {
            let content = try FolderContent(of: bundle)
            var pages: [(nonce: Data, page: Data)] = []
            func add(_ file: Data, from start: Int, step: Int, size: Int) {
                for offset in stride(from: start, to: file.count - size + 1, by: step) {
                    let page = file[(file.startIndex + offset)..<(file.startIndex + offset + size)]
                    pages.append((Data(page.suffix(32).prefix(12)), Data(page)))
                }
            }
            add(content.files["db.sqlite3"] ?? Data(), from: 0, step: 4096, size: 4096)
            add(content.files["db.sqlite3-wal"] ?? Data(), from: 32 + 24, step: 4120, size: 4096)
            return pages
        }

        @Test func `no nonce repeats, also in a copy and after a restored snapshot`() throws {
            var seen: [Data: Data] = [:]
            var repeated = 0
            func collect() throws {
                for (nonce, page) in try pages() {
                    if let other = seen.updateValue(page, forKey: nonce), other != page {
                        repeated += 1
                    }
                }
            }
            func change(_ round: Int) throws {
                let database = try folder.open("test", .raw)
                let collection = try database.defaultCollection()
                for number in 0..<10 {
                    try collection.save("\(number)", "{\"n\":\(round)}")
                    try collect()
                }
                if round % 2 == 0 { try database.close() }
                try collect()
            }
            try change(0)
            let snapshot = folder.path + "/snapshot"
            try FileManager.default.copyItem(atPath: bundle, toPath: snapshot)
            for round in 1...3 {
                try change(round * 2)
                // The same changes in the restored snapshot have other nonces.
                try FileManager.default.removeItem(atPath: bundle)
                try FileManager.default.copyItem(atPath: snapshot, toPath: bundle)
            }
            #expect(repeated == 0 && seen.count > 100)
        }
    }
#endif
