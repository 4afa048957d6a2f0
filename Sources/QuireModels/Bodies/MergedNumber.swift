import Fleece
import Foundation

/// A stored number of a field that is merged.
///
/// Its decimal value is the shortest one that identifies the number, which is the value that a
/// `Decimal` property decodes.
struct MergedNumber {
    private enum Form {
        case integer
        case unsigned
        case double
        case string
    }

    private let form: Form
    /// The decimal value, or `nil` if a `Decimal` cannot represent it.
    private let decimal: Decimal?
    private let double: Double

    /// Creates a number from a stored value.
    ///
    /// The result is `nil` if the value is not a number.
    ///
    /// - Parameters:
    ///   - value: The stored value, of any kind.
    ///   - isDecimal: Whether the property is a `Decimal`, so that a string can be a number.
    init?(_ value: FleeceValue, isDecimal: Bool) {
        switch value.kind {
        case .integer:
            if let integer = value.int64 {
                (form, decimal, double) = (.integer, Decimal(integer), Double(integer))
            } else if let integer = value.uint64 {
                (form, decimal, double) = (.unsigned, Decimal(integer), Double(integer))
            } else {
                return nil
            }
        case .float, .double:
            guard let number = value.double, number.isFinite else { return nil }
            // A `Float` property has fewer digits than a `Double` with the same value.
            let text =
                value.kind == .float ? Float(number).description : number.description
            (form, decimal, double) = (.double, Self.decimal(text, number), number)
        case .string:
            guard isDecimal, let text = value.string, let number = Double(text), number.isFinite,
                let decimal = Self.decimal(text, number)
            else { return nil }
            (form, self.decimal, double) = (.string, decimal, number)
        default: return nil
        }
    }

    private init(zero: Void) { (form, decimal, double) = (.integer, 0, 0) }

    /// The value of a counter that is missing or null.
    static let zero = MergedNumber(zero: ())

    private static func decimal(_ text: String, _ number: Double) -> Decimal? {
        // Outside of this range, a `Decimal` loses digits.
        let range = 1e-90...1e90
        guard number == 0 || range.contains(abs(number)) else { return nil }
        return Decimal(string: text)
    }

    /// Compares two numbers and returns a negative number, zero or a positive number.
    static func compare(_ left: MergedNumber, _ right: MergedNumber) -> Int {
        if let left = left.decimal, let right = right.decimal {
            return left < right ? -1 : left > right ? 1 : 0
        }
        return left.double < right.double ? -1 : left.double > right.double ? 1 : 0
    }

    /// Returns the base of a counter and the differences of both changes as their sum.
    ///
    /// - Parameters:
    ///   - base: The number that both changes began with.
    ///   - mine: One change.
    ///   - theirs: The other change.
    ///   - isDecimal: Whether the property is a `Decimal`.
    /// - Returns: The sum, or `nil` if it cannot be stored in the form of the property.
    /// - Throws: `EncodingError` if the sum cannot be encoded.
    static func sum(
        base: MergedNumber, mine: MergedNumber, theirs: MergedNumber, isDecimal: Bool
    ) throws -> BodyTree? {
        let numbers = [base, mine, theirs]
        let exact = exactSum(base: base, mine: mine, theirs: theirs)
        if isDecimal { return try exact.map { try BodyTree(encoding: $0) } }
        if numbers.contains(where: { $0.form == .double }) {
            let sum =
                exact.flatMap { Double($0.description) } ?? mine.double + theirs.double
                - base.double
            return sum.isFinite ? try BodyTree(encoding: sum) : nil
        }
        guard let text = exact?.description else { return nil }
        if let sum = Int64(text) { return try BodyTree(encoding: sum) }
        // A property whose values are all in the range of `Int64` is probably an `Int`.
        guard numbers.contains(where: { $0.form == .unsigned }), let sum = UInt64(text) else {
            return nil
        }
        return try BodyTree(encoding: sum)
    }

    private static func exactSum(
        base: MergedNumber, mine: MergedNumber, theirs: MergedNumber
    ) -> Decimal? {
        guard let base = base.decimal, let mine = mine.decimal, let theirs = theirs.decimal else {
            return nil
        }
        // An intermediate result can have too many digits in one order of the operations.
        for (first, second) in [(mine, theirs), (theirs, mine)] {
            if let difference = exact(first, -base), let sum = exact(difference, second) {
                return sum
            }
        }
        return exact(mine, theirs).flatMap { exact($0, -base) }
    }

    /// Returns the sum of two decimals, or `nil` if it has too many digits.
    ///
    /// Not every version of Foundation reports a loss of digits.
    private static func exact(_ left: Decimal, _ right: Decimal) -> Decimal? {
        let sum = left + right
        return sum.isFinite && sum - left == right && sum - right == left ? sum : nil
    }
}
