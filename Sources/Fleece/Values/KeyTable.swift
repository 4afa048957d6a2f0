import Synchronization

/// Strings with their numbers, and numbers with their strings: the content of a table of shared
/// keys.
///
/// The numbers are found by open addressing over ``KeyWords``: a key that can be in the table fits
/// into two machine words, so one multiplication and mostly one comparison answer.
struct KeyTable {
    private(set) var names: [String] = []
    private var words: [KeyWords] = []
    /// Numbers plus one, 0 for a free place; the size is a power of two, at most half full.
    private var places: [UInt16] = Array(repeating: 0, count: 64)
    /// A copy, which takes no check whether it has been made.
    private let seed = HashSeed.process

    var count: Int { names.count }

    @inline(__always)
    func number(for key: KeyWords) -> Int? { number(for: key, hash: key.hash(seed)) }

    @inline(__always)
    func number(for key: KeyWords, hash: UInt64) -> Int? {
        let mask = places.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let entry = Int(places[place]) &- 1
            if entry < 0 { return nil }
            if words[entry] == key { return entry }
            place = (place &+ 1) & mask
        }
    }

    /// Appends a key that is not in the table yet.
    mutating func append(_ name: String, _ key: KeyWords) {
        names.append(name)
        words.append(key)
        if names.count * 2 > places.count {
            places = Array(repeating: 0, count: places.count * 2)
            for index in words.indices { insert(index) }
        } else {
            insert(names.count - 1)
        }
    }

    /// Appends a name that no lookup by string can find, so that later names keep their numbers.
    mutating func appendUnfindable(_ name: String) {
        names.append(name)
        words.append(KeyWords.unfindable)
    }

    private mutating func insert(_ number: Int) {
        guard words[number] != KeyWords.unfindable else { return }
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: words[number].hash(seed)) & mask
        while places[place] != 0 { place = (place + 1) & mask }
        places[place] = UInt16(number + 1)
    }
}

extension KeyWords {
    /// A value that no key has, since no key's length is negative.
    static let unfindable = KeyWords()

    private init() {
        low = 0
        high = 0
        length = -1
    }
}

/// Tells one table of keys from all others of the process, those that are gone included.
///
/// An object's identity would not do: its memory may be another table's next.
package struct KeyToken: Hashable, Sendable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    init() {
        number = Self.last.add(1, ordering: .relaxed).newValue
    }

    private init(number: UInt64) {
        self.number = number
    }

    /// The token of no table.
    package static let none = KeyToken(number: 0)
}

/// The random numbers that hashes of strings begin with.
///
/// Without them, an attacker could choose strings that all have the same place in a table, so that
/// each look-up compares all of them.
struct HashSeed: Sendable {
    let low: UInt64
    let high: UInt64

    private init(from generator: inout some RandomNumberGenerator) {
        low = generator.next()
        high = generator.next()
    }

    /// The seed of this process.
    ///
    /// Nothing that is stored or encoded depends on it.
    static let process: HashSeed = {
        var generator = SystemRandomNumberGenerator()
        return HashSeed(from: &generator)
    }()
}
