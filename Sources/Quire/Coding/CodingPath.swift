/// The key of a value inside another value, which becomes a `CodingKey` if it is needed.
struct PathStep {
    /// The keys that contain the key with a byte, or `nil` if the step is an index.
    private var known: UnsafeReference<KnownKeys>?
    /// The byte of the key, or the index of an item.
    private var index = -1
    private var other: OtherKey?

    private final class OtherKey {
        let key: any CodingKey
        init(_ key: any CodingKey) { self.key = key }
    }

    /// No key: the value is the root, or takes the place of its parent.
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

    /// Replaces the step, without retaining or releasing a key if neither step has one.
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
struct PositionKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        self.init(index: intValue)
    }

    /// The key that `superEncoder()` and `superDecoder()` use.
    static let superValue = PositionKey(stringValue: "super")
}
