/// Where the short strings of the current document lie, so that each is written once.
///
/// Forgetting them all between documents costs nothing: entries of an older generation count as
/// free places.
struct StringPositions: ~Copyable {
    private struct Entry {
        var words: KeyWords
        var position: Int32
        var generation: UInt32
    }

    /// A power of two of places, at most half of them taken.
    ///
    /// It is the memory of these positions alone, so that a look into it needs no look at who owns it.
    private var entries: UnsafeMutablePointer<Entry>
    private var mask = 63
    private var count = 0
    private var generation: UInt32 = 1
    /// A copy, which takes no check whether it has been made.
    private let seed = HashSeed.process

    init() {
        entries = Self.free(64)
    }

    deinit {
        entries.deallocate()
    }

    private static func free(_ count: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
        entries.initialize(
            repeating: Entry(words: .unfindable, position: 0, generation: 0), count: count)
        return entries
    }

    mutating func removeAll() {
        count = 0
        if generation == .max {
            entries.deallocate()
            entries = Self.free(mask + 1)
            generation = 0
        }
        generation += 1
    }

    /// The place of a string: where its entry is or has to be put.
    struct Place {
        let index: Int
        /// Where the string lies, if it was written.
        let position: Int?
    }

    /// Finds the place of a string.
    ///
    /// It holds until the next change.
    @inline(__always)
    mutating func place(of words: KeyWords) -> Place {
        if count &* 2 > mask { grow() }
        var index = Int(truncatingIfNeeded: words.hash(seed)) & mask
        while entries[index].generation == generation {
            if entries[index].words == words {
                return Place(index: index, position: Int(entries[index].position))
            }
            index = (index &+ 1) & mask
        }
        return Place(index: index, position: nil)
    }

    @inline(__always)
    mutating func set(_ place: Place, _ words: KeyWords, position: Int) {
        guard let position = Int32(exactly: position) else { return }
        if place.position == nil { count &+= 1 }
        entries[place.index] = Entry(words: words, position: position, generation: generation)
    }

    private mutating func grow() {
        let (old, oldCount) = (entries, mask + 1)
        entries = Self.free(oldCount * 2)
        mask = oldCount * 2 - 1
        for entry in UnsafeBufferPointer(start: old, count: oldCount)
        where entry.generation == generation {
            var index = Int(truncatingIfNeeded: entry.words.hash(seed)) & mask
            while entries[index].generation == generation { index = (index + 1) & mask }
            entries[index] = entry
        }
        old.deallocate()
    }
}
