/// The choices that a generated value is made of.
///
/// A value is made by choosing again and again one of several possibilities, of which the first is
/// always the simplest. So the list of choices stands for the value: a shorter list, or one of
/// smaller numbers, stands for a simpler value of the same type, whatever the type is.
final class Choices {
    /// What was chosen so far.
    private(set) var made: [UInt64] = []

    private var random: SplitMix64
    private var repeated: ArraySlice<UInt64>?

    /// Chooses at random.
    ///
    /// - Parameter seed: What all choices follow from.
    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Chooses what a list says, and the simplest when that has come to its end.
    ///
    /// - Parameter list: The choices.
    init(repeating list: [UInt64]) {
        random = SplitMix64(seed: 0)
        repeated = list[...]
    }

    /// Chooses one of several possibilities.
    ///
    /// - Parameter count: How many there are, at least one.
    /// - Returns: The number of one of them.
    func next(of count: Int) -> Int {
        Int(next(upTo: UInt64(count) - 1))
    }

    /// Chooses a number.
    ///
    /// - Parameter greatest: The greatest number that can be chosen.
    /// - Returns: The number.
    func next(upTo greatest: UInt64 = .max) -> UInt64 {
        var choice: UInt64
        if repeated == nil {
            choice = random.next()
            if greatest < .max { choice %= greatest + 1 }
        } else {
            choice = min(repeated?.popFirst() ?? 0, greatest)
        }
        made.append(choice)
        return choice
    }
}
