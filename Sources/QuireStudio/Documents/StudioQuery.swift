import Fleece
import Quire
import SQLPlusPlus

/// The text of a statement and the values of its parameters.
struct StudioQuery: Sendable {
    private let text: String
    private let parameters: FleeceDictionary?

    /// Reads a query from the body of a request.
    ///
    /// - Throws: ``StudioError`` if the text is missing or a statement that writes.
    init(_ request: RequestObject) throws(StudioError) {
        text = try request.requiredString("sql")
        parameters = try request.object("parameters")
        let word = text.drop { $0.isWhitespace }.prefix { $0.isLetter }.uppercased()
        guard !["UPDATE", "DELETE", "UPSERT", "INSERT", "MERGE"].contains(word) else {
            throw .unsupported(
                "The console only reads. Change documents in the table, or with the command quire "
                    + "query.")
        }
    }

    /// Returns the statement with the values of its parameters.
    ///
    /// - Parameter limit: The greatest number of rows, or `nil` for that of the statement.
    /// - Returns: The statement.
    /// - Throws: `QuireError` with code `invalidQuery`.
    func statement(limitedTo limit: Int? = nil) throws -> SelectStatement {
        var statement = try QuerySource(verbatim: text).statement()
        if let parameters {
            var constants: [String: QueryTerm] = [:]
            for (key, value) in parameters {
                let name = key.hasPrefix("$") ? String(key.dropFirst()) : key
                constants[name] = try .constant(stored: value)
            }
            statement = statement.binding(constants)
        }
        guard let limit else { return statement }
        switch statement.limit {
        case nil: statement.limit = .literal(.integer(Int64(limit)))
        case .literal(.integer(let own)) where own > limit:
            statement.limit = .literal(.integer(Int64(limit)))
        default: break
        }
        return statement
    }
}
