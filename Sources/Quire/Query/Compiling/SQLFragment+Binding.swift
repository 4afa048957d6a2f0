import SQLPlusPlus

extension SQLFragment {
    /// Binds the values to a statement compiled of the text.
    ///
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value.
    func bind(to statement: SQLiteStatement, _ parameters: Parameters? = nil) throws {
        for (index, binding) in bindings.enumerated() {
            let literal: Literal
            switch binding {
            case .literal(let value): literal = value
            case .parameter(let name):
                guard let value = parameters?.literal(name) else {
                    throw QuireError(
                        .invalidQueryParameter, "The query's parameter $\(name) has no value.")
                }
                literal = value
            }
            try statement.bind(literal, at: Int32(index + 1))
        }
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
