import QuirePlatform

/// The content of a table of shared keys: a mapping between strings and numbers.
///
/// The numbers are in a hash table with open addressing, whose keys are ``KeyWords``. A key that
/// can be in the table fits into two machine words, so a lookup needs one multiplication and
/// usually one comparison.
struct KeyTable {
    private(set) var names: [String] = []
    private var words: [KeyWords] = []
    /// The number of keys at the start of the table that JSON text contains without escapes: all
    /// keys of a table that is not damaged.
    private var plainCount = 0
    /// The slots of the hash table: the number of a key plus one, or 0 for a free slot.
    ///
    /// The number of slots is a power of two, and at most half of them are used.
    private var locations: [UInt16] = Array(repeating: 0, count: 64)
    /// A copy of the process's seed, which avoids the check for lazy initialization.
    private let seed = HashSeed.process

    var count: Int { names.count }

    @inline(__always)
    func number(for key: KeyWords) -> Int? { number(for: key, hash: key.hash(seed)) }

    @inline(__always)
    func number(for key: KeyWords, hash: UInt64) -> Int? {
        let mask = locations.count &- 1
        var location = Int(truncatingIfNeeded: hash) & mask
        while true {
            let entry = Int(locations[location]) &- 1
            if entry < 0 { return nil }
            if words[entry] == key { return entry }
            location = (location &+ 1) & mask
        }
    }

    /// Returns whether a number is the number of a key.
    @inline(__always)
    func contains(_ key: KeyWords, at number: Int) -> Bool {
        number < words.count && words[number] == key
    }

    /// Returns a key with a number if JSON text contains it without escapes.
    @inline(__always)
    func plainKey(_ number: Int) -> KeyWords? {
        number >= 0 && number < plainCount ? words[number] : nil
    }

    /// Appends a key that the table does not contain yet.
    mutating func append(_ name: String, _ key: KeyWords) {
        if plainCount == names.count, name.withUTF8Bytes(KeyWords.isEligible) { plainCount += 1 }
        names.append(name)
        words.append(key)
        if names.count * 2 > locations.count {
            locations = Array(repeating: 0, count: locations.count * 2)
            for index in words.indices { insert(index) }
        } else {
            insert(names.count - 1)
        }
    }

    /// Appends a name that lookups by string never find, so that later names keep their numbers.
    mutating func appendUnfindable(_ name: String) {
        names.append(name)
        words.append(KeyWords.unfindable)
    }

    private mutating func insert(_ number: Int) {
        guard words[number] != KeyWords.unfindable else { return }
        let mask = locations.count - 1
        var location = Int(truncatingIfNeeded: words[number].hash(seed)) & mask
        while locations[location] != 0 { location = (location + 1) & mask }
        locations[location] = UInt16(number + 1)
    }
}

extension KeyWords {
    /// A value that differs from every key, because its length is negative.
    static let unfindable = KeyWords()

    private init() {
        low = 0
        high = 0
        length = -1
    }
}

/// A token that identifies a table of keys, unique in the process over its lifetime.
///
/// An object identifier is unsuitable, because a later table may be allocated at the same address.
package struct KeyToken: Hashable, Sendable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }

    private init(number: UInt64) {
        self.number = number
    }

    /// A token that identifies no table.
    package static let none = KeyToken(number: 0)
}

/// A random seed for hashes of strings.
///
/// Without a random seed, an attacker could choose strings with colliding hashes, so that each
/// lookup would compare all of them.
struct HashSeed: Sendable {
    let low: UInt64
    let high: UInt64

    private init(from generator: inout some RandomNumberGenerator) {
        low = generator.next()
        high = generator.next()
    }

    /// The seed of this process.
    ///
    /// The seed does not affect stored or encoded data.
    static let process: HashSeed = {
        var generator = SystemRandomNumberGenerator()
        return HashSeed(from: &generator)
    }()
}
