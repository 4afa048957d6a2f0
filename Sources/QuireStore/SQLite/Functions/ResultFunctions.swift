import CSQLite
import Fleece

/// The functions for the columns of a result, which preserve types that SQL does not distinguish.
///
/// Each column of the result is NULL for a missing value, a number, a string, or a blob that is a
/// Fleece document.
enum ResultFunctions {
    static func register(on connection: SQLiteConnection) throws {
        try connection.register(function: "fl_result", argumentCount: 1, result)
        try connection.register(function: "fl_boolean_result", argumentCount: 1, booleanResult)
        try connection.register(function: "fl_revision", argumentCount: 1, revision)
    }

    /// `fl_result(x)`: the value of a column, of any type.
    private static let result: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let argument = SQLiteArgument(values, 0) else { return result.setMissing() }
        let value = argument.value
        switch (argument.type, argument.subtype) {
        case (SQLITE_INTEGER, .boolean):
            let isTrue = sqlite3_value_int64(value) != 0
            result.set { $0.encode(isTrue) }
        case (SQLITE_INTEGER, .unsigned):
            let bits = UInt64(bitPattern: sqlite3_value_int64(value))
            result.set { $0.encode(bits) }
        case (SQLITE_BLOB, _) where argument.bytes.isEmpty: result.set { $0.encodeNull() }
        default: sqlite3_result_value(context, value)
        }
    }

    /// `fl_boolean_result(x)`: the value of a column that SQLite has computed as a number, as a
    /// Boolean.
    private static let booleanResult: SQLiteScalarFunction = { context, _, values in
        let result = SQLiteResult(context: context)
        guard let argument = SQLiteArgument(values, 0), argument.type != SQLITE_NULL else {
            return result.setMissing()
        }
        let isTrue = sqlite3_value_double(argument.value) != 0
        result.set { $0.encode(isTrue) }
    }

    /// `fl_revision(version)`: the string of a revision ID.
    private static let revision: SQLiteScalarFunction = { context, count, values in
        SQLiteCall(context, count: count, values: values).setResultToRevision()
    }
}

extension SQLiteCall {
    /// Sets the result to the string of the revision ID in the first argument.
    func setResultToRevision() {
        guard let revision = try? RevisionID(stored: self[0].bytes) else {
            return result.setMissing()
        }
        var text = revision.description
        text.withUTF8 { result.set(text: UnsafeRawBufferPointer($0)) }
    }
}
