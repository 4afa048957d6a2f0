import CSQLite

/// A SQL function: its context, the number of its arguments, and they.
typealias SQLiteScalarFunction =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

/// A comparison of two texts: an unused pointer, then length and bytes of each.
typealias SQLiteComparison =
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

extension FunctionUse {
    fileprivate var flags: Int32 {
        switch self {
        case .schema: SQLITE_INNOCUOUS
        case .statements: SQLITE_DIRECTONLY
        }
    }
}

extension SQLiteConnection {
    /// Gives the connection a SQL function.
    ///
    /// The function finds the connection's shared keys with ``ConnectionKeys/of(_:)``.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - use: Who may call it.
    ///   - isDeterministic: Whether equal arguments give an equal result as long as a statement
    ///     runs, so that one call may stand for many. What the schema may call has to be.
    ///   - function: The function; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(
        function name: String, argumentCount: Int32, use: FunctionUse = .statements,
        isDeterministic: Bool = true, _ function: SQLiteScalarFunction
    ) throws {
        precondition(isDeterministic || use == .statements, "\(name) cannot be in an index")
        let flags = SQLITE_UTF8 | use.flags | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, flags, keysPointer, function, nil, nil, nil)
        try note(name, argumentCount, use, code)
    }

    /// Gives the connection a SQL function with an object that it works on.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - use: Who may call it.
    ///   - object: The object, which the function gets by `sqlite3_user_data`.
    ///   - function: The function; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(
        function name: String, argumentCount: Int32, use: FunctionUse, owning object: AnyObject,
        _ function: SQLiteScalarFunction
    ) throws {
        // SQLite releases the object even if it refuses the function.
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, SQLITE_UTF8 | use.flags | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(object).toOpaque(), function, nil, nil
        ) { object in
            if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
        }
        try note(name, argumentCount, use, code)
    }

    private func note(
        _ name: String, _ argumentCount: Int32, _ use: FunctionUse, _ code: Int32
    ) throws {
        if code != SQLITE_OK {
            throw failure(code, purpose: "register the SQL function \(name)")
        }
        switch use {
        case .schema: registered.schemaFunctions[name, default: []].insert(argumentCount)
        case .statements: registered.statementFunctions.insert(name)
        }
    }

    /// Registers the schema's functions for other numbers of arguments than they take.
    ///
    /// An index may call them so, as one of a later version of Couchbase Lite. Without a function SQLite
    /// takes the whole schema for damaged; with one that fails, the database can be read.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func registerRefusals() throws {
        for (name, counts) in registered.schemaFunctions where !counts.contains(-1) {
            let flags = SQLITE_UTF8 | FunctionUse.schema.flags | SQLITE_DETERMINISTIC
            let code = sqlite3_create_function_v2(
                handle, name, -1, flags, nil,
                { context, count, _ in
                    SQLiteResult(context: context).set(
                        error: "a function of an index has \(count) arguments, which is not "
                            + "available here")
                }, nil, nil, nil)
            if code != SQLITE_OK {
                throw failure(code, purpose: "register the SQL function \(name)")
            }
        }
    }

    /// Gives the connection a function of the values of a group.
    ///
    /// Only this program's own statements may call it.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of its arguments.
    ///   - step: What is done with the arguments of each row; it captures nothing.
    ///   - final: What gives the result; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(
        aggregate name: String, argumentCount: Int32, step: SQLiteScalarFunction,
        final: @convention(c) (OpaquePointer?) -> Void
    ) throws {
        let flags = SQLITE_UTF8 | FunctionUse.statements.flags
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, flags, keysPointer, nil, step, final, nil)
        if code != SQLITE_OK {
            throw failure(code, purpose: "register the SQL function \(name)")
        }
        registered.statementFunctions.insert(name)
    }

    /// Gives the connection a function that returns a table.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - module: Its implementation, which stays for the life of the process. What it is given as
    ///     client data is the connection's ``ConnectionKeys``.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(table name: String, _ module: UnsafePointer<sqlite3_module>) throws {
        let code = sqlite3_create_module_v2(handle, name, module, keysPointer, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "register the SQL table \(name)") }
        registered.tables.insert(name)
    }

    /// Gives the connection an order of texts, which indexes of the file may use too.
    ///
    /// - Parameters:
    ///   - name: The collation's name.
    ///   - comparison: The comparison; it captures nothing.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func register(collation name: String, _ comparison: SQLiteComparison) throws {
        let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, comparison, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "register the collation \(name)") }
        registered.collations.insert(name)
    }

    // Not retained: the keys live as long as the connection does.
    private var keysPointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(keys).toOpaque() }
}

/// The names of what a connection's SQL can call besides SQLite's own.
struct RegisteredNames {
    /// The functions that indexes and triggers may call: deterministic and without effect, with the
    /// numbers of arguments that they take; -1 means any number.
    var schemaFunctions: [String: Set<Int32>] = [:]
    /// The functions that only this program's own statements may call.
    var statementFunctions: Set<String> = []
    /// The functions that return tables; triggers may use them.
    var tables: Set<String> = []
    /// The orders of texts.
    var collations: Set<String> = []
    /// The tokenizers of full-text tables, by the names that Couchbase Lite has for them.
    var tokenizers: Set<String> = []
}
