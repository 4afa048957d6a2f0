/// A column of a query's rows.
public struct ResultColumn: Hashable, Sendable {
    /// What the column holds.
    ///
    /// `*` is the property with the empty path: the whole document. A name in it is never that of
    /// another column.
    public var term: QueryTerm

    /// The name after `AS`, or `nil`.
    public var alias: String?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - term: What the column holds.
    ///   - alias: The name of the column, or `nil` to let the term give it.
    public init(_ term: QueryTerm, as alias: String? = nil) {
        self.term = term
        self.alias = alias
    }

    /// The column that holds whole documents: `*`.
    public static var star: ResultColumn { ResultColumn(.star) }
}
