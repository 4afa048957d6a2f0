/// The positions of the short strings of the current document, so that each is written only once.
///
/// Removing all strings takes constant time, because entries of an older generation count as free.
struct StringPositions: ~Copyable {
    private struct Entry {
        var words: KeyWords
        var position: Int32
        var generation: UInt32
    }

    /// The entries.
    ///
    /// Their number is a power of two, and at most half of them are in use.
    ///
    /// The memory is uniquely owned, so accessing it requires no reference-counting checks.
    private var entries: UnsafeMutablePointer<Entry>
    private var mask = 63
    private var count = 0
    private var generation: UInt32 = 1
    /// A copy of the process's seed, which avoids the check for lazy initialization.
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

    /// The index of the entry for a string, which may be free.
    struct Bucket {
        let index: Int
        /// The position of the string, or `nil` if the document doesn't contain it yet.
        let position: Int?
    }

    /// Finds the entry for a string.
    ///
    /// The result is valid until the next change.
    @inline(__always)
    mutating func bucket(of words: KeyWords) -> Bucket {
        if count &* 2 > mask { grow() }
        var index = Int(truncatingIfNeeded: words.hash(seed)) & mask
        while entries[index].generation == generation {
            if entries[index].words == words {
                return Bucket(index: index, position: Int(entries[index].position))
            }
            index = (index &+ 1) & mask
        }
        return Bucket(index: index, position: nil)
    }

    @inline(__always)
    mutating func set(_ bucket: Bucket, _ words: KeyWords, position: Int) {
        guard let position = Int32(exactly: position) else { return }
        if bucket.position == nil { count &+= 1 }
        entries[bucket.index] = Entry(words: words, position: position, generation: generation)
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
