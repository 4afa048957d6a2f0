/// What a condition may be of a document: true, false or missing, and more than one of them where
/// that is not known.
struct Truth: OptionSet, Sendable {
    let rawValue: UInt8

    static let isTrue = Self(rawValue: 1)
    static let isFalse = Self(rawValue: 2)
    static let isMissing = Self(rawValue: 4)
    static let unknown: Self = [isTrue, isFalse, isMissing]

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ value: Bool) {
        self = value ? .isTrue : .isFalse
    }

    /// The opposite; missing stays missing.
    static prefix func ! (truth: Self) -> Self {
        var opposite = truth.intersection(.isMissing)
        if truth.contains(.isTrue) { opposite.insert(.isFalse) }
        if truth.contains(.isFalse) { opposite.insert(.isTrue) }
        return opposite
    }

    /// Whether both hold: false as soon as one is false.
    static func && (left: Self, right: Self) -> Self {
        var both = left.union(right).intersection(.isFalse)
        if left.contains(.isTrue), right.contains(.isTrue) { both.insert(.isTrue) }
        let mayBeMissing =
            left.contains(.isMissing) && !right.isDisjoint(with: [.isTrue, .isMissing])
            || right.contains(.isMissing) && !left.isDisjoint(with: [.isTrue, .isMissing])
        if mayBeMissing { both.insert(.isMissing) }
        return both
    }

    /// Whether one holds: true as soon as one is true.
    static func || (left: Self, right: Self) -> Self { !(!left && !right) }
}
