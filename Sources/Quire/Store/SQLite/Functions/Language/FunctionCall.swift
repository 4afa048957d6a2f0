import CSQLite
import Fleece

/// A call of one of the language's functions: its arguments, and where its result goes.
struct FunctionCall {
    let result: SQLiteResult
    let count: Int
    let values: UnsafeMutablePointer<OpaquePointer?>?

    init(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        result = SQLiteResult(context: context)
        self.count = Int(count)
        self.values = values
    }

    subscript(index: Int) -> SQLiteArgument {
        // SQLite calls a function only with a number of arguments that was declared for it.
        guard index < count, let argument = SQLiteArgument(values, index) else {
            preconditionFailure("a function of \(count) arguments was asked for number \(index)")
        }
        return argument
    }

    /// What the work of the call is charged to.
    var work: WorkMeter { WorkMeter(result.interruption) }

    /// Calls a closure that sets the result, and reports the failure if it throws.
    func run(_ body: () throws(FunctionFailure) -> Void) {
        do throws(FunctionFailure) {
            try body()
        } catch {
            result.set(error)
        }
    }

    /// The arguments in their order.
    var arguments: some Sequence<SQLiteArgument> { (0..<count).lazy.map { self[$0] } }

    /// Whether missing or null is among the first arguments; then it is the result, missing before
    /// null.
    func passesOn(first: Int? = nil) -> Bool {
        var hasNull = false
        for index in 0..<(first ?? count) {
            if self[index].isMissing {
                result.setMissing()
                return true
            }
            hasNull = hasNull || self[index].isNull
        }
        if hasNull { result.setNull() }
        return hasNull
    }

    /// Gives an argument as the result, with all that is known of its type.
    func setResult(to argument: SQLiteArgument) {
        sqlite3_result_value(result.context, argument.value)
        if let subtype = argument.subtype {
            sqlite3_result_subtype(result.context, subtype.rawValue)
        }
    }

    /// Gives a text, a number or a truth value as the result, or null.
    func setResult(to text: String?) {
        guard var text else { return result.setNull() }
        text.withUTF8 { result.set(text: UnsafeRawBufferPointer($0)) }
    }

    func setResult(to number: Double?) {
        guard let number, !number.isNaN else { return result.setNull() }
        sqlite3_result_double(result.context, number)
    }

    func setResult(to number: Int64?) {
        guard let number else { return result.setNull() }
        sqlite3_result_int64(result.context, number)
    }

    func setResult(to boolean: Bool?) {
        guard let boolean else { return result.setNull() }
        result.set(boolean)
    }
}

/// A function of the language as SQLite calls it.
struct LanguageFunction {
    /// The name in SQL: that of Couchbase Lite for a function that may be in indexes, which gives the
    /// same results there; one that begins with `quire_` for any other.
    let name: String
    /// The numbers of arguments that it takes; -1 stands for any number.
    let argumentCounts: [Int32]
    let use: FunctionUse
    let isDeterministic: Bool
    let body: SQLiteScalarFunction

    /// Creates a function that takes one number of arguments.
    ///
    /// - Parameters:
    ///   - name: The name in SQL.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - use: Who may call it.
    ///   - isDeterministic: Whether one call may stand for several with equal arguments.
    ///   - body: The function; it captures nothing.
    init(
        _ name: String, _ argumentCount: Int32, use: FunctionUse = .statements,
        isDeterministic: Bool = true, _ body: SQLiteScalarFunction
    ) {
        self.init(
            name, counts: [argumentCount], use: use, isDeterministic: isDeterministic, body)
    }

    /// Creates a function that takes several numbers of arguments.
    init(
        _ name: String, _ argumentCounts: ClosedRange<Int32>, use: FunctionUse = .statements,
        _ body: SQLiteScalarFunction
    ) {
        self.init(name, counts: Array(argumentCounts), use: use, body)
    }

    /// Creates a function that takes one of some numbers of arguments.
    init(
        _ name: String, counts: [Int32], use: FunctionUse, isDeterministic: Bool = true,
        _ body: SQLiteScalarFunction
    ) {
        self.name = name
        argumentCounts = counts
        self.isDeterministic = isDeterministic
        self.use = use
        self.body = body
    }
}

extension SQLiteConnection {
    func register(_ functions: [LanguageFunction]) throws {
        for function in functions {
            for count in function.argumentCounts {
                try register(
                    function: function.name, argumentCount: count, use: function.use,
                    isDeterministic: function.isDeterministic, function.body)
            }
        }
    }
}
