/// The result of a condition: true, false or missing.
///
/// If the result cannot be determined, the set contains all possible results.
package struct TernaryLogic: OptionSet, Sendable {
    package let rawValue: UInt8

    package static let isTrue = Self(rawValue: 1)
    static let isFalse = Self(rawValue: 2)
    package static let isMissing = Self(rawValue: 4)
    static let trueOrFalse: Self = [isTrue, isFalse]
    package static let unknown: Self = [isTrue, isFalse, isMissing]

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package init(_ value: Bool) {
        self = value ? .isTrue : .isFalse
    }

    /// Creates a result from a value that is used as a condition.
    package init(_ value: LanguageValue) {
        switch value {
        case .unknown: self = .unknown
        case .missing: self = .isMissing
        case .boolean(let boolean): self.init(boolean)
        case .integer(let integer): self.init(integer != 0)
        default: self.init(value.numericValue?.isTrue == true)
        }
    }

    /// The result as a value.
    package var value: LanguageValue {
        switch self {
        case .isTrue: .boolean(true)
        case .isFalse: .boolean(false)
        case .isMissing: .missing
        default: .unknown
        }
    }

    /// Returns the negation.
    ///
    /// The negation of missing is missing.
    package static prefix func ! (logic: Self) -> Self {
        var opposite = logic.intersection(.isMissing)
        if logic.contains(.isTrue) { opposite.insert(.isFalse) }
        if logic.contains(.isFalse) { opposite.insert(.isTrue) }
        return opposite
    }

    /// Returns the conjunction, which is false if either operand is false.
    package static func && (left: Self, right: Self) -> Self {
        var both = left.union(right).intersection(.isFalse)
        if left.contains(.isTrue), right.contains(.isTrue) { both.insert(.isTrue) }
        let mayBeMissing =
            left.contains(.isMissing) && !right.isDisjoint(with: [.isTrue, .isMissing])
            || right.contains(.isMissing) && !left.isDisjoint(with: [.isTrue, .isMissing])
        if mayBeMissing { both.insert(.isMissing) }
        return both
    }

    /// Returns the disjunction, which is true if either operand is true.
    package static func || (left: Self, right: Self) -> Self { !(!left && !right) }
}
