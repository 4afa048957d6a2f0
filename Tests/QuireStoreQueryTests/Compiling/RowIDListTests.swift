import Quire
import QuireTestSupport
import Testing

@testable import QuireStoreQuery

@Suite struct RowIDListTests {
    /// The count and the upper bound of the numbers.
    static let cases: [(count: Int, limit: Int64)] = [
        (0, 1), (1, 1), (2, 100), (256, 10), (257, 10), (300, 1), (1000, 2047), (1000, 2048),
        (5000, 4_194_304), (5000, 1 << 40), (3000, .max),
    ]

    @Test(arguments: cases)
    func `numbers are sorted as by pairwise comparison`(count: Int, limit: Int64) {
        var generator = SplitMix64(seed: UInt64(count))
        let numbers = (0..<count).map { _ in Int64.random(in: 0...limit, using: &generator) }
        let signed = numbers.map { $0.isMultiple(of: 3) ? ~$0 : $0 }
        let inputs = [numbers, signed, numbers.sorted(), numbers.sorted().reversed()]
        let sorted = inputs.map { input in
            var numbers = RowIDList()
            for number in input { numbers.append(number) }
            numbers.sort()
            return numbers.numbers
        }
        #expect(sorted == inputs.map { $0.sorted() })
    }
}
