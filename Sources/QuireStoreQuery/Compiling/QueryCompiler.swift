import SQLPlusPlus

/// A compiler of query trees to SQL on the tables of collections.
///
/// `SQLiteResult.swift` describes how values are represented in SQL. A missing value is NULL, so
/// the three-valued logic of SQL is that of the query language. Null is an ordinary value: a blob
/// without bytes.
struct QueryCompiler {
    let database: Database
    /// The sources of the statement in order.
    var sources: [CompiledSource] = []
    /// The terms of the statement's column aliases.
    var aliases: [String: QueryTerm] = [:]
    /// The SQL of the variables of quantified conditions.
    var variables: [String: SQLFragment] = [:]
    /// The number of quantified conditions that enclose the current term.
    var quantifierDepth = 0
    /// The full-text indexes that the statement uses.
    var fullText: [FullTextUse] = []
    /// The index of vectors that the statement uses.
    var nearest: NearestUse?
    /// The lazy index from which the statement reads distances.
    var lazyIndex: LazyIndexUse?
    /// The name that Couchbase Lite gives to the table of the index that the statement searches.
    var searchedTable: String?
    /// Whether the statement also reads deleted documents.
    ///
    /// The rows of its source then have no row IDs.
    var readsDeleted = false
    let budget = CompilationBudget()
    /// The indexed expressions, or `nil` while an expression of an index is compiled.
    var indexedExpressions: IndexedExpressions? = IndexedExpressions()
    /// Whether terms have the results that indexes store, if these differ from the results of
    /// queries.
    var usesStoredResults = false
    /// Whether rows with equal values have the order of the documents in their table.
    ///
    /// It requires a statement with one source. The rows then end with their row IDs.
    var ordersByRow = false
    /// Whether the statement is the second step of a query, which reads documents and no indexes.
    var visitsDocuments = false
    /// Whether the evaluator checks conditions on properties that no index contains.
    ///
    /// Tests turn it off to compare the evaluator with SQL.
    var evaluatesConditions = true
    var dictionaryEquality: DictionaryEquality

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - database: The database with the collections of the queries.
    ///   - parameters: The values of the parameters. The compiled query can be run with other
    ///     values if neither these nor the other values contain dictionaries.
    init(database: Database, parameters: ParameterValues = ParameterValues()) {
        self.database = database
        dictionaryEquality = DictionaryEquality(parameters)
    }

    // MARK: Statements

