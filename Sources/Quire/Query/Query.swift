import SQLPlusPlus

/// A query in SQL++, ready to run any number of times.
///
/// ```swift
/// let query = try database.createQuery(
///     "SELECT name, room_rate FROM _ WHERE type = 'hotel' ORDER BY room_rate LIMIT 20")
/// for row in try query.execute() { print(row.toJSON()) }
/// ```
public class Query {
    /// The database that is asked.
    public let database: Database

    private let statement: SelectStatement
    private let sql: SQLFragment

    /// The values of the query's `$parameters`, by name.
    public var parameters: Parameters?

    init(_ statement: SelectStatement, database: Database) throws {
        self.database = database
        self.statement = statement
        let collection = try database.collection(namedIn: statement.source)
        var compiler = collection.compiler
        sql = try compiler.compile(statement)
    }

    /// Runs the query and reads all of its rows.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees. Changes made
    /// later do not show in the rows.
    ///
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQueryParameter` if a parameter has no value,
    ///   `invalidQuery` if a value cannot be computed, `corruptData`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func execute() throws -> ResultSet {
        let titles = statement.columnTitles
        return try database.readSnapshot { connection in
            let running = try connection.sqlite.prepare(sql.text, purpose: "run a query")
            try sql.bind(to: running, parameters)
            var recorder = RowRecorder(titles: titles)
            while try running.step() {
                try recorder.record(running, keys: connection.keys)
            }
            return try recorder.finish()
        }
    }
}

extension Query: CustomStringConvertible {
    /// The query's text in its canonical form.
    public var description: String { statement.description }
}

extension Database {
    /// Makes a query of SQL++ text.
    ///
    /// - Parameter text: A `SELECT` statement. `_` and `_default` name the default collection.
    /// - Returns: The query.
    /// - Throws: ``QuireError`` with code `invalidQuery`; the message says where in the text and what
    ///   was expected there. With code `notOpen` if the database is closed.
    /// - Complexity: O(*n*) in the length of the text.
    public func createQuery(_ text: String) throws -> Query {
        do {
            return try Query(SelectStatement.parse(text), database: self)
        } catch let error as SQLPlusPlusError {
            throw QuireError(
                .invalidQuery, "The query cannot be parsed: \(error)", underlyingError: error)
        }
    }

    /// The collection that a query reads from.
    fileprivate func collection(namedIn source: DataSource) throws -> DocumentCollection {
        let defaultNames = ["_", DocumentCollection.defaultCollectionName, name]
        let isDefault =
            source.scope == nil
            ? defaultNames.contains(source.collection)
            : source.scope == DocumentCollection.defaultScopeName
                && source.collection == DocumentCollection.defaultCollectionName
        guard isDefault else {
            let scope = source.scope.map { $0 + "." } ?? ""
            throw QuireError(
                .invalidQuery,
                "The query reads from \(scope)\(source.collection), which database \(name) has not."
            )
        }
        return try defaultCollection()
    }
}

extension DocumentCollection {
    /// The compiler of queries on this collection.
    var compiler: QueryCompiler {
        QueryCompiler(keyStore: keyStore, skipsDeleted: database.mayHaveDeletedAmongLive)
    }
}
