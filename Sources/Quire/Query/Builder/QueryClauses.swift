import SQLPlusPlus

/// What a query is built of, before it is a statement.
struct QueryClauses {
    var isDistinct = false
    var columns: [SelectResult] = []
    var source: DataSource?
    var joins: [Join] = []
    var condition: QueryExpression?
    var grouping: [QueryExpression] = []
    var groupCondition: QueryExpression?
    var orderings: [Ordering] = []
    var limit: QueryExpression?
    var offset: QueryExpression?

    init() {}

    init(_ columns: [SelectResult], isDistinct: Bool) {
        self.columns = columns
        self.isDistinct = isDistinct
    }

    /// Makes the statement that SQL++ text would be read as.
    ///
    /// - Returns: The statement, and the database that is asked.
    /// - Throws: ``QuireError`` with code `invalidQuery` if there is no source, if two are of
    ///   different databases, or if an expression is none.
    func statement() throws -> (statement: SelectStatement, database: Database) {
        guard let source else {
            throw QuireError(.invalidQuery, "The query does not say what it reads from.")
        }
        let database = source.collection.database
        for join in joins where join.source.collection.database !== database {
            throw QuireError(
                .invalidQuery,
                "The query joins \(join.source.collection.place) to "
                    + "\(source.collection.place), which is another one.")
        }
        let statement = SelectStatement(
            try columns.isEmpty ? Self.defaultColumns : columns.map { try $0.column.get() },
            from: source.term,
            joining: try joins.map { try $0.term() },
            where: try condition?.term.get(),
            groupedBy: try grouping.map { try $0.term.get() },
            having: try groupCondition?.term.get(),
            orderedBy: try orderings.map { try $0.term() },
            limit: try limit?.term.get(),
            offset: try offset?.term.get(),
            isDistinct: isDistinct)
        return (statement.resolvingNames(), database)
    }

    /// The columns of a query that names none.
    private static let defaultColumns = [
        ResultColumn(.metadata(.id, of: nil)), ResultColumn(.metadata(.sequence, of: nil)),
    ]
}
