#if Replication
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    @Suite struct SequenceSetTests {
        @Test(arguments: 0..<200 as Range<UInt64>)
        func `a set contains what a list of sequences contains`(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            var set = SequenceSet()
            var list: Set<UInt64> = [0]
            for _ in 0..<60 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let start = UInt64.random(in: 0...60, using: &random)
                    let range = start..<(start + UInt64.random(in: 0...10, using: &random))
                    set.insert(range)
                    list.formUnion(range)
                default:
                    let sequence = UInt64.random(in: 0...60, using: &random)
                    set.insert(sequence)
                    list.insert(sequence)
                }
            }
            #expect((0...80).filter { set.contains($0) } == list.sorted())
        }

        @Test(arguments: 0..<100 as Range<UInt64>)
        func `the numbers of a set give the same set`(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            var set = SequenceSet()
            for _ in 0..<20 { set.insert(UInt64.random(in: 0...60, using: &random)) }
            #expect(SequenceSet(numbers: set.numbers) == set)
        }

        @Test(arguments: 0..<100 as Range<UInt64>)
        func `an intersection contains what both sets contain`(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            var (first, second) = (SequenceSet(), SequenceSet())
            for _ in 0..<25 {
                first.insert(UInt64.random(in: 0...40, using: &random))
                second.insert(UInt64.random(in: 0...40, using: &random))
            }
            let both = first.intersection(second)
            let expected = (0...60).filter { first.contains($0) && second.contains($0) }
            #expect((0...60).filter { both.contains($0) } == expected)
        }

        @Test(arguments: [
            [], [0], [1, 2], [0, 0], [0, 5, 3, 1], [0, 1, 2, UInt64.max], [0, 5, 7],
        ])
        func `numbers that are no ascending ranges from 0 are refused`(numbers: [UInt64]) {
            #expect(SequenceSet(numbers: numbers) == nil)
        }

        @Test func `the largest sequence is ignored`() {
            var set = SequenceSet()
            set.insert(.max)
            #expect(set == SequenceSet())
        }

        @Test(arguments: [
            (0 as UInt64, [] as [UInt64], 0 as UInt64), (4, [], 4), (4, [5], 5), (4, [6], 4),
            (4, [6, 5], 6),
        ])
        func `the contiguous end precedes the first missing sequence`(
            start: UInt64, added: [UInt64], end: UInt64
        ) {
            var set = SequenceSet(through: start)
            for sequence in added { set.insert(sequence) }
            #expect(set.contiguousEnd == end)
        }
    }
#endif
