import Fleece
package import SQLPlusPlus

/// A node of a prepared term.
///
/// The numbers of operands are indices of ``PreparedTerm/nodes``.
package enum TermNode {
    /// The operands in consecutive elements of ``PreparedTerm/operands``.
    package struct Children {
        let start: Int
        let count: Int
    }

    /// A comparison of two values.
    ///
    /// The result is missing if an operand is missing, except for `same`.
    package enum Comparison {
        case equal
        case notEqual
        case lessThan
        case lessThanOrEqual
        case greaterThan
        case greaterThanOrEqual
        /// The operator `IS`, which treats missing as a value.
        case same

        /// Whether the comparison tests whether its operands are equal.
        var isEquality: Bool { self == .equal || self == .notEqual || self == .same }
    }

    /// A term with an unknown value.
    case unknown
    /// A value in ``PreparedTerm/constants``.
    case constant(Int)
    /// The value of a property, by its number in ``PropertyLocations``.
    case property(Int)
    /// The whole document.
    case document
    case metadata(MetadataField)
    /// A value that the engine computed, by its number in the document.
    case computed(Int)
    /// The current item of a quantified condition, in ``Evaluation/variables``.
    case variable(Int)
    /// The value inside an operand at a path in ``PreparedTerm/paths``.
    case member(of: Int, path: Int)
    /// A value in ``Evaluation/aggregates``.
    case aggregate(Int)
    case not(Int)
    /// The operator `AND`.
    case all(Children)
    /// The operator `OR`.
    case any(Children)
    case compare(Comparison, Int, Int)
    /// A comparison with a conversion or a collation, which is in the adjustments of the term.
    case compareAdjusted(Comparison, Int, Int, adjustment: Int)
    case test(NullTest, Int)
    /// The operator `IN` for a list of terms.
    case oneOf(Int, Children, adjustment: Int?)
    /// Whether a query has rows, by the number of the query.
    case exists(Int)
    case quantified(QuantifiedTerm.Quantifier, variable: Int, in: Int, satisfies: Int)
    case negate(Int)
    /// An operator that is applied to the operands from left to right.
    case arithmetic(BinaryOperator, Children)
    /// The result for the first condition that is true.
    case choice(conditions: Children, results: Children, otherwise: Int)
    /// A call of a function, by its number among the calls of the term.
    case call(Int, Children)
}

/// The conversion of operands before a comparison.
///
/// SQLite converts operands in the same way if one of them is a typed column.
package struct OperandAdjustment: Sendable {
    /// The column type of a term.
    package enum Affinity: Sendable {
        case none
        /// A string column.
        ///
        /// A number that is compared with it is converted to a string.
        case text
        /// An integer column.
        ///
        /// A numeric string that is compared with it is converted to a number.
        case numeric
    }

    package enum Conversion: Sendable {
        case none
        case leftToText
        case rightToText
        case leftToNumber
        case rightToNumber
    }

    package let conversion: Conversion
    package let collation: StringCollation?

    package init(_ left: Affinity, _ right: Affinity, collation: StringCollation?) {
        self.collation = collation
        conversion =
            switch (left, right) {
            case (.numeric, .numeric), (.none, .none), (.text, .text): .none
            case (.numeric, _): .rightToNumber
            case (_, .numeric): .leftToNumber
            case (.text, .none): .rightToText
            case (.none, .text): .leftToText
            }
    }

    package init(_ conversion: Conversion, _ collation: StringCollation?) {
        self.conversion = conversion
        self.collation = collation
    }

    /// Whether the adjustment has no effect.
    var isRedundant: Bool { conversion == .none && collation == nil }
}
