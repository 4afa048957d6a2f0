/// A value that rows are sorted by.
public struct OrderingTerm: Hashable, Sendable {
    /// A direction of sorting.
    public enum Direction: Hashable, Sendable {
        /// From the least value to the greatest; MISSING comes first.
        case ascending

        /// From the greatest value to the least; MISSING comes last.
        case descending
    }

    /// The value to sort by.
    public var term: QueryTerm

    /// The direction to sort in.
    public var direction: Direction

    /// Creates an ordering term.
    ///
    /// - Parameters:
    ///   - term: The value to sort by.
    ///   - direction: The direction to sort in.
    public init(_ term: QueryTerm, _ direction: Direction = .ascending) {
        self.term = term
        self.direction = direction
    }
}
