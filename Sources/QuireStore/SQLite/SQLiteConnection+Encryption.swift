import CSQLite
import QuireEncryption
import QuirePlatform

extension DatabaseEncryption {
    /// Lets SQLite leave bytes of each page unused in a new file.
    func reserveBytes(of connection: OpaquePointer) {
        var count = Self.reservedBytes
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    }
}

extension SQLiteConnection {
    /// Checks that the file is still the one at its path, and locks it for as long as the connection is open.
    ///
    /// ``Database/changeEncryptionKey(_:rewritingFiles:)`` replaces the file while no connection is open. A
    /// connection that was waiting for its lock meanwhile would write to the former file.
    ///
    /// - Throws: ``QuireError`` with code `busy` if the file was replaced, or the errors of reading it.
    func checkIsAtItsPath() throws {
        let purpose = "open the database"
        // In WAL mode, the connection keeps the lock of its first transaction.
        _ = try integer("SELECT 1 FROM sqlite_master", usesFunctions: false, purpose: purpose)
        var hasMoved: Int32 = 0
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
            hasMoved != 0
        else { return }
        throw QuireError(
            .busy,
            "The database \(path) was replaced or deleted while it was being opened. Open it again."
        )
    }

    /// Returns the error for a file that SQLite does not recognize as a database.
    ///
    /// - Parameters:
    ///   - error: The error that SQLite reported.
    ///   - purpose: A description of the operation.
    /// - Returns: An error that says what the file is, as far as its first bytes tell.
    func unrecognized(_ error: SQLiteError, purpose: String) -> QuireError {
        let (code, reason): (QuireError.Code, String)
        let header = isEncrypted ? [] : fileHeader
        if isEncrypted {
            (code, reason) = (
                .unreadableDatabase,
                "the file is not encrypted with the key in \(KeyFile.name), which is that of another "
                    + "database, or a copy from before the files were written again. Put the "
                    + "\(KeyFile.name) of this database back in its folder"
            )
        } else if header.starts(with: KeyFile.databaseMagic) {
            (code, reason) = (
                .unreadableDatabase,
                "the file is encrypted, and \(KeyFile.name) is missing from its folder or was added "
                    + "after the database was opened"
            )
        } else if Self.isOfCouchbaseLite(header) {
            (code, reason) = (
                .unsupportedEncryption,
                "the file is encrypted by Couchbase Lite Enterprise Edition, whose format is not public. "
                    + "Remove the encryption there with changeEncryptionKey(nil)"
            )
        } else {
            return QuireError(error, purpose: purpose, file: shownPath)
        }
        return QuireError(
            code, "Cannot \(purpose) in \(shownPath): \(reason).", underlyingError: error)
    }

    /// The first bytes of the file, or no bytes if they cannot be read.
    private var fileHeader: [UInt8] {
        var header = [UInt8](repeating: 0, count: 24)
        return read(into: &header, at: 0) == SQLITE_OK ? header : []
    }

    /// Reads bytes of the file, and returns SQLite's result code.
    ///
    /// They are read through SQLite's open file: to close another one would release SQLite's locks.
    private func read(into bytes: inout [UInt8], at offset: Int64) -> Int32 {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file, let methods = file.pointee.pMethods else { return SQLITE_MISUSE }
        return bytes.withUnsafeMutableBytes {
            methods.pointee.xRead(file, $0.baseAddress, Int32($0.count), offset)
        }
    }

    /// Returns the first pages of an encrypted file that were changed, also unused pages, which no statement
    /// reads, and pages that the write-ahead log replaces.
    ///
    /// The connection must be in a transaction, so that no other one writes the pages meanwhile.
    ///
    /// - Parameter limit: The maximum number of pages.
    /// - Returns: The pages.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the size of the file and its log.
    func changedPages(limit: Int) throws -> [ChangedPage] {
        let purpose = "check the pages"
        guard isEncrypted, let count = try integer("PRAGMA page_count", purpose: purpose),
            let size = try integer("PRAGMA page_size", purpose: purpose)
        else { return [] }
        let logged = LoggedPages(ofLog: path + "-wal", pageSize: Int(size)).numbers
        let length = FileLength.of(path) ?? 0
        var page = [UInt8](repeating: 0, count: Int(size))
        var changed: [ChangedPage] = []
        for number in 1...max(count, 1) where changed.count < limit {
            let isInLog = logged.contains(number)
            // The file need not have pages that are in the log.
            if isInLog, number * size > length { continue }
            if read(into: &page, at: (number - 1) * size) != SQLITE_OK {
                changed.append(ChangedPage(number: number, isInLog: isInLog))
            }
        }
        return changed
    }

    /// Whether the first 24 bytes of a file are as Couchbase Lite Enterprise Edition writes them.
    ///
    /// It encrypts the bytes before the page size, and leaves 12 bytes of each page unused.
    private static func isOfCouchbaseLite(_ header: [UInt8]) -> Bool {
        header.count == 24 && header[16...17].elementsEqual([0x10, 0])
            && header[18...19].allSatisfy { (1...2).contains($0) }
            && header[20...].elementsEqual([12, 64, 32, 32])
    }
}
