import SQLPlusPlus

/// Turns the tree of a query into SQL on the tables of collections.
///
/// How the values look in SQL is told in `SQLiteResult.swift`. Because missing is NULL, SQL's own
/// three-valued logic is the dialect's; null is an ordinary value, the blob without bytes.
struct QueryCompiler {
    let database: Database
    /// The sources that terms are about, in their order.
    var sources: [CompiledSource] = []
    /// What the statement's column aliases stand for.
    var aliases: [String: QueryTerm] = [:]
    /// What the variables of quantified conditions are called in SQL.
    var variables: [String: SQLFragment] = [:]
    /// How many quantified conditions there are around the term.
    var quantifierDepth = 0
    /// The full-text indexes that the statement asks.
    var fullText: [FullTextUse] = []
    /// Whether the statement reads deleted documents too, which have no rows of their own then.
    var readsDeleted = false
    let budget = CompilationBudget()
    /// The expressions of indexes; `nil` while one of them is compiled.
    var indexedExpressions: IndexedExpressions? = IndexedExpressions()
    /// Whether terms have the results that indexes store, where these differ from the results of
    /// queries.
    var usesStoredResults = false
    /// Whether documents are visited one by one, so that nothing can be read from an index.
    var visitsDocuments = false

    init(database: Database) {
        self.database = database
    }

    // MARK: Statements

    /// Compiles a query whose rows are its columns.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - withKeys: Whether the IDs of a row's documents follow, one for each collection.
    /// - Returns: The SQL.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement means nothing,
    ///   `missingIndex` if there is no full-text index of a name.
    mutating func compile(
        _ statement: SelectStatement, withKeys: Bool = false
    ) throws -> CompiledSelect {
        if let alias = statement.conflictingAlias {
            throw Self.invalid("the alias \(alias) is given twice")
        }
        try addSources(of: statement)
        readsDeleted = sources.contains { mentionsDeleted($0, statement) }
        for column in statement.columns {
            if let alias = column.alias { aliases[alias] = column.term }
        }
        try addFullTextIndexes(in: statement.condition)
        var keys: [SQLFragment] = []
        if withKeys { keys = sources.filter { $0.collection != nil }.map { "\($0.alias).key" } }
        return try compile(
            beginning(of: statement, keys + scanned(statement)),
            visiting: visitingBeginning(of: statement, keys), statement)
    }

    /// A query of documents that are visited, up to its columns, if it needs any.
    private func visitingBeginning(
        of statement: SelectStatement, _ keys: [SQLFragment]
    ) throws -> SQLFragment? {
        guard statement.asksForDocuments else { return nil }
        var compiler = self
        compiler.visitsDocuments = true
        return try compiler.beginning(of: statement, keys)
    }

    /// A query up to its columns.
    private func beginning(
        of statement: SelectStatement, _ more: [SQLFragment]
    ) throws -> SQLFragment {
        let columns = try statement.columns.map { try result($0.term) } + more
        return """
            SELECT\(statement.isDistinct ? " DISTINCT" : "") \
            \(columns.isEmpty ? "NULL" : .joined(columns, separator: ", "))
            """
    }

    /// Compiles a query of one collection whose rows are documents: sequence, flags, version, body
    /// and key.
    ///
    /// - Throws: As ``compile(_:)``.
    func compileDocuments(
        of collection: DocumentCollection, where condition: QueryTerm?,
        orderedBy ordering: [OrderingTerm] = [], limit: QueryTerm? = nil, offset: QueryTerm? = nil
    ) throws -> CompiledSelect {
        let columns: SQLFragment = "SELECT s0.sequence, s0.flags, s0.version, s0.body, s0.key"
        return try compile(
            columns, visiting: columns, of: collection, where: condition, orderedBy: ordering,
            limit: limit, offset: offset)
    }

    /// Compiles the count of the documents of a collection that a condition lets pass.
    ///
    /// - Throws: As ``compile(_:)``.
    func compileCount(
        of collection: DocumentCollection, where condition: QueryTerm?
    ) throws -> CompiledSelect {
        try compile("SELECT count(*)", visiting: nil, of: collection, where: condition)
    }

