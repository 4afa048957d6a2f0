import QuirePlatform

/// The key of a value within its parent.
///
/// A step is converted to a `CodingKey` only on demand.
package struct PathStep {
    /// The table that contains the key with the byte `index`, or `nil` for other steps.
    private var known: UnsafeReference<KnownKeys>?
    /// The byte that identifies the key, or the index of an item.
    private var index = -1
    private var other: OtherKey?

    private final class OtherKey {
        let key: any CodingKey
        init(_ key: any CodingKey) { self.key = key }
    }

    /// A step without a key, for the root and for a value that replaces its parent.
    static var none: PathStep { PathStep() }

    private init() {}

    @inline(__always)
    init(index: Int) {
        self.index = index
    }

    @inline(__always)
    init(byte: Int, of keys: UnsafeReference<KnownKeys>) {
        known = keys
        index = byte
    }

    init(_ key: any CodingKey) {
        other = OtherKey(key)
    }

    /// Replaces the step.
    ///
    /// If neither step has an `OtherKey`, no object is retained or released.
    @inline(__always)
    mutating func become(_ step: PathStep) {
        known = step.known
        index = step.index
        if other != nil || step.other != nil { other = step.other }
    }

    var key: (any CodingKey)? {
        if let other { return other.key }
        if let known { return known.withObject { $0.key(byte: index) } }
        return index < 0 ? nil : PositionKey(index: index)
    }
}

/// The key of an item of an array, or of a super value.
package struct PositionKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        self.init(index: intValue)
    }

    /// The key that `superEncoder()` and `superDecoder()` use.
    static let superValue = PositionKey(stringValue: "super")
}
