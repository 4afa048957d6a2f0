/// The dictionaries that a dictionary inherits from, nearest first.
///
/// Dictionaries written by an encoder don't overlap. If the dictionaries of a chain are longer in
/// total than the data, the rest of the chain is skipped, so that visiting all of them takes linear
/// time.
struct FleeceAncestors {
    private var dictionary: FleeceDictionary
    /// The number of bytes that the rest of the chain may occupy.
    private var remaining: Int

    init(of dictionary: FleeceDictionary) {
        self.dictionary = dictionary
        let region = dictionary.storage.region
        remaining = region.count + region.externCount
    }

    /// Returns the next dictionary in the chain, or `nil` after the last one.
    mutating func next() -> FleeceDictionary? {
        guard let parent = dictionary.parent else { return nil }
        remaining -= dictionary.byteCount
        guard remaining >= parent.byteCount else { return nil }
        dictionary = parent
        return parent
    }
}

extension FleeceDictionary {
    /// The number of bytes in the header and the slots.
    fileprivate var byteCount: Int { 2 + slots.count * (slots.isWide ? 8 : 4) }
}
