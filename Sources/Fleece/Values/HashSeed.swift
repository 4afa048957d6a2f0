/// The random numbers that hashes of strings begin with.
///
/// Without them, an attacker could choose strings that all have the same place in a table, so that each
/// look-up compares all of them.
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
