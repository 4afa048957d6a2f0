#if Encryption
    import CSQLite
    import Foundation
    import QuireTestSupport
    import Testing

    @testable import QuireEncryption

    @Suite struct EncryptedFileTests {
        let folder = try? TemporaryFolder()

        private func path(_ name: String = "file") throws -> String {
            try #require(folder).path + "/" + name
        }

        /// Statements that write pages in all ways: in bulk, early, again, rolled back and moved.
        private static let statements = [
            "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT, v TEXT)", "CREATE INDEX i ON t(k)",
            """
            WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 700)
            INSERT INTO t SELECT x, 'key' || (x * 7919 % 700), 'Watermark' || x || hex(zeroblob(90)) FROM c
            """,
            "BEGIN", "UPDATE t SET v = 'Watermark' || v",
            "UPDATE t SET k = k || 'x' WHERE id % 3 = 0",
            "SAVEPOINT s", "DELETE FROM t WHERE id % 2 = 0", "ROLLBACK TO s", "COMMIT", "BEGIN",
            "UPDATE t SET v = ''", "ROLLBACK", "DELETE FROM t WHERE id % 4 = 1", "VACUUM",
            "PRAGMA wal_checkpoint(TRUNCATE)", "INSERT INTO t(k, v) VALUES ('last', 'Watermark')",
        ]

        private static let contents =
            "SELECT count(*), sum(length(v)), max(k), min(k), sum(id) FROM t"

        @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY"], [2000, 8])
        func `an encrypted file has the contents of one without encryption`(
            _ journal: String, _ cachePages: Int
        ) throws {
            let results = try CipherSuite.allCases.map { try EncryptedFileSystem.test($0) } + [nil]
            let contents = try results.enumerated().map { number, system in
                let connection = try EncryptedConnection(
                    try path("file\(number)"), system, cachePages: cachePages)
                try connection.run("PRAGMA journal_mode=\(journal)")
                for statement in Self.statements { try connection.run(statement) }
                let other = try EncryptedConnection(connection.path, system)
                return try other.rows(Self.contents) + other.rows("PRAGMA integrity_check")
            }
            #expect(contents[0] == contents[2] && contents[1] == contents[2])
        }

        // The second connection does not read the log, so it does not notice that a new one has begun. Some sizes
        // of the cache let it change pages again that it has written already.
        @Test(arguments: [8, 20, 40, 60, 90, 120, 200, 400, 2000])
        func `a large transaction is complete after another connection has begun a new log`(
            cachePages: Int
        ) throws {
            let system = try EncryptedFileSystem.test()
            let first = try EncryptedConnection(try path(), system)
            try first.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
            try first.run("CREATE TABLE t(id INTEGER PRIMARY KEY, k, v); CREATE INDEX i ON t(k)")
            try first.run("CREATE TABLE x(v); INSERT INTO x VALUES (1)")
            let second = try EncryptedConnection(first.path, system, cachePages: cachePages)
            try second.run("PRAGMA wal_autocheckpoint=0")
            var count = 0
            for size in [10, 1000, 3000, 5000, 7000, 9000] {
                try second.run("INSERT INTO t(k, v) VALUES (0, 'one')")
                try first.run("PRAGMA wal_checkpoint(RESTART)")
                try first.run("UPDATE x SET v = v + 1")
                try second.run(
                    """
                    BEGIN;
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
                    INSERT INTO t(k, v) SELECT i * 7919 % 307, zeroblob(\(size)) FROM n;
                    COMMIT
                    """)
                count += 301
                let other = try EncryptedConnection(first.path, system)
                #expect(try other.rows("PRAGMA integrity_check") == ["ok"], "\(size)")
                let copy = first.path + "-copy\(size)"
                for ending in ["", "-wal"] {
                    try FileManager.default.copyItem(
                        atPath: first.path + ending, toPath: copy + ending)
                }
                let recovered = try EncryptedConnection(copy, system)
                #expect(try recovered.rows("SELECT count(*) FROM t") == ["\(count)"], "\(size)")
            }
        }

        @Test func `a part of a page at the end of a file is an error`() throws {
            let path = try path()
            let connection = try EncryptedConnection(path, try .test())
            for statement in Self.statements.prefix(3) { try connection.run(statement) }
            let length = try #require(
                FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
            connection.close()
            for missing in [1, 17, 4095] {
                truncate(path, length - missing)
                let other = try EncryptedConnection(path, try .test())
                #expect(throws: EncryptedConnection.Failure.self) {
                    try other.rows("PRAGMA integrity_check(1)")
                        .first.map { if $0 != "ok" { throw EncryptedConnection.Failure(code: 11) } }
                }
            }
        }

        @Test(arguments: ["WAL", "DELETE"])
        func `no file contains a word of the rows`(_ journal: String) throws {
            let connection = try EncryptedConnection(
                try path(), try .test(), cachePages: 8)
            try connection.run("PRAGMA journal_mode=\(journal)")
            for statement in Self.statements { try connection.run(statement) }
            try connection.run("BEGIN; UPDATE t SET v = v || 'Watermark'")
            let found = try FileManager.default.contentsOfDirectory(
                atPath: try #require(folder).path
            )
            .filter { name in
                FileManager.default.contents(atPath: try path(name))?
                    .range(of: Data("Watermark".utf8)) != nil
            }
            #expect(found.isEmpty)
        }

        /// Creates a small file, closes it, and returns its bytes.
        private func smallFile(_ key: UInt8 = 0) throws -> [UInt8] {
            let connection = try EncryptedConnection(try path(), try .test(key: key))
            try connection.run("PRAGMA page_size=512; PRAGMA journal_mode=DELETE")
            try connection.run("CREATE TABLE t(k TEXT, v BLOB)")
            for row in 0..<6 {
                try connection.run("INSERT INTO t VALUES ('row \(row)', zeroblob(\(row * 100)))")
            }
            connection.close()
            return Array(try #require(FileManager.default.contents(atPath: try path())))
        }

        /// Returns the rows of a file with given bytes, or `nil` if SQLite reports an error.
        private func rows(of bytes: [UInt8], _ key: UInt8 = 0) throws -> [String]? {
            let path = try path("changed")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let connection = try? EncryptedConnection(path, try .test(key: key))
            return try? connection?.rows("SELECT k, hex(v) FROM t")
        }

        @Test func `each changed byte of a file is an error`() throws {
            let bytes = try smallFile()
            let intact = try rows(of: bytes)
            let accepted = try bytes.indices.filter { index in
                var changed = bytes
                changed[index] ^= 1 << (index % 8)
                return try rows(of: changed) != nil
            }
            #expect(accepted.isEmpty && intact?.count == 6)
        }

        @Test
        func
            `pages that were exchanged, repeated, zeroed, cut or taken from another file are errors`()
            throws
        {
            let bytes = try smallFile()
            let pages = stride(from: 0, to: bytes.count, by: 512).map {
                Array(bytes[$0..<$0 + 512])
            }
            try FileManager.default.removeItem(atPath: try path())
            let other = try smallFile()
            var accepted: [String] = []
            func expectError(_ name: String, _ changed: [[UInt8]]) throws {
                if try rows(of: Array(changed.joined())) != nil { accepted.append(name) }
            }
            for index in pages.indices.dropFirst() {
                var changed = pages
                changed[index] = pages[index - 1]
                try expectError("page \(index) as its neighbor", changed)
                changed[index] = [UInt8](repeating: 0, count: 512)
                try expectError("page \(index) of zeros", changed)
                changed[index] = Array(other[index * 512..<index * 512 + 512])
                try expectError("page \(index) of another file", changed)
                try expectError("\(index) pages", Array(pages[..<index]))
            }
            #expect(accepted.isEmpty)
        }

        @Test func `another key is no database`() throws {
            let bytes = try smallFile()
            #expect(try rows(of: bytes, 1) == nil)
        }

        @Test func `a file without encryption is no encrypted database`() throws {
            let connection = try EncryptedConnection(try path(), nil)
            try connection.run("CREATE TABLE t(k TEXT, v BLOB); INSERT INTO t VALUES ('a', 'b')")
            connection.close()
            let bytes = Array(try #require(FileManager.default.contents(atPath: try path())))
            #expect(try rows(of: bytes) == nil)
        }

        @Test func `a changed byte of the log is an error or an earlier commit`() throws {
            let connection = try EncryptedConnection(try path(), try .test())
            try connection.run(
                "PRAGMA page_size=512; PRAGMA journal_mode=WAL; CREATE TABLE t(k TEXT, v BLOB)")
            var states: [[String]] = [[]]
            for row in 0..<4 {
                try connection.run("INSERT INTO t VALUES ('row \(row)', zeroblob(\(row * 200)))")
                states.append(try connection.rows("SELECT k, hex(v) FROM t"))
            }
            let database = try Data(contentsOf: URL(fileURLWithPath: try path()))
            let log = Array(try #require(FileManager.default.contents(atPath: try path() + "-wal")))
            var wrong: [Int] = []
            for index in log.indices {
                var changed = log
                changed[index] ^= 1 << (index % 8)
                let copy = try path("copy")
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: copy + suffix)
                }
                try database.write(to: URL(fileURLWithPath: copy))
                try Data(changed).write(to: URL(fileURLWithPath: copy + "-wal"))
                let reader = try? EncryptedConnection(copy, try .test())
                guard let rows = try? reader?.rows("SELECT k, hex(v) FROM t") else { continue }
                if !states.contains(rows) { wrong.append(index) }
            }
            #expect(wrong.isEmpty)
        }

        @Test func `SQLite without the encryption neither reads nor deletes a hot journal`() throws
        {
            let connection = try EncryptedConnection(try path(), try .test(), cachePages: 2)
            try connection.run("PRAGMA page_size=512; PRAGMA journal_mode=DELETE")
            for statement in Self.statements.prefix(3) { try connection.run(statement) }
            try connection.run("BEGIN; UPDATE t SET v = 'other'")
            let copy = try path("copy")
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: try path() + suffix, toPath: copy + suffix)
            }
            let plain = try? EncryptedConnection(copy, nil)
            let isRead = (try? plain?.rows("SELECT * FROM t")) != nil
            plain?.close()
            let recovered = try EncryptedConnection(copy, try .test())
            let others = try recovered.rows("SELECT count(*) FROM t WHERE v = 'other'")
            #expect(!isRead && others == ["0"])
        }
    }
#endif
