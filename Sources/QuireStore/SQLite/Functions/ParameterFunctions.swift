import CSQLite
import Fleece

/// The functions for values that a statement binds, and for arrays and numbers in bodies.
enum ParameterFunctions {
    static let functions: [SQLiteFunction] = [
        // A parameter's value, which is bound as a Fleece document.
        SQLiteFunction("quire_parameter", arguments: 1...1) {
            parameter(SQLiteCall($0, count: $1, values: $2))
        },
        // The same, but SQLite does not treat the result as a constant.
        SQLiteFunction("quire_varying_parameter", arguments: 1...1, isDeterministic: false) {
            parameter(SQLiteCall($0, count: $1, values: $2))
        },
        // Its argument, which SQLite does not treat as a constant.
        SQLiteFunction("quire_varying", arguments: 1...1, isDeterministic: false) {
            context, count, values in
            sqlite3_result_value(
                context, SQLiteCall(context, count: count, values: values)[0].value)
        },
        // Whether the number at a path of a body is an integer above Int64.max, which is
        // negative in SQL.
        SQLiteFunction("quire_is_unsigned", arguments: 2...2) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            call.withValueInBody { value in
                call.result.set(value?.uint64.map { $0 > UInt64(Int64.max) } ?? false)
            }
        },
        // Whether the array at a path of a body contains a value, without copying the array.
        SQLiteFunction("quire_path_contains", arguments: 3...3) { context, count, values in
            let call = SQLiteCall(context, count: count, values: values)
            call.withValueInBody { container in
                let memory = ValueMemory()
                let value = LanguageValue(call[2], memory)
                guard let container, !value.isMissing else { return call.result.setMissing() }
                guard let array = container.array, !value.isNull else {
                    return call.result.setNull()
                }
                call.run { () throws(FunctionFailure) in
                    call.result.set(try ArrayFunctions.contains(array, value, work: call.work))
                }
            }
        },
    ]

    /// Returns the root of the Fleece document in the first argument.
    private static func parameter(_ call: SQLiteCall) {
        FleeceStorage.withBorrowed(call[0].bytes) { storage in
            if let root = storage.root {
                call.result.set(root)
            } else {
                call.result.setMissing()
            }
        }
    }
}
