import Fleece
import SQLPlusPlus

/// A node of a prepared term; it names other nodes by their numbers.
enum TermNode {
    /// Nodes that follow each other in ``PreparedTerm/operands``.
    struct Children {
        let start: Int
        let count: Int
    }

    /// A comparison of two values; missing if one of them is missing, but for `same`.
    enum Comparison {
        case equal
        case notEqual
        case lessThan
        case lessThanOrEqual
        case greaterThan
        case greaterThanOrEqual
        /// `IS`, for which missing is a value.
        case same
    }

    /// A term that is not evaluated.
    case unknown
    case constant(Int)
    /// The value at a path, by the number of ``PropertyPlaces``.
    case property(Int)
    /// The whole document.
    case document
    case metadata(MetadataField)
    case variable(Int)
    case member(of: Int, path: Int)
    case aggregate(Int)
    case not(Int)
    case all(Children)
    case any(Children)
    case compare(Comparison, Int, Int)
    /// A comparison with a conversion or a collation.
    case compareAdjusted(Comparison, Int, Int, adjustment: Int)
    case test(ValueTest, Int)
    case oneOf(Int, Children, adjustment: Int?)
    case quantified(QuantifiedTerm.Quantifier, variable: Int, in: Int, satisfies: Int)
    case negate(Int)
    case arithmetic(BinaryOperator, Children)
    case choice(conditions: Children, results: Children, otherwise: Int)
    case call(Int, Children)
}

/// What a comparison does with its operands first, as SQL does for columns of a type.
struct OperandAdjustment: Sendable {
    /// The type of the column that a term is.
    enum Affinity: Sendable {
        case none
        /// Strings: a number that is compared with it becomes a string.
        case text
        /// Integers: a string that is compared with it and is a number becomes one.
        case numeric
    }

    enum Conversion: Sendable {
        case none
        case leftToText
        case rightToText
        case leftToNumber
        case rightToNumber
    }

    let conversion: Conversion
    let collation: StringCollation?

    init(_ left: Affinity, _ right: Affinity, _ collation: StringCollation?) {
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

    init(_ conversion: Conversion, _ collation: StringCollation?) {
        self.conversion = conversion
        self.collation = collation
    }

    /// Whether the comparison is the same without this.
    var isNeedless: Bool { conversion == .none && collation == nil }
}
