import SQLPlusPlus

/// A source that is joined to others, and how.
public struct Join: Sendable {
    let source: DataSource
    private let kind: FurtherSource.JoinKind
    private var condition: QueryExpression?

    /// Joins the pairs that meet a condition.
    ///
    /// - Parameter source: The other source.
    /// - Returns: The join, which needs a condition by ``on(_:)``.
    public static func join(_ source: DataSource) -> Join { innerJoin(source) }

    /// Joins the pairs that meet a condition.
    ///
    /// - Parameter source: The other source.
    /// - Returns: The join, which needs a condition by ``on(_:)``.
    public static func innerJoin(_ source: DataSource) -> Join {
        Join(source: source, kind: .inner)
    }

    /// Joins the pairs that meet a condition, and gives once what has no partner.
    ///
    /// - Parameter source: The other source, whose values are missing where there is no partner.
    /// - Returns: The join, which needs a condition by ``on(_:)``.
    public static func leftJoin(_ source: DataSource) -> Join {
        Join(source: source, kind: .left)
    }

    /// Joins the pairs that meet a condition, and gives once what has no partner.
    ///
    /// - Parameter source: The other source, whose values are missing where there is no partner.
    /// - Returns: The join, which needs a condition by ``on(_:)``.
    public static func leftOuterJoin(_ source: DataSource) -> Join { leftJoin(source) }

    /// Joins all pairs; there is no condition.
    ///
    /// - Parameter source: The other source.
    /// - Returns: The join.
    public static func crossJoin(_ source: DataSource) -> Join {
        Join(source: source, kind: .cross)
    }

    /// Says which pairs are meant.
    ///
    /// - Parameter expression: The condition that a pair must meet.
    /// - Returns: The join with the condition.
    public func on(_ expression: any ExpressionProtocol) -> Join {
        var join = self
        join.condition = expression.expression
        return join
    }

    func term() throws -> FurtherSource {
        .join(kind, source.term, on: try condition?.term.get())
    }
}
