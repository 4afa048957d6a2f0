import CSQLite
import Fleece
import QuirePlatform

/// A call of a function that works on SQLite's own values.
struct SQLiteCall {
    let result: SQLiteResult
    let count: Int
    let values: UnsafeMutablePointer<OpaquePointer?>?

    init(
        _ context: OpaquePointer?, count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        result = SQLiteResult(context: context)
        self.count = Int(count)
        self.values = values
    }

    subscript(index: Int) -> SQLiteArgument {
        // SQLite calls a function only with a number of arguments for which it is registered.
        guard index < count, let argument = SQLiteArgument(values, index) else {
            preconditionFailure("argument \(index) is out of range: the call has \(count)")
        }
        return argument
    }

    /// The object that was registered with the function.
    func owner<Owner: AnyObject>(_ type: Owner.Type) -> Owner? {
        sqlite3_user_data(result.context).flatMap {
            UnsafeReference<AnyObject>(pointer: $0).object as? Owner
        }
    }

    /// A meter for the work of the call, which detects an interruption of the query.
    var work: WorkMeter { WorkMeter(result.interruption) }

    /// The arguments, in order.
    var arguments: some Sequence<SQLiteArgument> { (0..<count).lazy.map { self[$0] } }

    /// Calls a closure that sets the result, and reports the error if it throws.
    func run(_ body: () throws(FunctionFailure) -> Void) {
        do throws(FunctionFailure) {
            try body()
        } catch {
            result.set(error)
        }
    }

    /// Calls a closure with the value at a path of a body.
    ///
    /// The body and the path are the first two arguments.
    ///
    /// - Parameter body: A closure that receives the value, or `nil` if the body has no such value.
    func withValueInBody(_ body: (FleeceValue?) -> Void) {
        guard let keys = ConnectionKeys.of(result.context) else { return result.setMissing() }
        do {
            let path = try PathArgument.read(self, 1)
            let bytes = self[0].bytes
            let current = keys.body(in: bytes)
            FleeceStorage.withBorrowed(current, sharedKeys: keys.current) { storage in
                let value = storage.root?.value(at: path)
                body(value?.kind == .undefined ? nil : value)
            }
        } catch {
            result.set(error: "a path: \(error)")
        }
    }
}

/// A function that works on SQLite's own values.
package struct SQLiteFunction {
    /// The name in SQL.
    let name: String
    /// The supported numbers of arguments.
    let argumentCounts: ClosedRange<Int32>
    let use: FunctionUse
    let isDeterministic: Bool
    let body: SQLiteScalarFunction

    /// Creates a function.
    ///
    /// - Parameters:
    ///   - name: The name in SQL.
    ///   - argumentCounts: The supported numbers of arguments.
    ///   - use: Whether the schema may call the function, or only statements.
    ///   - isDeterministic: Whether SQLite can reuse a result for equal arguments.
    ///   - body: The implementation, which cannot capture values.
    init(
        _ name: String, arguments argumentCounts: ClosedRange<Int32>,
        use: FunctionUse = .statements,
        isDeterministic: Bool = true, _ body: SQLiteScalarFunction
    ) {
        self.name = name
        self.argumentCounts = argumentCounts
        self.use = use
        self.isDeterministic = isDeterministic
        self.body = body
    }
}

extension SQLiteConnection {
    package func register(_ functions: [SQLiteFunction]) throws {
        for function in functions {
            for count in function.argumentCounts {
                try register(
                    function: function.name, argumentCount: count, use: function.use,
                    isDeterministic: function.isDeterministic, function.body)
            }
        }
    }
}

extension SQLiteResult {
    func setNull() { sqlite3_result_zeroblob(context, 0) }

    func set(_ boolean: Bool) {
        sqlite3_result_int(context, boolean ? 1 : 0)
        sqlite3_result_subtype(context, Subtype.boolean.rawValue)
    }

    func set(_ number: Double) { sqlite3_result_double(context, number) }

    /// Sets an error, which ends the statement.
    func set(_ failure: FunctionFailure) {
        switch failure {
        case .interrupted: sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        case .tooLong: sqlite3_result_error_toobig(context)
        case .outOfMemory: sqlite3_result_error_nomem(context)
        case .damaged(let message): set(error: SQLiteError.damageBeginning + message)
        case .invalid(let message): set(error: message)
        }
    }
}
