import Fleece
import SQLPlusPlus

extension SQLFragment {
    /// Binds the values to a statement that was prepared from the text.
    ///
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value and
    ///   `isMissingAllowed` is `false`.
    func bind(
        to statement: SQLiteStatement, _ parameters: ParameterValues = ParameterValues(),
        isMissingAllowed: Bool = false
    ) throws {
        for (index, binding) in bindings.enumerated() {
            let position = Int32(index + 1)
            switch binding {
            case .literal(let value): try statement.bind(value, at: position)
            case .collection(let bytes): try statement.bind(bytes, at: position)
            case .parameter(let name):
                guard let bytes = try parameters.encoded(name) else {
                    if isMissingAllowed { continue }
                    throw QuireError(
                        .invalidQueryParameter, "The query's parameter $\(name) has no value.")
                }
                try statement.bind(bytes, at: position)
            case .condition(let condition):
                // An explanation evaluates no rows.
                if isMissingAllowed { continue }
                try statement.bind(condition.rowCondition(parameters), at: position)
            }
        }
    }
}

extension SQLFragment {
    /// Runs a closure with the prepared statement, which the connection caches.
    ///
    /// - Throws: Any error that the closure throws, the errors of ``bind(to:_:isMissingAllowed:)``,
    ///   or ``QuireError`` if SQLite reports an error.
    func run<R>(
        on connection: SQLiteConnection, _ parameters: ParameterValues, purpose: String,
        _ body: (SQLiteStatement) throws -> R
    ) throws -> R {
        let statement = try connection.statement(text, purpose: purpose)
        defer { statement.resetAndClear() }
        try bind(to: statement, parameters)
        return try body(statement)
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ literal: Literal, at index: Int32) throws {
        switch literal {
        case .null: try bind([], at: index)
        case .boolean(let value): try bind(value ? 1 : 0 as Int64, at: index)
        case .integer(let value): try bind(value, at: index)
        case .double(let value): try bind(value, at: index)
        case .string(let value): try bind(value, at: index)
        }
    }
}
