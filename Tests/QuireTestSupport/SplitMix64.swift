/// A seeded pseudorandom number generator: the published SplitMix64 algorithm.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to one less than the bound.
    ///
    /// It is slightly biased, but much faster than `Int.random(in:)` in a debug build.
    public mutating func next(below bound: Int) -> Int {
        Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
    }

    /// Returns `true` with a probability of one divided by `times`.
    public mutating func once(in times: Int) -> Bool {
        next(below: times) == 0
    }
}
