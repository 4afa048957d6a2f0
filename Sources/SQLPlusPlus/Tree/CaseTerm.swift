/// A conditional expression: `CASE [operand] WHEN … THEN … [ELSE …] END`.
///
/// ```swift
/// let category = CaseTerm(
///     [CaseTerm.Branch(when: isCheap, then: .literal(.string("budget")))],
///     otherwise: .literal(.string("standard")))
/// ```
public struct CaseTerm: Hashable, Sendable {
    /// A `WHEN` clause with its `THEN` clause.
    ///
    /// ```swift
    /// let cheap = CaseTerm.Branch(when: isCheap, then: .literal(.string("budget")))
    /// ```
    public struct Branch: Hashable, Sendable {
        /// The condition, or the value to compare with the operand if there is one.
        public var condition: QueryTerm

        /// The result if this is the first matching branch.
        public var result: QueryTerm

        /// Creates a branch.
        ///
        /// - Parameters:
        ///   - condition: The condition, or the value to compare with the operand.
        ///   - result: The result if this is the first matching branch.
        public init(when condition: QueryTerm, then result: QueryTerm) {
            self.condition = condition
            self.result = result
        }
    }

    /// The term to compare with the values of the branches, or `nil`.
    public var operand: QueryTerm?

    /// The branches in the order of their evaluation.
    ///
    /// There is at least one.
    public var branches: [Branch]

    /// The result if no branch matches.
    ///
    /// `nil` means NULL.
    public var otherwise: QueryTerm?

    /// Creates a conditional expression.
    ///
    /// - Parameters:
    ///   - operand: The term to compare with the values of the branches, or `nil`.
    ///   - branches: The branches in the order of their evaluation. There must be at least one.
    ///   - otherwise: The result if no branch matches. `nil` means NULL.
    public init(
        of operand: QueryTerm? = nil, _ branches: [Branch], otherwise: QueryTerm? = nil
    ) {
        self.operand = operand
        self.branches = branches
        self.otherwise = otherwise
    }
}