    private func compile(
        _ beginning: SQLFragment, visiting: SQLFragment?, of collection: DocumentCollection,
        where condition: QueryTerm?, orderedBy ordering: [OrderingTerm] = [],
        limit: QueryTerm? = nil, offset: QueryTerm? = nil
    ) throws -> CompiledSelect {
        let statement = SelectStatement(
            [.star], from: CollectionSource(collection.name), where: condition, orderedBy: ordering,
            limit: limit, offset: offset)
        var compiler = self
        compiler.sources = [
            CompiledSource(
                collection.name, .documents(collection, isOptional: false), number: 0)
        ]
        compiler.readsDeleted = compiler.mentionsDeleted(compiler.sources[0], statement)
        try compiler.addFullTextIndexes(in: condition)
        return try compiler.compile(beginning, visiting: visiting, statement)
    }

    /// Puts a query together.
    ///
    /// - Parameters:
    ///   - beginning: The query up to its columns.
    ///   - visiting: The same, if documents may be visited in any order for them.
    ///   - statement: The query.
    /// - Returns: The SQL.
    /// - Throws: As ``compile(_:)``.
    private func compile(
        _ beginning: SQLFragment, visiting: @autoclosure () throws -> SQLFragment?,
        _ statement: SelectStatement
    ) throws -> CompiledSelect {
        let sources = try from(statement)
        let rest = try clauses(of: statement)
        let sql: SQLFragment = "\(beginning)\(sources)\(rest)"
        guard hasPlainSource, let condition = statement.condition, statement.isUnordered,
            !condition.conjuncts.contains(where: \.namesDocuments), let visiting = try visiting()
        else { return CompiledSelect(sql) }
        let table = table(of: self.sources[0], statement)
        return CompiledSelect(
            sql,
            visit: CompiledSelect.Visit(
                numbers: "SELECT s0.rowid\(sources)\(rest)",
                rows: """
                    \(visiting) FROM fl_each(?) AS found CROSS JOIN \(table) \
                    ON s0.rowid = found.value
                    """))
    }

    // MARK: Clauses

    /// Everything behind `FROM`.
    private func clauses(of statement: SelectStatement) throws -> SQLFragment {
        var sql = SQLFragment()
        var conditions = try liveness(statement) + arrayIndexConditions(of: statement)
        if let condition = statement.condition {
            try refuseAggregates(in: condition, "WHERE")
            conditions.append(try "(\(topCondition(condition)))")
        }
        if !conditions.isEmpty {
            sql.append(" WHERE \(.joined(conditions, separator: " AND "))")
        }
        if !statement.grouping.isEmpty {
            for term in statement.grouping { try refuseAggregates(in: term, "GROUP BY") }
            let terms = try statement.grouping.map(rowTerm)
            sql.append(" GROUP BY \(.joined(terms, separator: ", "))")
        }
        if let condition = statement.groupCondition {
            guard !statement.grouping.isEmpty else {
                throw Self.invalid("HAVING needs GROUP BY")
            }
            sql.append(try " HAVING \(term(condition))")
        }
        if !statement.ordering.isEmpty {
            let terms: [SQLFragment] = try statement.ordering.map {
                let suffix: SQLFragment = $0.direction == .descending ? " DESC" : ""
                return try "\(orderingTerm($0.term, statement))\(suffix)"
            }
            sql.append(" ORDER BY \(.joined(terms, separator: ", "))")
        }
        if statement.limit != nil || statement.offset != nil {
            sql.append(try " LIMIT \(statement.limit.map { try count($0, "LIMIT") } ?? "-1")")
        }
        if let offset = statement.offset { sql.append(try " OFFSET \(count(offset, "OFFSET"))") }
        return sql
    }

