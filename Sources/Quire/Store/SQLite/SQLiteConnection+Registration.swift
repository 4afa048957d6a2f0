import CSQLite

/// A SQL function: its context, the number of its arguments, and they.
typealias SQLiteScalarFunction =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

/// A comparison of two texts: an unused pointer, then length and bytes of each.
typealias SQLiteComparison =
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

extension SQLiteConnection {
    /// Gives the connection a SQL function that triggers, indexes and views may call too.
    ///
    /// The function finds the connection's shared keys with ``ConnectionKeys/of(_:)``.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - isDeterministic: Whether equal arguments always give an equal result, without which no
    ///     index can use it.
    ///   - function: The function; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(
        function name: String, argumentCount: Int32, isDeterministic: Bool = true,
        _ function: SQLiteScalarFunction
    ) throws {
        let flags =
            SQLITE_UTF8 | SQLITE_INNOCUOUS | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        // Not retained: the keys live as long as the connection does.
        let keys = Unmanaged.passUnretained(keys).toOpaque()
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, flags, keys, function, nil, nil, nil)
        if code != SQLITE_OK {
            throw failure(code, purpose: "register the SQL function \(name)")
        }
    }

    /// Gives the connection an order of texts.
    ///
    /// - Parameters:
    ///   - name: The collation's name.
    ///   - comparison: The comparison; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(collation name: String, _ comparison: SQLiteComparison) throws {
        let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, comparison, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "register the collation \(name)") }
    }
}
