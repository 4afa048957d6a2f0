import CSQLite
import Fleece

/// A call of one of the language's functions: its arguments, and where its result goes.
struct FunctionCall {
    let result: SQLiteResult
    let count: Int
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(
        _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        result = SQLiteResult(context: context)
        self.count = Int(count)
        self.values = values
    }

    subscript(index: Int) -> SQLiteArgument {
        // SQLite sees to it that there are as many arguments as were declared.
        guard let argument = SQLiteArgument(values, index) else {
            preconditionFailure("a function of \(count) arguments was asked for number \(index)")
        }
        return argument
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
    let argumentCount: Int32
    let use: FunctionUse
    let body: SQLiteScalarFunction

    /// - Parameters:
    ///   - name: The name in SQL.
    ///   - argumentCount: The number of its arguments, or -1 for any.
    ///   - use: Who may call it.
    ///   - body: The function; it captures nothing.
    init(
        _ name: String, _ argumentCount: Int32, use: FunctionUse = .statements,
        _ body: SQLiteScalarFunction
    ) {
        self.name = name
        self.argumentCount = argumentCount
        self.use = use
        self.body = body
    }
}

extension SQLiteConnection {
    func register(_ functions: [LanguageFunction]) throws {
        for function in functions {
            try register(
                function: function.name, argumentCount: function.argumentCount, use: function.use,
                function.body)
        }
    }
}
