/// A hash table of information about types, by type identity.
///
/// The table owns its entries. It is not thread-safe: each table belongs to one session, which only
/// one call of a coder uses at a time.
struct TypeTable<Entry: AnyObject>: ~Copyable {
    private typealias Place = (type: UInt, entry: UnsafeReference<Entry>?)

    /// The places of the table, which uses open addressing.
    ///
    /// Their number is a power of two. At most half of them are occupied.
    private var places: UnsafeMutablePointer<Place>
    private var mask = 31
    private var count = 0

    init() {
        places = Self.free(32)
    }

    deinit {
        for index in 0...mask { places[index].entry?.release() }
        places.deallocate()
    }

    private static func free(_ count: Int) -> UnsafeMutablePointer<Place> {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
        places.initialize(repeating: (0, nil), count: count)
        return places
    }

    /// Returns the entry of a type, or `nil` if the table has none.
    @inline(__always)
    func find(_ type: Any.Type) -> UnsafeReference<Entry>? {
        let type = UInt(bitPattern: ObjectIdentifier(type))
        var index = Self.hash(type) & mask
        while true {
            let place = places[index]
            if place.type == type { return place.entry }
            if place.type == 0 { return nil }
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
        place(UInt(bitPattern: ObjectIdentifier(type)), entry)
        count += 1
        return entry
    }

    private func place(_ type: UInt, _ entry: UnsafeReference<Entry>?) {
        var index = Self.hash(type) & mask
        while places[index].type != 0 { index = (index &+ 1) & mask }
        places[index] = (type, entry)
    }

    private mutating func grow() {
        let (old, oldCount) = (places, mask + 1)
        places = Self.free(oldCount * 2)
        mask = oldCount * 2 - 1
        for index in 0..<oldCount where old[index].type != 0 {
            place(old[index].type, old[index].entry)
        }
        old.deallocate()
    }
}
