import CSQLite

/// A compiled statement of one connection.
///
/// Bind values, step through the rows and read their columns, and then reset the statement.
/// Parameter indexes begin with 1, column indexes with 0. The bytes of a column belong to SQLite
/// and are valid until the next step or reset.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private let purpose: String

    package init(_ handle: OpaquePointer, connection: SQLiteConnection, purpose: String) {
        self.handle = handle
        self.connection = connection
        self.purpose = purpose
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Whether the statement was stepped and is neither finished nor reset.
    package var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Advances to the next row.
    ///
    /// - Returns: `false` after the last row.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    package func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    private func failure(_ code: Int32) -> QuireError {
        let error = connection.failure(code, purpose: purpose)
        // Another program may have created an index that SQLite can read only with the functions.
        if connection.functions == .pending { try? connection.registerPendingFunctions() }
        return error
    }

    /// Runs a statement that returns no rows, and resets it.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    package func run() throws {
        defer { reset() }
        while try step() {}
    }

    /// Returns the number of full-scan steps since the last call, and resets it.
    ///
    /// It is 0 if SQLite finds the rows by indexes.
    package func takeScanStepCount() -> Int {
        Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
    }

    /// Ends the run without removing the bound values.
    @inline(__always)
    package func reset() {
        // The result code repeats that of the last step, which was already thrown.
        sqlite3_reset(handle)
    }

    /// Ends the run and removes the bound values, which is required after binding borrowed ones.
    @inline(__always)
    package func resetAndClear() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

// MARK: - Values

extension SQLiteStatement {
    @inline(__always)
    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw connection.failure(code, purpose: purpose) }
    }

    @inline(__always)
    package func bind(_ value: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(handle, index, value))
    }

    @inline(__always)
    package func bind(_ value: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds a pointer that only functions can read that use the same name.
    ///
    /// SQLite keeps the pointer to the name, so the name must stay valid. It calls the destructor
    /// when another value is bound, or if binding fails.
    package func bind(
        pointer: UnsafeMutableRawPointer, named name: UnsafePointer<CChar>, at index: Int32,
        destructor: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil
    ) throws {
        try check(sqlite3_bind_pointer(handle, index, pointer, name, destructor))
    }

    func bindNull(at index: Int32) throws {
        try check(sqlite3_bind_null(handle, index))
    }

    package func bind(_ value: Int64?, at index: Int32) throws {
        if let value { try bind(value, at: index) } else { try bindNull(at: index) }
    }

    /// Binds a copy of a string.
    package func bind(_ value: String, at index: Int32) throws {
        try value.withUTF8Text {
            try check(
                sqlite3_bind_text64(
                    handle, index, $0.baseAddress, UInt64($0.count), quire_sqlite3_transient(),
                    UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds a copy of bytes.
    package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        try bind(bytes, at: index, destructor: quire_sqlite3_transient())
    }

    /// Binds a copy of bytes.
    package func bind(_ bytes: [UInt8], at index: Int32) throws {
        try bytes.withUnsafeBytes { try bind($0, at: index) }
    }

    /// Binds bytes without copying them.
    ///
    /// The bytes must stay valid until ``resetAndClear()``.
    @inline(__always)
    package func bindBorrowed(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        try bind(bytes, at: index, destructor: nil)
    }

    /// Binds a UTF-8 string without copying it.
    ///
    /// The string must stay valid until ``resetAndClear()``.
    @inline(__always)
    package func bindBorrowed(text: UTF8Text, at index: Int32) throws {
        try check(
            sqlite3_bind_text64(
                handle, index, text.baseAddress, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
    }

    @inline(__always)
    private func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32,
        destructor: sqlite3_destructor_type?
    ) throws {
        // An empty buffer is an empty blob, but a null pointer would bind NULL.
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(handle, index, 0))
        }
        try check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), destructor))
    }
}

// MARK: - Columns

extension SQLiteStatement {
    /// The number of columns of a row.
    var columnCount: Int32 { sqlite3_column_count(handle) }

    /// The types of values.
    package enum ColumnType {
        case null
        case integer
        case double
        case text
        case blob
    }

    /// Returns the type of a column's value.
    package func type(at column: Int32) -> ColumnType {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    @inline(__always)
    package func isNull(at column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    @inline(__always)
    package func int64(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func optionalInt64(at column: Int32) -> Int64? {
        isNull(at: column) ? nil : int64(at: column)
    }

    package func double(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns a copy of a column's string, which is empty for NULL.
    package func string(at column: Int32) -> String {
        // Get the text first: this may convert the value, which changes its length.
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Calls a closure with the UTF-8 bytes of a column, which are empty for NULL.
    package func withTextBytes<R>(
        at column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_text(handle, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Calls a closure with the bytes of a column, which are empty for NULL.
    @inline(__always)
    package func withBytes<R>(
        at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_blob(handle, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns a copy of a column's bytes, which are empty for NULL.
    package func bytes(at column: Int32) -> [UInt8] {
        withBytes(at: column) { Array($0) }
    }
}

/// Borrowed UTF-8 bytes, with an address that is never null, even if there are no bytes.
package typealias UTF8Text = UnsafeBufferPointer<CChar>

extension String {
    /// Calls a closure with the string's UTF-8 bytes, without a copy if the string is contiguous.
    @inline(__always)
    package func withUTF8Text<R>(_ body: (UTF8Text) throws -> R) rethrows -> R {
        var text = self
        return try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { text in
                // SQLite treats a null pointer as NULL, so the empty string needs an address too.
                guard text.baseAddress != nil else {
                    return try withUnsafePointer(to: 0) { try body(UTF8Text(start: $0, count: 0)) }
                }
                return try body(text)
            }
        }
    }
}
