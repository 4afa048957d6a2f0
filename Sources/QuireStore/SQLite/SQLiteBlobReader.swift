import CSQLite

/// A reader of parts of the blobs in a column, which does not read the other parts.
final class SQLiteBlobReader {
    private let table: SQLIdentifier
    private let column: String
    private let connection: SQLiteConnection
    private var handle: OpaquePointer?

    /// Creates a reader for a table that is not written in the meantime.
    ///
    /// - Parameters:
    ///   - table: The name of a table with row IDs.
    ///   - column: The name of the column.
    ///   - connection: A connection.
    init(table: SQLIdentifier, column: String, on connection: SQLiteConnection) {
        self.table = table
        self.column = column
        self.connection = connection
    }

    deinit {
        sqlite3_blob_close(handle)
    }

    /// Reads a part of a blob.
    ///
    /// - Parameters:
    ///   - row: The row ID.
    ///   - offset: The offset of the part in the blob.
    ///   - buffer: Receives the bytes.
    /// - Returns: Whether the row exists and its blob contains the part.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func read(row: Int64, offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Bool {
        try check(open(row))
            && check(
                sqlite3_blob_read(
                    handle, buffer.baseAddress, Int32(clamping: buffer.count),
                    Int32(clamping: offset)))
    }

    private func open(_ row: Int64) -> Int32 {
        if let handle { return sqlite3_blob_reopen(handle, row) }
        return sqlite3_blob_open(connection.handle, "main", table.name, column, row, 0, &handle)
    }

    /// Returns whether a call succeeded.
    ///
    /// SQLite reports a missing row or part as a general error.
    private func check(_ code: Int32) throws -> Bool {
        if code == SQLITE_OK { return true }
        // The handle cannot be used again.
        sqlite3_blob_close(handle)
        handle = nil
        if code == SQLITE_ERROR { return false }
        throw connection.failure(code, purpose: "read a part of a blob")
    }
}
