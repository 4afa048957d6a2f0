import SQLPlusPlus

/// Turns the tree of a query into SQL on a collection's table.
///
/// How the values look in SQL is told in `SQLiteResult.swift`. Because missing is NULL, SQL's own
/// three-valued logic is the dialect's; null is an ordinary value, the blob without bytes.
struct QueryCompiler {
    /// The tables of the collection.
    let keyStore: KeyStore
    /// Whether deleted documents may be found in the table among the others.
    let skipsDeleted: Bool
    /// What the statement's column aliases stand for.
    private var aliases: [String: QueryTerm] = [:]

    init(keyStore: KeyStore, skipsDeleted: Bool) {
        self.keyStore = keyStore
        self.skipsDeleted = skipsDeleted
    }

    // MARK: Statements

    /// Compiles a query whose rows are its columns.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement uses what is not available.
    mutating func compile(_ statement: SelectStatement) throws -> SQLFragment {
        for column in statement.columns {
            if let alias = column.alias { aliases[alias] = column.term }
        }
        let columns = try statement.columns.map { try result($0.term) }
        let select: SQLFragment = statement.isDistinct ? "SELECT DISTINCT " : "SELECT "
        return try """
        \(select)\(.joined(columns, separator: ", "))\
        \(clauses(statement.condition, statement.ordering, statement.limit, statement.offset))
        """
    }

    /// Compiles a query whose rows are documents: sequence, flags, version, body and key.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if a term uses what is not available.
    func compileDocuments(
        where condition: QueryTerm?, orderedBy ordering: [OrderingTerm] = [],
        limit: QueryTerm? = nil, offset: QueryTerm? = nil
    ) throws -> SQLFragment {
        try """
        SELECT sequence, flags, version, body, key\
        \(clauses(condition, ordering, limit, offset))
        """
    }

    /// Compiles the count of the documents that a condition lets pass.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term uses what is not available.
    func compileCount(where condition: QueryTerm?) throws -> SQLFragment {
        try "SELECT count(*)\(clauses(condition, [], nil, nil))"
    }

    private func clauses(
        _ condition: QueryTerm?, _ ordering: [OrderingTerm], _ limit: QueryTerm?,
        _ offset: QueryTerm?
    ) throws -> SQLFragment {
        var sql: SQLFragment = " FROM \(table: keyStore)"
        var conditions: [SQLFragment] = skipsDeleted ? ["(flags & 1) = 0"] : []
        if let condition { conditions.append(try "(\(term(condition)))") }
        if !conditions.isEmpty {
            sql.append(" WHERE \(.joined(conditions, separator: " AND "))")
        }
        if !ordering.isEmpty {
            let terms: [SQLFragment] = try ordering.map {
                let suffix: SQLFragment = $0.direction == .descending ? " DESC" : ""
                return try "\(term($0.term))\(suffix)"
            }
            sql.append(" ORDER BY \(.joined(terms, separator: ", "))")
        }
        if limit != nil || offset != nil {
            sql.append(try " LIMIT \(limit.map { try count($0) } ?? "-1")")
        }
        if let offset { sql.append(try " OFFSET \(count(offset))") }
        return sql
    }

    /// A number of rows; one below zero counts as zero.
    private func count(_ number: QueryTerm) throws -> SQLFragment {
        if case .literal(let literal) = number, case .integer = literal {
        } else if case .literal = number {
            throw Self.unavailable("LIMIT and OFFSET take a whole number")
        }
        return try "max(0, \(term(number)))"
    }

    // MARK: Columns

    /// A column: the value with its type told.
    private func result(_ column: QueryTerm) throws -> SQLFragment {
        column.isTruthValue
            ? try "fl_boolean_result(\(term(column)))" : try "fl_result(\(term(column)))"
    }

    /// What an alias of a column stands for, or what lies below it.
    func aliased(_ name: String, _ path: PropertyPath) throws -> QueryTerm {
        guard let term = aliases[name] else {
            throw Self.unavailable("there is no column \(name)")
        }
        if path.isEmpty { return term }
        guard case .property(let base, let source) = term else {
            throw Self.unavailable("a path below the column \(name), which is no property,")
        }
        return .property(PropertyPath(base.components + path.components), of: source)
    }

    static func unavailable(_ message: String) -> QuireError {
        QuireError(.invalidQuery, "The query cannot be compiled: \(message).")
    }
}

extension QueryTerm {
    /// Whether SQLite gives 0 or 1 for what is a truth value.
    fileprivate var isTruthValue: Bool {
        switch self {
        case .literal(.boolean), .unary(.not, _), .test, .between, .membership,
            .metadata(.deleted, _):
            true
        case .operation(let operation, _): operation.isComparison
        default: false
        }
    }
}

extension BinaryOperator {
    fileprivate var isComparison: Bool {
        switch self {
        case .or, .and, .equal, .notEqual, .is, .isNot, .like, .notLike, .lessThan,
            .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            true
        case .add, .subtract, .multiply, .divide, .remainder, .concatenate: false
        }
    }
}