    /// Compiles a query whose rows contain its columns.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - withKeys: Whether the rows end with the IDs of their documents, one for each collection.
    /// - Returns: The compiled query.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement is not valid,
    ///   `missingIndex` if a full-text index doesn't exist.
    mutating func compile(
        _ statement: SelectStatement, withKeys: Bool = false
    ) throws -> CompiledSelect {
        if let alias = statement.conflictingAlias {
            throw QuireError.invalidQuery("the alias \(alias) is used twice")
        }
        try addSources(of: statement)
        let statement = try addNearestIndex(to: statement)
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

    /// Returns the second step of a query up to its columns, or `nil` if the query doesn't read
    /// documents.
    private func visitingBeginning(
        of statement: SelectStatement, _ keys: [SQLFragment]
    ) throws -> SQLFragment? {
        guard statement.needsDocuments else { return nil }
        var compiler = self
        compiler.visitsDocuments = true
        return try compiler.beginning(of: statement, keys)
    }

    /// Returns a query up to its columns.
    private func beginning(
        of statement: SelectStatement, _ more: [SQLFragment]
    ) throws -> SQLFragment {
        let columns =
            try statement.columns.map {
                try result($0.term, comparesContents: statement.isDistinct)
            } + more
        return """
            SELECT\(statement.isDistinct ? " DISTINCT" : "") \
            \(columns.isEmpty ? "NULL" : .joined(columns, separator: ", "))
            """
    }

    /// Compiles a query whose rows are the documents of a collection, with the joins of a statement.
    ///
    /// The columns are sequence, flags, version, body and key.
    ///
    /// - Throws: The errors of ``compile(_:)``.
    func compileDocuments(
        of collection: DocumentCollection, selectedBy statement: SelectStatement
    ) throws -> CompiledSelect {
        let columns: SQLFragment =
            ordersByRow ? "\(Self.documentColumns), s0.rowid" : Self.documentColumns
        return try compile(columns, visiting: columns, of: collection, selectedBy: statement)
    }

    /// Compiles a query whose rows are documents of a collection, with the joins of a statement.
    ///
    /// - Parameters:
    ///   - beginning: The query up to its columns.
    ///   - visiting: The same text for the second step of a query in two steps, or `nil` if the
    ///     query cannot run in two steps.
    ///   - collection: The collection whose documents are the rows.
    ///   - statement: The query.
    /// - Returns: The compiled query.
    /// - Throws: The errors of ``compile(_:withKeys:)``.
    func compile(
        _ beginning: SQLFragment, visiting: SQLFragment?, of collection: DocumentCollection,
        selectedBy statement: SelectStatement
    ) throws -> CompiledSelect {
        guard !statement.joinClauses.isEmpty else {
            return try compile(
                beginning, visiting: visiting, of: collection, where: statement.condition,
                orderedBy: statement.ordering, limit: statement.limit, offset: statement.offset)
        }
        var compiler = self
        try compiler.addSources(of: statement)
        let statement = try compiler.addNearestIndex(to: statement)
        compiler.readsDeleted = compiler.sources.contains {
            compiler.mentionsDeleted($0, statement)
        }
        try compiler.addFullTextIndexes(in: statement.condition)
        return try compiler.compile(beginning, visiting: nil, statement)
    }

    /// The beginning of a query whose rows are documents.
    static var documentColumns: SQLFragment {
        "SELECT s0.sequence, s0.flags, s0.version, s0.body, s0.key"
    }

    /// Compiles a query for the number of documents in a collection that satisfy a condition.
    ///
    /// - Throws: The errors of ``compile(_:)``.
    func compileCount(
        of collection: DocumentCollection, where condition: QueryTerm?
    ) throws -> CompiledSelect {
        try compile("SELECT count(*)", visiting: nil, of: collection, where: condition)
    }

    /// Compiles a query whose rows are documents of a collection.
    ///
    /// - Parameters:
    ///   - beginning: The query up to its columns.
    ///   - visiting: The same text for the second step of a query in two steps, or `nil` if the
    ///     query cannot run in two steps.
    ///   - collection: The collection whose documents are the rows.
    ///   - condition: The condition of the query.
    ///   - ordering: The order of the query.
    ///   - limit: The maximum number of rows.
    ///   - offset: The number of rows to skip.
    /// - Returns: The compiled query.
    /// - Throws: The errors of ``compile(_:withKeys:)``.
    private func compile(
        _ beginning: SQLFragment, visiting: SQLFragment?, of collection: DocumentCollection,
        where condition: QueryTerm?, orderedBy ordering: [OrderingTerm] = [],
        limit: QueryTerm? = nil, offset: QueryTerm? = nil
    ) throws -> CompiledSelect {
        let whole = SelectStatement(
            [.star], from: CollectionSource(collection.name), where: condition, orderedBy: ordering,
            limit: limit, offset: offset)
        var compiler = self
        compiler.sources = [
            CompiledSource(
                collection.name, .documents(collection, isOptional: false), number: 0)
        ]
        let statement = try compiler.addNearestIndex(to: whole)
        compiler.readsDeleted = compiler.mentionsDeleted(compiler.sources[0], statement)
        try compiler.addFullTextIndexes(in: condition)
        return try compiler.compile(beginning, visiting: visiting, statement)
    }

    /// Assembles a query.
    ///
    /// - Parameters:
    ///   - beginning: The query up to its columns.
    ///   - visiting: The same text for the second step of a query in two steps, or `nil` if the
    ///     query cannot run in two steps.
    ///   - statement: The query.
    /// - Returns: The compiled query.
    /// - Throws: The errors of ``compile(_:)``.
    private func compile(
        _ beginning: SQLFragment, visiting: @autoclosure () throws -> SQLFragment?,
        _ statement: SelectStatement
    ) throws -> CompiledSelect {
        let sources = try from(statement)
        let rest = try clauses(of: statement)
        let sql: SQLFragment = "\(beginning)\(sources)\(rest)"
        guard hasPlainSource, let condition = statement.condition, statement.isUnordered,
            !Self.isScan(rest), !condition.conjuncts.contains(where: \.namesDocuments),
            let visiting = try visiting()
        else { return CompiledSelect(sql) }
        let table = table(of: self.sources[0], statement)
        return CompiledSelect(
            sql,
            rowIDScan: CompiledSelect.RowIDScan(
                numbers: "SELECT s0.rowid\(sources)\(rest)",
                rows: """
                    \(visiting) FROM fl_each(?) AS found CROSS JOIN \(table) \
                    ON s0.rowid = found.value
                    """))
    }

    // MARK: Clauses

    /// Returns the SQL of the clauses after `FROM`.
    private func clauses(of statement: SelectStatement) throws -> SQLFragment {
        var sql = SQLFragment()
        let conditions = try self.conditions(in: statement)
        if !conditions.isEmpty {
            sql.append(" WHERE \(.joined(conditions, separator: " AND "))")
        }
        if !statement.grouping.isEmpty {
            for term in statement.grouping { try rejectAggregates(in: term, "GROUP BY") }
            let terms = try statement.grouping.map(groupingTerm)
            sql.append(" GROUP BY \(.joined(terms, separator: ", "))")
        }
        if let condition = statement.groupCondition {
            guard !statement.grouping.isEmpty else {
                throw QuireError.invalidQuery("HAVING requires GROUP BY")
            }
            sql.append(try " HAVING \(term(condition))")
        }
        var terms: [SQLFragment] = try statement.ordering.map {
            let suffix: SQLFragment = $0.direction == .descending ? " DESC" : ""
            return try "\(orderingTerm($0.term, statement))\(suffix)"
        }
        if ordersByRow, !statement.isUnordered { terms.append("s0.rowid") }
        if !terms.isEmpty {
            sql.append(" ORDER BY \(.joined(terms, separator: ", "))")
        }
        if statement.limit != nil || statement.offset != nil {
            sql.append(try " LIMIT \(statement.limit.map { try count($0, "LIMIT") } ?? "-1")")
        }
        if let offset = statement.offset { sql.append(try " OFFSET \(count(offset, "OFFSET"))") }
        return sql
    }

    /// Returns the SQL of the conditions of the `WHERE` clause.
    func conditions(in statement: SelectStatement) throws -> [SQLFragment] {
        var conditions =
            try liveness(statement) + arrayIndexConditions(of: statement)
            + arrayIndexConditions(ofMembershipsIn: statement)
        if let condition = statement.condition {
            try rejectAggregates(in: condition, "WHERE")
            conditions += try self.conditions(of: condition)
        }
        if let nearest { conditions.append("\(nearest.source.alias).rowid = n0.value") }
        return conditions
    }

    /// Returns the SQL of a term by which rows are grouped.
    ///
    /// SQLite compares groups by their bytes, see `DictionaryEquality.swift`.
    private func groupingTerm(_ term: QueryTerm) throws -> SQLFragment {
        let sql = try rowTerm(term)
        return hasSeveralForms(term) ? "quire_contents(\(sql))" : sql
    }

    /// Returns whether equal dictionaries that a term returns can have different bytes.
    private func hasSeveralForms(_ term: QueryTerm) -> Bool {
        // The result of this function is in canonical form.
        if case .call("WITH_DEFAULTS", _) = term { return false }
        return dictionaryEquality.form(of: term, aliases) == .other
    }

    /// Returns the SQL of a term by which rows are grouped or sorted.
    ///
    /// SQLite treats a Boolean constant as a number, and would use it as the number of a column.
    private func rowTerm(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .literal(.boolean(let value)): value ? "(1 = 1)" : "(1 = 0)"
        case .unary(.negate, let operand) where isConstant(operand):
            try "(-\(rowTerm(operand)))"
        case .collated(let operand, _) where isConstant(operand): try rowTerm(operand)
        case .column(let name, let path) where path.isEmpty && isConstant(term):
            try rowTerm(aliases[name] ?? term)
        default: try self.term(term)
        }
    }

