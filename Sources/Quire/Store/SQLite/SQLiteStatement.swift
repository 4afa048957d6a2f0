import CSQLite

/// A compiled statement of one connection.
///
/// Bind values (the first has index 1), step through the rows, read their columns (the first has
/// index 0), reset. A column's bytes are SQLite's until the next step or reset.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private let purpose: String

    init(_ handle: OpaquePointer, connection: SQLiteConnection, purpose: String) {
        self.handle = handle
        self.connection = connection
        self.purpose = purpose
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Whether a row is at hand: it has been stepped and neither ended nor been reset.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Goes to the next row.
    ///
    /// - Returns: `false` after the last row.
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    package func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw connection.failure(code, purpose: purpose)
    }

    /// Runs a statement that gives no rows, and resets it.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    func run() throws {
        defer { reset() }
        while try step() {}
    }

    /// Returns the number of steps through all rows of a table since the last call, and resets it.
    ///
    /// It is 0 if SQLite finds the rows by indexes.
    func takeScanStepCount() -> Int {
        Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
    }

    /// Ends the run; the bound values stay.
    @inline(__always)
    package func reset() {
        // The code that comes back is that of the last step, which has been thrown already.
        sqlite3_reset(handle)
    }

    /// Ends the run and forgets the values, borrowed ones above all.
    @inline(__always)
    func resetAndClear() {
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
    func bind(_ value: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(handle, index, value))
    }

    /// Binds a pointer that only functions see which know its name; the name is kept.
    func bind(
        pointer: UnsafeMutableRawPointer, named name: UnsafePointer<CChar>, at index: Int32
    ) throws {
        try check(sqlite3_bind_pointer(handle, index, pointer, name, nil))
    }

    func bindNull(at index: Int32) throws {
        try check(sqlite3_bind_null(handle, index))
    }

    func bind(_ value: Int64?, at index: Int32) throws {
        if let value { try bind(value, at: index) } else { try bindNull(at: index) }
    }

    /// Binds a text; SQLite keeps a copy.
    package func bind(_ value: String, at index: Int32) throws {
        try value.withUTF8Text {
            try check(
                sqlite3_bind_text64(
                    handle, index, $0.baseAddress, UInt64($0.count), quire_sqlite3_transient(),
                    UInt8(SQLITE_UTF8)))
        }
    }

    /// Binds bytes; SQLite keeps a copy.
    func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        try bind(bytes, at: index, destructor: quire_sqlite3_transient())
    }

    /// Binds bytes that SQLite keeps a copy of.
    func bind(_ bytes: [UInt8], at index: Int32) throws {
        try bytes.withUnsafeBytes { try bind($0, at: index) }
    }

    /// Binds bytes without a copy: they must stay until ``resetAndClear()``.
    @inline(__always)
    func bindBorrowed(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        try bind(bytes, at: index, destructor: nil)
    }

    /// Binds UTF-8 text without a copy: it must stay until ``resetAndClear()``.
    @inline(__always)
    func bindBorrowed(text: UTF8Text, at index: Int32) throws {
        try check(
            sqlite3_bind_text64(
                handle, index, text.baseAddress, UInt64(text.count), nil, UInt8(SQLITE_UTF8)))
    }

    @inline(__always)
    private func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32,
        destructor: sqlite3_destructor_type?
    ) throws {
        // No bytes are still a blob; a null pointer would bind NULL.
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

    /// The types of a column's value.
    enum ColumnType {
        case null
        case integer
        case double
        case text
        case blob
    }

    /// The type of a column's value.
    func type(at column: Int32) -> ColumnType {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .double
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    @inline(__always)
    func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    @inline(__always)
    package func int64(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func optionalInt64(at column: Int32) -> Int64? {
        isNull(at: column) ? nil : int64(at: column)
    }

    func double(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Copies a column as text; NULL is the empty text.
    package func string(at column: Int32) -> String {
        // The text first: asking for it may convert the value, which changes the length.
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Lends the UTF-8 bytes of a column as text; NULL has none.
    package func withTextBytes<R>(
        at column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_text(handle, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Lends a column's bytes; NULL has none.
    @inline(__always)
    func withBytes<R>(
        at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        let start = sqlite3_column_blob(handle, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Copies a column's bytes; NULL has none.
    package func bytes(at column: Int32) -> [UInt8] {
        withBytes(at: column) { Array($0) }
    }
}

/// UTF-8 bytes that somebody lends; their address is never null, even if there are none.
typealias UTF8Text = UnsafeBufferPointer<CChar>

extension String {
    /// Lends the text's UTF-8 bytes, without a copy where the text lies in one piece.
    @inline(__always)
    func withUTF8Text<R>(_ body: (UTF8Text) throws -> R) rethrows -> R {
        var text = self
        return try text.withUTF8 { bytes in
            try bytes.withMemoryRebound(to: CChar.self) { text in
                // SQLite takes a null pointer for NULL, so the empty text needs an address too.
                guard text.baseAddress != nil else {
                    return try withUnsafePointer(to: 0) { try body(UTF8Text(start: $0, count: 0)) }
                }
                return try body(text)
            }
        }
    }
}