    /// A term that rows are grouped or sorted by.
    ///
    /// A Boolean constant is a number to SQLite, which would take it for that of a column.
    private func rowTerm(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .literal(.boolean(let value)): return value ? "(1 = 1)" : "(1 = 0)"
        case .collated(let operand, _): if case .literal = operand { return try rowTerm(operand) }
        case .column(let name, let path) where path.isEmpty:
            switch aliases[name] {
            case .literal(let literal)?: return try rowTerm(.literal(literal))
            case .collated(.literal(let literal), _)?: return try rowTerm(.literal(literal))
            default: break
            }
        default: break
        }
        return try self.term(term)
    }

    /// What rows are sorted by: a whole number is that of a column, from 1.
    private func orderingTerm(
        _ term: QueryTerm, _ statement: SelectStatement
    ) throws -> SQLFragment {
        guard case .literal(let literal) = term, case .integer(let number) = literal else {
            return try rowTerm(term)
        }
        guard number >= 1, number <= statement.columns.count else {
            throw Self.invalid("ORDER BY \(number): there is no such column")
        }
        return try rowTerm(statement.columns[Int(number) - 1].term)
    }

    /// A number of rows; one below zero counts as zero.
    private func count(_ number: QueryTerm, _ clause: String) throws -> SQLFragment {
        if case .literal(let literal) = number {
            guard case .integer = literal else {
                throw Self.invalid("\(clause) takes a whole number")
            }
        }
        let isAboutRows = number.contains { term in
            switch term {
            case .property, .metadata, .column, .rank, .match: true
            case .call(let name, _): FunctionRule.rules[name]?.isAggregate == true
            default: false
            }
        }
        guard !isAboutRows else { throw Self.invalid("\(clause) cannot depend on documents") }
        return try "max(0, \(term(number)))"
    }

    func refuseAggregates(in term: QueryTerm, _ clause: String) throws {
        try term.refuseAggregates(in: clause, aliases)
    }

    // MARK: Columns

    /// A column: the value with its type told.
    private func result(_ column: QueryTerm) throws -> SQLFragment {
        if case .collated(_, let collation) = column, !column.isTruthValue {
            // The collation counts for DISTINCT too, which compares results.
            return try "fl_result(\(typed(column))) COLLATE \(name: collation.sqlName)"
        }
        if case .metadata(let field, _) = column, field != .deleted { return try term(column) }
        return column.isTruthValue
            ? try "fl_boolean_result(\(term(column)))" : try "fl_result(\(typed(column)))"
    }

    /// What an alias of a column stands for, or what lies below it.
    func aliased(
        _ name: String, _ path: PropertyPath, isTyped: Bool = false
    ) throws -> SQLFragment {
        guard let column = aliases[name] else {
            throw Self.invalid("there is no column \(name)")
        }
        var whole = column
        if !path.isEmpty {
            if case .property(let base, let source) = column {
                whole = .property(
                    PropertyPath(base.components + path.components), of: source)
            } else {
                whole = .member(path, of: column)
            }
        }
        let sql = isTyped ? try typed(whole) : try term(whole)
        try budget.charge(sql)
        return "(\(sql))"
    }

    static func invalid(_ message: String) -> QuireError {
        QuireError(.invalidQuery, "The query cannot be compiled: \(message).")
    }
}

/// How much SQL a statement may become.
final class CompilationBudget {
    /// The number of constants that SQLite compares with each other.
    private static let constantLimit = 1_000
    /// The number of different properties, whose paths are constants, too.
    private static let pathLimit = 4_000

    private var constantCount = 0
    private var paths: Set<PropertyPath> = []

    /// Counts a constant.
    ///
    /// - Returns: Whether it can be one for SQLite, too.
    func countConstant() -> Bool {
        constantCount += 1
        return constantCount <= Self.constantLimit
    }

    /// Counts a property.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if there are too many.
    func count(_ path: PropertyPath) throws {
        guard paths.count >= Self.pathLimit else {
            paths.insert(path)
            return
        }
        if !paths.contains(path) {
            throw QueryCompiler.invalid("it has more than \(Self.pathLimit) different properties")
        }
    }

    // What a statement may be long, so that one which is repeated without end is stopped early.
    private var remaining = 4 << 20

    func charge(_ sql: SQLFragment) throws {
        remaining -= sql.text.string.utf8.count
        if remaining < 0 { throw QueryCompiler.invalid("its columns are named too often") }
    }
}