    /// Returns whether a term is a literal, or the negation of one.
    private func isConstant(_ term: QueryTerm) -> Bool {
        switch term {
        case .literal: true
        case .unary(.negate, let operand), .collated(let operand, _): isConstant(operand)
        case .column(let name, let path) where path.isEmpty:
            // An alias cannot refer to another alias.
            switch aliases[name] {
            case .column?, nil: false
            case let term?: isConstant(term)
            }
        default: false
        }
    }

    /// Returns the SQL of a term by which rows are sorted.
    ///
    /// An integer is the number of a column, beginning with 1.
    private func orderingTerm(
        _ term: QueryTerm, _ statement: SelectStatement
    ) throws -> SQLFragment {
        guard case .literal(let literal) = term, case .integer(let number) = literal else {
            return try rowTerm(term)
        }
        guard number >= 1, number <= statement.columns.count else {
            throw QuireError.invalidQuery("ORDER BY \(number): there is no such column")
        }
        return try rowTerm(statement.columns[Int(number) - 1].term)
    }

    /// Returns the SQL of a number of rows.
    ///
    /// A negative number counts as zero.
    func count(_ number: QueryTerm, _ clause: String) throws -> SQLFragment {
        if case .literal(let literal) = number {
            guard case .integer = literal else {
                throw QuireError.invalidQuery("\(clause) takes an integer")
            }
        }
        let isAboutRows = number.contains { term in
            switch term {
            case .property, .metadata, .column, .rank, .match: true
            case .call: term.isAggregate
            default: false
            }
        }
        guard !isAboutRows else {
            throw QuireError.invalidQuery("\(clause) cannot depend on documents")
        }
        return try "max(0, \(term(number)))"
    }

