/// Where the short strings of the current document lie, so that each is written once.
///
/// Forgetting them all between documents costs nothing: entries of an older generation count as
/// free places.
struct StringPositions {
    private struct Entry {
        var words: KeyWords
        var position: Int32
        var generation: UInt32
    }

    private var entries: [Entry] = []
    private var count = 0
    private var generation: UInt32 = 1

    mutating func removeAll() {
        count = 0
        if generation == .max {
            entries = []
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
    mutating func place(of words: KeyWords) -> Place {
        if count * 2 >= entries.count { grow() }
        let mask = entries.count - 1
        var index = Int(truncatingIfNeeded: words.hash) & mask
        while entries[index].generation == generation {
            if entries[index].words == words {
                return Place(index: index, position: Int(entries[index].position))
            }
            index = (index + 1) & mask
        }
        return Place(index: index, position: nil)
    }

    mutating func set(_ place: Place, _ words: KeyWords, position: Int) {
        guard let position = Int32(exactly: position) else { return }
        if place.position == nil { count += 1 }
        entries[place.index] = Entry(words: words, position: position, generation: generation)
    }

    private mutating func grow() {
        let old = entries
        let free = Entry(words: .unfindable, position: 0, generation: 0)
        entries = Array(repeating: free, count: max(64, old.count * 2))
        let mask = entries.count - 1
        for entry in old where entry.generation == generation {
            var index = Int(truncatingIfNeeded: entry.words.hash) & mask
            while entries[index].generation == generation { index = (index + 1) & mask }
            entries[index] = entry
        }
    }
}
