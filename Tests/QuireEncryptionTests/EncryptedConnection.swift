#if Encryption
    import CSQLite
    import Foundation

    @testable import QuireEncryption

    /// A connection of SQLite to a file, with or without encryption.
    final class EncryptedConnection {
        struct Failure: Error, Equatable { let code: Int32 }

        let path: String
        private let system: EncryptedFileSystem?
        private var handle: OpaquePointer?

        /// Opens a file.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - system: The encryption, or `nil`.
        ///   - cachePages: The number of pages of the cache. A small one writes pages early.
        /// - Throws: ``Failure``.
        init(_ path: String, _ system: EncryptedFileSystem?, cachePages: Int = 2000) throws {
            self.path = path
            self.system = system
            let code = sqlite3_open_v2(
                path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, system?.name)
            guard code == SQLITE_OK else { throw Failure(code: code) }
            var count = EncryptedFileSystem.reservedBytes
            if system != nil {
                sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
            }
            try run("PRAGMA synchronous=OFF; PRAGMA cache_size=\(cachePages)")
        }

        deinit { close() }

        func close() {
            sqlite3_close_v2(handle)
            handle = nil
        }

        func run(_ sql: String) throws {
            let code = sqlite3_exec(handle, sql, nil, nil, nil)
            guard code == SQLITE_OK else {
                throw Failure(code: sqlite3_extended_errcode(handle))
            }
        }

        /// Returns the rows of a query, each as its columns with a separator.
        func rows(_ sql: String) throws -> [String] {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
                throw Failure(code: sqlite3_extended_errcode(handle))
            }
            var rows: [String] = []
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    let columns = (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                    }
                    rows.append(columns.joined(separator: "|"))
                case SQLITE_DONE: return rows
                default: throw Failure(code: sqlite3_extended_errcode(handle))
                }
            }
        }
    }

    extension EncryptedFileSystem {
        /// Returns a file system with a fixed key.
        static func test(
            _ suite: CipherSuite = .aes256GCM, key: UInt8 = 0
        ) throws -> EncryptedFileSystem {
            let key = secret((0..<32).map { key &+ $0 })
            guard let system = EncryptedFileSystem(key, suite: suite) else {
                throw EncryptedConnection.Failure(code: SQLITE_NOMEM)
            }
            return system
        }
    }
#endif