    func rejectAggregates(in term: QueryTerm, _ clause: String) throws {
        try term.rejectAggregates(in: clause, aliases)
    }

    // MARK: Columns

    /// Returns the SQL of a column with the type of its value.
    ///
    /// - Parameters:
    ///   - column: The term of the column.
    ///   - comparesContents: Whether equal dictionaries must have equal bytes.
    /// - Returns: The SQL.
    /// - Throws: The errors of `term(_:)`.
    private func result(_ column: QueryTerm, comparesContents: Bool) throws -> SQLFragment {
        let value =
            try comparesContents && hasSeveralForms(column) ? contents(of: column) : typed(column)
        if case .collated(_, let collation) = column, !column.isTruthValue {
            // The collation also applies to DISTINCT, which compares the results.
            return "fl_result(\(value)) COLLATE \(name: collation.sqlName)"
        }
        if case .metadata(let field, _) = column, field != .deleted { return try term(column) }
        return column.isTruthValue
            ? try "fl_boolean_result(\(term(column)))" : "fl_result(\(value))"
    }

    /// Returns the SQL of the term with an alias, or of a property below it.
    func aliased(
        _ name: String, _ path: PropertyPath, isTyped: Bool = false
    ) throws -> SQLFragment {
        guard let column = aliases[name] else {
            throw QuireError.invalidQuery("there is no column \(name)")
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
}

/// A limit for the SQL of a statement.
final class CompilationBudget {
    /// The maximum number of constants that SQLite compares with each other.
    private static let constantLimit = 1_000
    /// The maximum number of different properties, whose paths are constants in SQL as well.
    private static let pathLimit = 4_000

    private var constantCount = 0
    private var paths: Set<PropertyPath> = []

    /// Counts a constant.
    ///
    /// - Returns: Whether the value may be a constant in SQL.
    func countConstant() -> Bool {
        constantCount += 1
        return constantCount <= Self.constantLimit
    }

    /// Counts a property.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the limit is exceeded.
    func count(_ path: PropertyPath) throws {
        guard paths.count >= Self.pathLimit else {
            paths.insert(path)
            return
        }
        if !paths.contains(path) {
            throw QuireError.invalidQuery("it has more than \(Self.pathLimit) different properties")
        }
    }

    // The remaining length of SQL for repeated terms. The limit stops the exponential growth of
    // nested aliases early.
    private var remaining = 4 << 20

    func charge(_ sql: SQLFragment) throws {
        remaining -= sql.text.string.utf8.count
        if remaining < 0 { throw QuireError.invalidQuery("its aliases are used too often") }
    }
}
