import Quire
import SQLPlusPlus

/// A column of the rows of a query.
///
/// ```swift
/// let columns: [any SelectResultProtocol] = [
///     SelectResult.expression(Meta.id), SelectResult.property("name"),
/// ]
/// let query = QueryBuilder.select(columns).from(source)
/// ```
public protocol SelectResultProtocol: Sendable {
    /// The column.
    var result: SelectResult { get }
}

/// A column that can be given an alias.
///
/// ```swift
/// let rate: any SelectResultAs = SelectResult.property("rate")
/// let query = QueryBuilder.select(rate.as("price")).from(source)
/// ```
public protocol SelectResultAs: SelectResultProtocol {
    /// Sets the name of the column.
    ///
    /// - Parameter alias: The name, by which other clauses can refer to the column; `nil` for the
    ///   default name.
    /// - Returns: The column with the name.
    func `as`(_ alias: String?) -> any SelectResultProtocol
}

/// A column of whole documents.
///
/// ```swift
/// let hotel: any SelectResultFrom = SelectResult.all()
/// let query = QueryBuilder.select(hotel.from("h")).from(source.as("h"))
/// ```
public protocol SelectResultFrom: SelectResultProtocol {
    /// Sets the data source whose documents the column contains.
    ///
    /// - Parameter alias: The alias of the data source; `nil` if there is only one.
    /// - Returns: The column.
    func from(_ alias: String?) -> any SelectResultProtocol
}

/// A column of the rows of a query.
///
/// The name of a column is its alias. Without an alias, a property has the last component of its
/// path as its name, and metadata has the name of its field. All other columns have the names `$1`,
/// `$2` … in their order.
///
/// ```swift
/// let city = SelectResult.property("city")
/// let rate = SelectResult.expression(Function.round(Expression.property("rate"))).as("price")
/// let query = QueryBuilder.select(city, rate).from(DataSource.collection(hotels))
/// ```
public struct SelectResult: SelectResultAs {
    let column: Swift.Result<ResultColumn, QuireError>

    /// The column itself.
    public var result: SelectResult { self }

    /// Returns a column of a property.
    ///
    /// - Parameter property: The property's path, such as `address.city`.
    /// - Returns: The column.
    public static func property(_ property: String) -> any SelectResultAs {
        expression(Expression.property(property))
    }

    /// Returns a column of an expression.
    ///
    /// - Parameter expression: The value of the column in each row.
    /// - Returns: The column.
    public static func expression(_ expression: any ExpressionProtocol) -> any SelectResultAs {
        SelectResult(expression)
    }

    /// Returns a column of whole documents.
    ///
    /// Its name is the alias of the data source or, without an alias, the name of the collection.
    ///
    /// - Returns: The column.
    public static func all() -> any SelectResultFrom { WholeDocuments() }

    fileprivate init(_ expression: any ExpressionProtocol) {
        self.init(column: expression.expression.term.map { ResultColumn($0) })
    }

    private init(column: Swift.Result<ResultColumn, QuireError>) {
        self.column = column
    }

    /// Sets the name of the column.
    ///
    /// - Parameter alias: The name, by which other clauses can refer to the column; `nil` for the
    ///   default name.
    /// - Returns: The column with the name.
    public func `as`(_ alias: String?) -> any SelectResultProtocol {
        SelectResult(column: column.map { ResultColumn($0.term, as: alias) })
    }
}

private struct WholeDocuments: SelectResultFrom {
    var result: SelectResult { SelectResult(Expression.all()) }

    func from(_ alias: String?) -> any SelectResultProtocol {
        guard let alias else { return result }
        return SelectResult(Expression.all().from(alias))
    }
}
