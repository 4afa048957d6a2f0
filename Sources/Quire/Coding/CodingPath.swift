/// The key of a value below another, in the cheapest form that is at hand.
///
/// It becomes a `CodingKey` when somebody asks: for an error, mostly.
struct PathStep {
    /// A key of ``KnownKeys``, with its case; otherwise the index of an item.
    private var known: Unmanaged<KnownKeys>?
    private var index = -1
    private var other: OtherKey?

    private final class OtherKey {
        let key: any CodingKey
        init(_ key: any CodingKey) { self.key = key }
    }

    /// No key: the value is the root, or stands for its parent.
    static var none: PathStep { PathStep() }

    private init() {}

    @inline(__always)
    init(index: Int) {
        self.index = index
    }

    @inline(__always)
    init(caseIndex: Int, of keys: Unmanaged<KnownKeys>) {
        known = keys
        index = caseIndex
    }

    init(_ key: any CodingKey) {
        other = OtherKey(key)
    }

    /// Becomes another step: mostly without a look at owners, which there are none of.
    @inline(__always)
    mutating func become(_ step: PathStep) {
        known = step.known
        index = step.index
        if other != nil || step.other != nil { other = step.other }
    }

    var key: (any CodingKey)? {
        if let other { return other.key }
        if let known { return known._withUnsafeGuaranteedRef { $0.key(index) } }
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

    /// The key under which `superEncoder()` and `superDecoder()` work.
    static let superValue = PositionKey(stringValue: "super")
}
