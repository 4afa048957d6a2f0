/// A choice by conditions: `CASE [operand] WHEN … THEN … [ELSE …] END`.
public struct CaseTerm: Hashable, Sendable {
    /// A `WHEN` with its `THEN`.
    public struct Branch: Hashable, Sendable {
        /// The condition, or the value to compare the operand with if there is one.
        public var condition: QueryTerm

        /// The result if this branch is the first that applies.
        public var result: QueryTerm

        /// Creates a branch.
        ///
        /// - Parameters:
        ///   - condition: The condition, or the value to compare the operand with.
        ///   - result: The result if this branch is the first that applies.
        public init(when condition: QueryTerm, then result: QueryTerm) {
            self.condition = condition
            self.result = result
        }
    }

    /// The term that the branches' values are compared with, or `nil`.
    public var operand: QueryTerm?

    /// The branches in the order in which they are tried; at least one.
    public var branches: [Branch]

    /// The result if no branch applies, or `nil` for NULL.
    public var otherwise: QueryTerm?

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - operand: The term that the branches' values are compared with, or `nil`.
    ///   - branches: The branches in the order in which they are tried; at least one.
    ///   - otherwise: The result if no branch applies, or `nil` for NULL.
    public init(
        of operand: QueryTerm? = nil, _ branches: [Branch], otherwise: QueryTerm? = nil
    ) {
        self.operand = operand
        self.branches = branches
        self.otherwise = otherwise
    }
}
