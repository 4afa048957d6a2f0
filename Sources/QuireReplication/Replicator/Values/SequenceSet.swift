#if Replication
    /// A set of local sequences, kept as ranges.
    ///
    /// ```swift
    /// var completed = SequenceSet(through: 4)
    /// completed.insert(6)
    /// print(completed.contiguousEnd, completed.contains(6))  // 4 true
    /// ```
    struct SequenceSet: Equatable, Sendable {
        /// The ranges, ascending, without overlaps and without neighbors that touch.
        ///
        /// The first one begins with 0, which is no sequence and always present.
        private(set) var ranges: [Range<UInt64>]

        /// Creates the set of all sequences up to a given one.
        ///
        /// - Parameter end: The last sequence of the set.
        init(through end: UInt64 = 0) {
            ranges = [0..<(end == .max ? end : end + 1)]
        }

        /// Creates a set from the form that checkpoints contain: first sequence, number of
        /// sequences, and so on.
        ///
        /// - Parameter numbers: The numbers. The initializer returns `nil` if the ranges are not
        ///   ascending.
        init?(numbers: [UInt64]) {
            guard numbers.count.isMultiple(of: 2), numbers.first == 0 else { return nil }
            ranges = []
            for index in stride(from: 0, to: numbers.count, by: 2) {
                let (end, overflow) = numbers[index].addingReportingOverflow(numbers[index + 1])
                guard !overflow, end > numbers[index],
                    (ranges.last?.upperBound ?? 0) <= numbers[index]
                else { return nil }
                if let last = ranges.last, last.upperBound == numbers[index] {
                    ranges[ranges.count - 1] = last.lowerBound..<end
                } else {
                    ranges.append(numbers[index]..<end)
                }
            }
        }

        /// The last sequence before the first one that is missing.
        var contiguousEnd: UInt64 { ranges[0].upperBound - 1 }

        /// Whether no sequence is missing before the last one.
        var isContiguous: Bool { ranges.count == 1 }

        /// The form that checkpoints contain.
        var numbers: [UInt64] {
            ranges.flatMap { [$0.lowerBound, $0.upperBound - $0.lowerBound] }
        }

        /// Returns whether the set contains a sequence.
        ///
        /// - Complexity: O(log *n*) in the number of ranges.
        func contains(_ sequence: UInt64) -> Bool {
            let index = index(after: sequence)
            return index > 0 && ranges[index - 1].contains(sequence)
        }

        /// Adds a sequence.
        mutating func insert(_ sequence: UInt64) {
            guard sequence < .max else { return }
            insert(sequence..<(sequence + 1))
        }

        /// Adds a range of sequences.
        ///
        /// - Complexity: O(log *n*) in the number of ranges to find the place, O(*n*) to insert.
        mutating func insert(_ range: Range<UInt64>) {
            guard !range.isEmpty else { return }
            var first = index(after: range.lowerBound)
            if first > 0, ranges[first - 1].upperBound >= range.lowerBound { first -= 1 }
            var merged = range
            var end = first
            while end < ranges.count, ranges[end].lowerBound <= range.upperBound {
                merged =
                    min(
                        merged.lowerBound, ranges[end].lowerBound)..<max(
                        merged.upperBound, ranges[end].upperBound)
                end += 1
            }
            ranges.replaceSubrange(first..<end, with: [merged])
        }

        /// Returns the sequences that both sets contain.
        func intersection(_ other: SequenceSet) -> SequenceSet {
            var result: [Range<UInt64>] = []
            var (index, otherIndex) = (0, 0)
            while index < ranges.count, otherIndex < other.ranges.count {
                let common = ranges[index].clamped(to: other.ranges[otherIndex])
                if !common.isEmpty { result.append(common) }
                if ranges[index].upperBound < other.ranges[otherIndex].upperBound {
                    index += 1
                } else {
                    otherIndex += 1
                }
            }
            var set = SequenceSet()
            set.ranges = result.isEmpty ? set.ranges : result
            return set
        }

        /// Returns the index of the first range that begins after a sequence.
        private func index(after sequence: UInt64) -> Int {
            var (low, high) = (0, ranges.count)
            while low < high {
                let middle = (low + high) / 2
                if ranges[middle].lowerBound <= sequence { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
#endif
