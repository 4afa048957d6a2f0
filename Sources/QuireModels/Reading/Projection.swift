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
    /// The values to read from the documents of the selection.
    private enum Content: Sendable {
        /// The columns of rows, and a closure that decodes a row.
        case columns(
            [Result<FieldOperand, QuireError>], @Sendable (QueryRow) throws -> Value)
        /// Whole documents, and a closure that decodes the documents of a statement.
        case documents(@Sendable (SelectStatement) throws -> [Value])
    }

    private let store: any DocumentStore
    private let content: Content
    private var statement: Result<SelectStatement, any Error>
    /// A closure that reads the models of a limited selection and returns the condition on them.
    private let limitCondition: (@Sendable () throws -> QueryTerm)?

    init(
        _ columns: [Result<FieldOperand, QuireError>], of store: any DocumentStore,
        in statement: Result<SelectStatement, any Error>,
        within limitCondition: (@Sendable () throws -> QueryTerm)? = nil,
        decode: @escaping @Sendable (QueryRow) throws -> Value
    ) {
        self.store = store
        content = .columns(columns, decode)
        self.statement = statement
        self.limitCondition = limitCondition
    }

    init(
        documentsOf store: any DocumentStore, in statement: Result<SelectStatement, any Error>,
        read: @escaping @Sendable (SelectStatement) throws -> [Value]
    ) {
        self.store = store
        content = .documents(read)
        self.statement = statement
        limitCondition = nil
    }

    private func with(_ change: (inout SelectStatement) -> Void) -> Projection {
        var projection = self
        projection.statement = statement.map {
            var statement = $0
            change(&statement)
            return statement
        }
        return projection
    }

    /// Removes duplicate values.
    ///
    /// The limit and the offset of the selection apply to the remaining values.
    ///
    /// ```swift
    /// let cityNames = try hotels.select(\.address.city).distinct().all()
    /// ```
    ///
    /// - Returns: The projection without duplicates. If its values are decoded from whole
    ///   documents, reading it throws ``QuireError`` with code `invalidQuery`, because documents
    ///   have different IDs.
    public func distinct() -> Projection { with { $0.isDistinct = true } }

    /// Limits the number of values.
    ///
    /// ```swift
    /// let names = try hotels.select(\.name).limit(3).all()
    /// ```
    ///
    /// - Parameter count: The maximum number of values; a negative number means zero. It replaces
    ///   the limit of the selection.
    /// - Returns: The limited projection.
    public func limit(_ count: Int) -> Projection {
        with { $0.limit = .literal(.integer(Int64(count))) }
    }

    /// Skips the first values.
    ///
    /// - Parameter count: The number of values to skip; a negative number means zero. It replaces
    ///   the offset of the selection.
    /// - Returns: The projection without these values.
    public func offset(_ count: Int) -> Projection {
        with { $0.offset = .literal(.integer(Int64(count))) }
    }

    /// Reads the values.
    ///
    /// The call reads the last commit. Inside a transaction, it also reads the changes of the
    /// transaction.
    ///
    /// ```swift
    /// let rates = try hotels.select { ($0.name, $0.roomRate) }.all()
    /// ```
    ///
    /// - Returns: The values, in the order of the selection.
    /// - Throws: `DecodingError` if a value does not match its type, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func all() throws -> [Value] {
        let query = try limitedQuery()
        return switch content {
        case .columns(_, let decode): try store.rows(of: query).map(decode)
        case .documents(let read): try read(query)
        }
    }

    /// Reads the first value.
    ///
    /// ```swift
    /// let cheapest = try hotels.sorted(by: \.roomRate).select(\.name).first()
    /// ```
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func first() throws -> Value? {
        let first = with { if $0.limit == nil { $0.limit = .literal(.integer(1)) } }
        guard case .columns(_, let decode) = content else { return try first.all().first }
        return try store.rows(of: first.limitedQuery()).next().map(decode)
    }

    /// Returns a readable explanation of how the values are found, such as which indexes are used.
    ///
    /// - Returns: The query as SQL, the query plan of SQLite, and the query in SQL++.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    public func explain() throws -> String { try store.explanation(of: limitedQuery()) }

    /// Returns a readable explanation of how the values are found, such as which indexes are used.
    ///
    /// - Returns: The query as SQL, the query plan of SQLite, and the query in SQL++.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func explain() async throws -> String {
        try await store.database.blockingWork.run { try explain() }
    }

    /// Returns the statement to run, after reading the models of a limited selection.
    private func limitedQuery() throws -> SelectStatement {
        var query = try query()
        if let limitCondition { query.condition = try limitCondition() }
        return query
    }

    /// Returns the statement that reads the values.
    func query() throws -> SelectStatement {
        try store.joinedStatement(statementOfColumns())
    }

    private func statementOfColumns() throws -> SelectStatement {
        var statement = try statement.get()
        guard case .columns(let columns, _) = content else {
            guard !statement.isDistinct else {
                throw QuireError(
                    .invalidQuery,
                    """
                    distinct() requires selected properties, such as select(\\.name): documents \
                    have different IDs.
                    """)
            }
            statement.columns = [.star]
            return statement
        }
        statement.columns = try columns.map {
            let column = try $0.get()
            guard column.term != .star else {
                throw QuireError(
                    .invalidQuery, "A whole model cannot be selected. Load models with all().")
            }
            return ResultColumn(statement.isDistinct ? column.distinctTerm : column.term)
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
        try await store.database.blockingWork.run { try all() }
    }

    /// Reads the first value.
    ///
    /// - Returns: The value, or `nil` if the selection is empty.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    /// - Complexity: The same as the synchronous version.
    public func first() async throws -> Value? {
        try await store.database.blockingWork.run { try first() }
    }
}

/// A reader that decodes the columns of a row in sequence.
struct RowReader {
    private let row: QueryRow
    /// The strategies for keys inside the values of the columns.
    private let keys: [KeyStrategy]
    private var index = 0

    init(_ row: QueryRow, keys: [KeyStrategy] = []) {
        self.row = row
        self.keys = keys
    }

    /// Decodes the next column; a missing value is `nil`.
    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let title = row.columnNames[index]
        let strategy = index < keys.count ? keys[index] : .asIs
        index += 1
        if FieldOperand.isUnsigned(type),
            let bits = try? row.decode(Int64?.self, fromColumn: title) ?? nil,
            let value = unsigned(type, ofBits: bits)
        {
            return value
        }
        if let value = try row.decode(type, fromColumn: title, keys: strategy) { return value }
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
                debugDescription: """
                    A document has no value for selected value \(index). If the model has a \
                    default value for it, queries do not know it until `sweep` has written it.
                    """))
    }
}

extension [Result<FieldOperand, QuireError>] {
    /// The strategies for keys inside the values of the operands.
    var keys: [KeyStrategy] { map { (try? $0.get().keys) ?? .asIs } }
}

extension RowReader {
    /// Returns the unsigned integer that a query has read as a negative one.
    fileprivate func unsigned<Value>(_ type: Value.Type, ofBits bits: Int64) -> Value? {
        guard FieldOperand.isUnsigned(type), bits < 0 else { return nil }
        return UInt64(bitPattern: bits) as? Value ?? UInt(exactly: UInt64(bitPattern: bits))
            as? Value
    }
}
