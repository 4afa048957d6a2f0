import SQLPlusPlus

/// Some values of the models of a selection: a query that has not run yet.
///
/// No model is decoded for it, and of the documents only what is selected is read. It is made by
/// `Selection/select(_:)` and `GroupedSelection/select(_:)`.
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

    /// Leaves out values that are equal to earlier ones.
    ///
    /// The limit and the offset of the selection count what is left.
    ///
    /// - Returns: The values without repetition.
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
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The values, in the order of the selection.
    /// - Throws: `DecodingError` if a value does not fit its type, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func all() throws -> [Value] { try store.rows(of: query()).map(decode) }

    /// Reads the first value.
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: As `all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func first() throws -> Value? {
        var projection = self
        projection.statement = statement.map {
            var statement = $0
            if statement.limit == nil { statement.limit = .literal(.integer(1)) }
            return statement
        }
        return try store.rows(of: projection.query()).next().map(decode)
    }

    /// Explains how the values are found, for people to read: which indexes are used above all.
    ///
    /// - Returns: The query in SQLite's language, the steps that SQLite takes, and the query in SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    public func explain() throws -> String { try store.explanation(of: query()) }

    private func query() throws -> SelectStatement {
        var statement = try statement.get()
        statement.columns = try columns.map {
            let column = try $0.get()
            guard column.term != .star else {
                throw QuireError(
                    .invalidQuery, "A whole model is no column: all() loads models.")
            }
            // To the database null and missing are different; to Swift both are nil.
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
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all() async throws -> [Value] {
        try await BlockingWork.reading.run { try all() }
    }

    /// Reads the first value.
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func first() async throws -> Value? {
        try await BlockingWork.reading.run { try first() }
    }
}

extension FieldOperand {
    /// The value, or missing instead of null.
    ///
    /// `MISSINGIF` is another thing: with null for an argument it is null.
    var missingIfNull: QueryTerm {
        .conditional(
            CaseTerm([CaseTerm.Branch(when: isValued, then: term)], otherwise: .missing))
    }
}

/// Decodes the columns of a row one after the other.
struct RowReader {
    private let row: QueryRow
    private var index = 0

    init(_ row: QueryRow) {
        self.row = row
    }

    /// Decodes the next column; one whose value is missing is `nil`.
    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let title = row.columnTitles[index]
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
