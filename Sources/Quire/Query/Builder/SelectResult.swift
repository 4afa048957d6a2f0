import SQLPlusPlus

/// What a column of a built query's rows is made from.
public protocol SelectResultProtocol: Sendable {
    /// The column.
    var result: SelectResult { get }
}

/// A column of a built query's rows.
///
/// Its title is the alias, else the last name of a property's path, else the name of the metadata,
/// else `$1`, `$2`… counted over the untitled columns.
public struct SelectResult: SelectResultProtocol {
    let column: Result<ResultColumn, QuireError>

    /// The column itself.
    public var result: SelectResult { self }

    /// Makes a column of a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The column.
    public static func property(_ property: String) -> SelectResult {
        expression(QueryExpression.property(property))
    }

    /// Makes a column of an expression.
    ///
    /// - Parameter expression: The expression.
    /// - Returns: The column.
    public static func expression(_ expression: any ExpressionProtocol) -> SelectResult {
        SelectResult(column: expression.expression.term.map { ResultColumn($0) })
    }

    /// Makes a column of whole documents, titled by the alias of their source, else by the name of
    /// their collection.
    ///
    /// - Returns: The column.
    public static func all() -> All { All() }

    /// Titles the column.
    ///
    /// - Parameter alias: The title, by which other clauses may name the column; `nil` for that
    ///   which the column has by itself.
    /// - Returns: The column with the title.
    public func `as`(_ alias: String?) -> SelectResult {
        SelectResult(column: column.map { ResultColumn($0.term, as: alias) })
    }

    /// A column of whole documents.
    public struct All: SelectResultProtocol {
        /// The column.
        public var result: SelectResult { .expression(QueryExpression.all()) }

        /// Says which documents are meant.
        ///
        /// - Parameter alias: The name of their source; `nil` if there is only one.
        /// - Returns: The column.
        public func from(_ alias: String?) -> SelectResult {
            guard let alias else { return result }
            return .expression(QueryExpression.all().from(alias))
        }
    }
}
