import Fleece
package import SQLPlusPlus

/// A node of a prepared term.
///
/// It refers to other nodes by number.
package enum TermNode {
    /// Consecutive elements of ``PreparedTerm/operands``.
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
    case constant(Int)
    /// The value of a property, by its number in ``PropertyLocations``.
    case property(Int)
    /// The whole document.
    case document
    case metadata(MetadataField)
    /// A value that the engine computed.
    case computed(Int)
    case variable(Int)
    case member(of: Int, path: Int)
    case aggregate(Int)
    case not(Int)
    case all(Children)
    case any(Children)
    case compare(Comparison, Int, Int)
    /// A comparison with a conversion or a collation.
    case compareAdjusted(Comparison, Int, Int, adjustment: Int)
    case test(NullTest, Int)
    case oneOf(Int, Children, adjustment: Int?)
    /// Whether a query has rows, by the number of the query.
    case exists(Int)
    case quantified(QuantifiedTerm.Quantifier, variable: Int, in: Int, satisfies: Int)
    case negate(Int)
    case arithmetic(BinaryOperator, Children)
    case choice(conditions: Children, results: Children, otherwise: Int)
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
