import Quire
import SQLPlusPlus

/// The clauses of a built query.
struct QueryClauses {
    var isDistinct = false
    var columns: [SelectResult] = []
    var source: DataSource?
    var joins: [Join] = []
    var condition: Expression?
    var grouping: [Expression] = []
    var groupCondition: Expression?
    var orderings: [Ordering] = []
    var limit: Expression?
    var offset: Expression?

    init() {}

    init(_ columns: [SelectResult], isDistinct: Bool) {
        self.columns = columns
        self.isDistinct = isDistinct
    }

    /// Creates the statement.
    ///
    /// - Returns: The statement, and the database that it reads.
    /// - Throws: ``QuireError`` with code `invalidQuery` if there is no data source, if data
    ///   sources are in different databases, or if an expression is invalid.
    func statement() throws -> (statement: SelectStatement, database: Quire.Database) {
        guard let source else {
            throw QuireError(
                .invalidQuery, "The query has no data source. Call from(_:) after select(_:).")
        }
        let database = source.collection.database
        for join in joins where join.source.collection.database !== database {
            throw QuireError(
                .invalidQuery,
                "The query joins collections of the databases \(join.source.collection.database.name) "
                    + "and \(database.name).")
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

    /// The columns of a query that specifies no columns.
    private static let defaultColumns = [
        ResultColumn(.metadata(.id, of: nil)), ResultColumn(.metadata(.sequence, of: nil)),
    ]
}
