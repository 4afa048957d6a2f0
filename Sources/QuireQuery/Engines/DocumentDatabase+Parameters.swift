import Fleece
package import SQLPlusPlus

extension DocumentDatabase {
    /// Runs a query whose parameters have values, in any engine.
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement.
    ///   - parameters: The values of the statement's `$parameters` by name.
    /// - Returns: The rows.
    /// - Throws: The errors of `query(_:)`.
    package func query(_ source: QuerySource, binding parameters: Parameters) throws -> ResultSet {
        ResultSet(try recordedRows(of: source.statement().binding(parameters)))
    }

    /// Explains how the engine computes a query whose parameters have values.
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement.
    ///   - parameters: The values of the statement's `$parameters` by name.
    /// - Returns: A human-readable explanation.
    /// - Throws: The errors of `query(_:)`; ``QuireError`` with code `unsupportedOperation` if the
    ///   engine does not explain statements.
    package func explanation(
        of source: QuerySource, binding parameters: Parameters
    ) throws -> String {
        try explanation(of: source.statement(), binding: parameters)
    }

    /// Explains how the engine computes a statement whose parameters have values.
    package func explanation(
        of statement: SelectStatement, binding parameters: Parameters
    ) throws -> String {
        try explanation(of: statement.binding(parameters))
    }

    /// Runs a statement on the stores that its sources name.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: The rows.
    /// - Throws: The errors of ``query(_:)``.
    package func query(_ statement: SelectStatement) throws -> ResultSet {
        ResultSet(try recordedRows(of: statement))
    }

    /// Explains how the engine computes a statement on the store that its source names.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: A human-readable explanation.
    /// - Throws: The errors of ``DocumentStore/explanation(of:)``.
    package func explanation(of statement: SelectStatement) throws -> String {
        try store(namedIn: statement.source).explanation(of: statement)
    }
}

extension SelectStatement {
    /// Returns the statement with constants in place of the parameters that have a value.
    package func binding(_ parameters: Parameters) throws -> SelectStatement {
        var constants: [String: QueryTerm] = [:]
        for name in parameters.names {
            guard let bytes = try parameters.encoded(name),
                let value = FleeceStorage(bytes).root
            else { continue }
            constants[name] = try .constant(stored: value)
        }
        return binding(constants)
    }

    /// Returns the statement with constants in place of parameters.
    ///
    /// - Parameter constants: The constants by the names of the parameters.
    /// - Returns: The statement.
    package func binding(_ constants: [String: QueryTerm]) -> SelectStatement {
        if constants.isEmpty { return self }
        return replacingTerms { term in
            guard case .parameter(let name) = term else { return nil }
            return constants[name]
        }
    }
}
