/// The dictionaries that a dictionary inherits from, nearest first.
///
/// Dictionaries that an encoder writes don't overlap. If those of a chain are longer together than the
/// data, the rest of the chain is left out, so that going through all of them takes linear time.
struct FleeceAncestors {
    private var dictionary: FleeceDictionary
    /// The number of bytes that are left for the rest of the chain.
    private var remaining: Int

    init(of dictionary: FleeceDictionary) {
        self.dictionary = dictionary
        let region = dictionary.storage.region
        remaining = region.count + region.externCount
    }

    /// Returns the next dictionary of the chain, or `nil` after the last one.
    mutating func next() -> FleeceDictionary? {
        guard let parent = dictionary.parent else { return nil }
        remaining -= dictionary.byteCount
        guard remaining >= parent.byteCount else { return nil }
        dictionary = parent
        return parent
    }
}

extension FleeceDictionary {
    /// The number of bytes of the header and the slots.
    fileprivate var byteCount: Int { 2 + slots.count * (slots.isWide ? 8 : 4) }
}
