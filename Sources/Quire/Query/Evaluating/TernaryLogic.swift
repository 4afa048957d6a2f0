/// The result of a condition: true, false or missing, and several of them if the result cannot be
/// determined.
struct TernaryLogic: OptionSet, Sendable {
    let rawValue: UInt8

    static let isTrue = Self(rawValue: 1)
    static let isFalse = Self(rawValue: 2)
    static let isMissing = Self(rawValue: 4)
    static let trueOrFalse: Self = [isTrue, isFalse]
    static let unknown: Self = [isTrue, isFalse, isMissing]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ value: Bool) {
        self = value ? .isTrue : .isFalse
    }

    /// Creates the result of a value that is used as a condition.
    init(_ value: LanguageValue) {
        switch value {
        case .unknown: self = .unknown
        case .missing: self = .isMissing
        case .boolean(let boolean): self.init(boolean)
        case .integer(let integer): self.init(integer != 0)
        default: self.init(value.numericValue?.isTrue == true)
        }
    }

    /// The result as a value.
    var value: LanguageValue {
        switch self {
        case .isTrue: .boolean(true)
        case .isFalse: .boolean(false)
        case .isMissing: .missing
        default: .unknown
        }
    }

    /// The opposite; missing stays missing.
    static prefix func ! (logic: Self) -> Self {
        var opposite = logic.intersection(.isMissing)
        if logic.contains(.isTrue) { opposite.insert(.isFalse) }
        if logic.contains(.isFalse) { opposite.insert(.isTrue) }
        return opposite
    }

    /// Whether both hold: false if one is false.
    static func && (left: Self, right: Self) -> Self {
        var both = left.union(right).intersection(.isFalse)
        if left.contains(.isTrue), right.contains(.isTrue) { both.insert(.isTrue) }
        let mayBeMissing =
            left.contains(.isMissing) && !right.isDisjoint(with: [.isTrue, .isMissing])
            || right.contains(.isMissing) && !left.isDisjoint(with: [.isTrue, .isMissing])
        if mayBeMissing { both.insert(.isMissing) }
        return both
    }

    /// Whether one holds: true if one is true.
    static func || (left: Self, right: Self) -> Self { !(!left && !right) }
}
