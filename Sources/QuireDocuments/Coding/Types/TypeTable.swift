import QuirePlatform

/// A hash table of information about types, by type identity.
///
/// The table owns its entries. It is not thread-safe: each table belongs to one session, which only
/// one call of a coder uses at a time.
struct TypeTable<Entry: AnyObject>: ~Copyable {
    private typealias Bucket = (type: UInt, entry: UnsafeReference<Entry>?)

    /// The buckets of the table, which uses open addressing.
    ///
    /// Their number is a power of two. At most half of them are occupied.
    private var buckets: UnsafeMutablePointer<Bucket>
    private var mask = 31
    private var count = 0

    init() {
        buckets = Self.free(32)
    }

    deinit {
        for index in 0...mask { buckets[index].entry?.release() }
        buckets.deallocate()
    }

    private static func free(_ count: Int) -> UnsafeMutablePointer<Bucket> {
        let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: count)
        buckets.initialize(repeating: (0, nil), count: count)
        return buckets
    }

    /// Returns the entry of a type, or `nil` if the table has none.
    @inline(__always)
    package func find(_ type: Any.Type) -> UnsafeReference<Entry>? {
        let type = UInt(bitPattern: ObjectIdentifier(type))
        var index = Self.hash(type) & mask
        while true {
            let bucket = buckets[index]
            if bucket.type == type { return bucket.entry }
            if bucket.type == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    @inline(__always)
    private static func hash(_ type: UInt) -> Int {
        Int(truncatingIfNeeded: (type &>> 4) ^ (type &>> 11))
    }

    /// Adds an entry for a type that has none.
    mutating func insert(_ entry: Entry, for type: Any.Type) -> UnsafeReference<Entry> {
        if count * 2 > mask { grow() }
        let entry = UnsafeReference(retaining: entry)
        add(UInt(bitPattern: ObjectIdentifier(type)), entry)
        count += 1
        return entry
    }

    private func add(_ type: UInt, _ entry: UnsafeReference<Entry>?) {
        var index = Self.hash(type) & mask
        while buckets[index].type != 0 { index = (index &+ 1) & mask }
        buckets[index] = (type, entry)
    }

    private mutating func grow() {
        let (old, oldCount) = (buckets, mask + 1)
        buckets = Self.free(oldCount * 2)
        mask = oldCount * 2 - 1
        for index in 0..<oldCount where old[index].type != 0 {
            add(old[index].type, old[index].entry)
        }
        old.deallocate()
    }
}
