/// An algorithm that simplifies the choices of a failing value as long as the value keeps failing.
enum Shrinking {
    /// The maximum number of values to try.
    private static let greatestEffort = 1500

    /// Finds a short list of small choices.
    ///
    /// - Parameters:
    ///   - choices: Choices that generate a failing value.
    ///   - attempt: A closure that returns the choices that were actually used to generate a value,
    ///     or `nil` if the value does not fail.
    /// - Returns: Choices that generate a failing value.
    static func smallest(
        _ choices: [UInt64], _ attempt: ([UInt64]) -> [UInt64]?
    ) -> [UInt64] {
        var best = choices
        var effort = 0

        /// Accepts a list if it is simpler and its value still fails.
        func takes(_ list: [UInt64]) -> Bool {
            effort += 1
            guard effort < greatestEffort, let made = attempt(list), isSimpler(made, best) else {
                return false
            }
            best = made
            return true
        }

        var isImproved = true
        while isImproved, effort < greatestEffort {
            isImproved = false
            for length in [64, 16, 8, 4, 3, 2, 1] {
                var start = best.count - length
                while start >= 0 {
                    if start + length <= best.count {
                        var shorter = best
                        shorter.removeSubrange(start..<start + length)
                        if takes(shorter) { isImproved = true }
                    }
                    start -= 1
                }
            }
            var index = 0
            while index < best.count {
                for candidate in [0, 1, best[index] / 2, best[index] &- 1]
                where index < best.count && candidate < best[index] {
                    var smaller = best
                    smaller[index] = candidate
                    if takes(smaller) {
                        isImproved = true
                        break
                    }
                }
                index += 1
            }
        }
        return best
    }

    private static func isSimpler(_ list: [UInt64], _ other: [UInt64]) -> Bool {
        list.count < other.count
            || list.count == other.count && list.lexicographicallyPrecedes(other)
    }
}
