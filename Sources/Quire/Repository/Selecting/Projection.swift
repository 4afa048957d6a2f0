import SQLPlusPlus

/// A query for values from the models of a selection, which runs when you read its results.
///
/// A projection decodes no models, and reads only the selected values from the documents. Create it
/// with `Selection/select(_:)` or `GroupedSelection/select(_:)`.
///
/// ```swift
/// let cities = hotels.filter { $0.stars >= 3 }.select(\.address.city).distinct()
/// print(try cities.all())  // ["Bergen", "Oslo"]
/// ```
public struct Projection<Value>: Sendable {
    private let store: any DocumentStore
    private let columns: [Result<FieldOperand, QuireError>]
    private var statement: Result<SelectStatement, any Error>
    private let decode: @Sendable (QueryRow) throws -> Value

    init(
        _ columns: [Result<FieldOperand, QuireError>], of store: any DocumentStore,
        in statement: Result<SelectStatement, any Error>,
        decode: @escaping @Sendable (QueryRow) throws -> Value
    ) {
        self.store = store
        self.columns = columns
        self.statement = statement
        self.decode = decode
    }

    /// Removes duplicate values.
    ///
    /// The limit and the offset of the selection apply to the remaining values.
    ///
    /// - Returns: The projection without duplicates.
    public func distinct() -> Projection {
        var projection = self
        projection.statement = statement.map {
            var statement = $0
            statement.isDistinct = true
            return statement
        }
        return projection
    }

    /// Reads the values.
    ///
    /// The call reads the last commit. Inside a transaction, it also reads the changes of the
    /// transaction.
    ///
    /// - Returns: The values, in the order of the selection.
    /// - Throws: `DecodingError` if a value does not match its type, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func all() throws -> [Value] { try store.rows(of: query()).map(decode) }

    /// Reads the first value.
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func first() throws -> Value? {
        var projection = self
        projection.statement = statement.map {
            var statement = $0
            if statement.limit == nil { statement.limit = .literal(.integer(1)) }
            return statement
        }
        return try store.rows(of: projection.query()).next().map(decode)
    }

    /// Returns a readable explanation of how the values are found, such as which indexes are used.
    ///
    /// - Returns: The query as SQL, the query plan of SQLite, and the query in SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    public func explain() throws -> String { try store.explanation(of: query()) }

    private func query() throws -> SelectStatement {
        var statement = try statement.get()
        statement.columns = try columns.map {
            let column = try $0.get()
            guard column.term != .star else {
                throw QuireError(
                    .invalidQuery, "A whole model cannot be selected. Load models with all().")
            }
            // In the database, null and missing are different. In Swift, both are `nil`.
            guard statement.isDistinct, column.isOptional else { return ResultColumn(column.term) }
            return ResultColumn(column.missingIfNull)
        }
        return statement
    }
}

extension Projection where Value: Sendable {
    /// Reads the values.
    ///
    /// - Returns: The values.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    /// - Complexity: The same as the synchronous version.
    public func all() async throws -> [Value] {
        try await BlockingWork.reading.run { try all() }
    }

    /// Reads the first value.
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    /// - Complexity: The same as the synchronous version.
    public func first() async throws -> Value? {
        try await BlockingWork.reading.run { try first() }
    }
}

extension FieldOperand {
    /// The value, or missing instead of null.
    ///
    /// `MISSINGIF` cannot replace it: with null as an argument, its result is null.
    var missingIfNull: QueryTerm {
        .conditional(
            CaseTerm([CaseTerm.Branch(when: isValued, then: term)], otherwise: .missing))
    }
}

/// A reader that decodes the columns of a row in sequence.
struct RowReader {
    private let row: QueryRow
    private var index = 0

    init(_ row: QueryRow) {
        self.row = row
    }

    /// Decodes the next column; a missing value is `nil`.
    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let title = row.columnNames[index]
        index += 1
        if let value = try row.decode(type, fromColumn: title) { return value }
        func missing<Missing: ExpressibleByNilLiteral>(_ type: Missing.Type) -> Missing { nil }
        if let optional = type as? any ExpressibleByNilLiteral.Type,
            let value = missing(optional) as? Value
        {
            return value
        }
        throw DecodingError.valueNotFound(
            type,
            DecodingError.Context(
                codingPath: [DictionaryKey(stringValue: title)],
                debugDescription: "A document has no value for the column \(title)."))
    }
}
