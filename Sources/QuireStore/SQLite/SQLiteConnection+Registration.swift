package import CSQLite
import QuirePlatform

/// A C function that implements a SQL function: context, number of arguments, arguments.
package typealias SQLiteScalarFunction =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

/// A C function that compares two strings: an unused pointer, then length and bytes of each string.
package typealias SQLiteComparison =
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
    /// Registers the SQL functions, if ``applySettings(fullSync:cacheSize:registersFunctions:)`` left
    /// that to the first statement that may use them.
    ///
    /// SQLite checks whether an index may call a function when it reads the schema, and does not
    /// repeat the check for functions that are registered later. So it reads the schema again.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func registerPendingFunctions() throws {
        guard functions == .pending else { return }
        // The registration itself runs statements.
        functions = .none
        do {
            try FunctionRegistry.register(on: self)
        } catch {
            functions = .pending
            throw error
        }
        try execute("PRAGMA writable_schema=RESET", purpose: "configure a connection")
    }

    /// Registers functions of another part of the store, now or with the other functions.
    ///
    /// - Parameter register: A closure that registers them.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func registerFurther(_ register: @escaping (SQLiteConnection) throws -> Void) throws {
        furtherFunctions = register
        if functions == .registered { try register(self) }
    }

    /// Registers a SQL function.
    ///
    /// The function gets the connection's shared keys with ``ConnectionKeys/of(_:)``.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of arguments, or -1 for any number.
    ///   - use: Whether the schema may call the function, or only statements.
    ///   - isDeterministic: Whether equal arguments give equal results while a statement runs, so
    ///     that SQLite can reuse a result. Functions that the schema may call must be
    ///     deterministic.
    ///   - function: The implementation, which cannot capture values.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func register(
        function name: String, argumentCount: Int32, use: FunctionUse = .statements,
        isDeterministic: Bool = true, _ function: SQLiteScalarFunction
    ) throws {
        precondition(isDeterministic || use == .statements, "\(name) must be deterministic")
        let flags = SQLITE_UTF8 | use.flags | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, flags, keysPointer, function, nil, nil, nil)
        try finishRegistration(of: name, argumentCount: argumentCount, use: use, code: code)
    }

    /// Registers a SQL function with an associated object.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of arguments, or -1 for any number.
    ///   - use: Whether the schema may call the function, or only statements.
    ///   - object: The object, which the function gets with `sqlite3_user_data`.
    ///   - function: The implementation, which cannot capture values.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func register(
        function name: String, argumentCount: Int32, use: FunctionUse, owning object: AnyObject,
        _ function: SQLiteScalarFunction
    ) throws {
        // SQLite releases the object even if the registration fails.
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, SQLITE_UTF8 | use.flags | SQLITE_DETERMINISTIC,
            UnsafeReference(retaining: object).pointer, function, nil, nil
        ) { object in
            if let object { UnsafeReference<AnyObject>(pointer: object).release() }
        }
        try finishRegistration(of: name, argumentCount: argumentCount, use: use, code: code)
    }

    private func finishRegistration(
        of name: String, argumentCount: Int32, use: FunctionUse, code: Int32
    ) throws {
        if code != SQLITE_OK {
            throw failure(code, purpose: "register the SQL function \(name)")
        }
        note {
            switch use {
            case .schema: $0.schemaFunctions[name, default: []].insert(argumentCount)
            case .statements: $0.statementFunctions.insert(name)
            }
        }
    }

    /// Adds a name, unless all names are known from another connection.
    package func note(_ add: (inout RegisteredNames) -> Void) {
        if !registered.isComplete { add(&registered) }
    }

    /// Registers the schema's functions for numbers of arguments that they do not support.
    ///
    /// An index may contain such a call, for example one of a later version of Couchbase Lite. If
    /// the function is missing, SQLite treats the whole schema as damaged. If the function exists
    /// and fails, the database can be read.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func registerRefusals() throws {
        for (name, counts) in registered.schemaFunctions where !counts.contains(-1) {
            let flags = SQLITE_UTF8 | FunctionUse.schema.flags | SQLITE_DETERMINISTIC
            let code = sqlite3_create_function_v2(
                handle, name, -1, flags, nil,
                { context, count, _ in
                    SQLiteResult(context: context).set(
                        error: "a function of an index has \(count) arguments, which this "
                            + "version does not support")
                }, nil, nil, nil)
            if code != SQLITE_OK {
                throw failure(code, purpose: "register the SQL function \(name)")
            }
        }
    }

    /// Registers an aggregate function.
    ///
    /// Only this program's own statements may call it.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - argumentCount: The number of arguments.
    ///   - step: A function that processes the arguments of one row. It cannot capture values.
    ///   - final: A function that sets the result. It cannot capture values.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func register(
        aggregate name: String, argumentCount: Int32, step: SQLiteScalarFunction,
        final: @convention(c) (OpaquePointer?) -> Void
    ) throws {
        let flags = SQLITE_UTF8 | FunctionUse.statements.flags
        let code = sqlite3_create_function_v2(
            handle, name, argumentCount, flags, keysPointer, nil, step, final, nil)
        if code != SQLITE_OK {
            throw failure(code, purpose: "register the SQL function \(name)")
        }
        note { $0.statementFunctions.insert(name) }
    }

    /// Registers a table-valued function.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - module: The implementation, which stays for the life of the process. Its client data is
    ///     the connection's ``ConnectionKeys``.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func register(table name: String, _ module: UnsafePointer<sqlite3_module>) throws {
        let code = sqlite3_create_module_v2(handle, name, module, keysPointer, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "register the SQL table \(name)") }
        note { $0.tables.insert(name) }
    }

    /// Registers a collation, which indexes of the file may use too.
    ///
    /// - Parameters:
    ///   - name: The collation's name.
    ///   - comparison: The comparison, which cannot capture values.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func register(collation name: String, _ comparison: SQLiteComparison) throws {
        let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, comparison, nil)
        if code != SQLITE_OK { throw failure(code, purpose: "register the collation \(name)") }
        note { $0.collations.insert(name) }
    }

    // Not retained: the keys live as long as the connection.
    private var keysPointer: UnsafeMutableRawPointer { UnsafeReference(keys).pointer }
}

/// The state of the SQL functions of a connection.
enum FunctionsState {
    /// The functions are not registered.
    case none
    /// The functions will be registered with the first statement that may use them.
    case pending
    /// The functions are registered.
    case registered
}

/// The names of everything that is registered on a connection in addition to SQLite's own.
package struct RegisteredNames {
    /// Whether this value contains all names that a connection has.
    var isComplete = false
    /// The functions that indexes and triggers may call, with their supported numbers of arguments.
    ///
    /// These functions are deterministic and have no side effects. The number -1 means any number
    /// of arguments.
    var schemaFunctions: [String: Set<Int32>] = [:]
    /// The functions that only this program's own statements may call.
    var statementFunctions: Set<String> = []
    /// The table-valued functions, which triggers may use.
    var tables: Set<String> = []
    var collations: Set<String> = []
    /// The tokenizers of full-text tables, by their names in Couchbase Lite.
    var tokenizers: Set<String> = []
}
