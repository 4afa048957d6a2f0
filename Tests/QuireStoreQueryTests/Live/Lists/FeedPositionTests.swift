import Quire
import Testing

@testable import QuireStore
@testable import QuireStoreQuery

/// Which changes of a collection are reported.
@Suite struct FeedPositionTests {
    private static func state(
        _ sequence: Int64, _ purges: Int64, _ schema: Int64 = 1
    )
        -> CollectionPosition
    {
        CollectionPosition(sequence: sequence, purgeCount: purges, schemaVersion: schema)
    }

    static let cases: [(FeedPosition, from: CollectionPosition, to: CollectionPosition, Bool)] = [
        (FeedPosition(), state(5, 2), state(5, 2), true),
        (FeedPosition(), state(5, 2), state(6, 2), false),
        (FeedPosition(sequence: 6), state(5, 2), state(6, 2), true),
        (FeedPosition(sequence: 9), state(5, 2), state(6, 2), true),
        (FeedPosition(sequence: 6), state(5, 2), state(7, 2), false),
        (FeedPosition(sequence: 9), state(5, 2), state(4, 2), false),
        (FeedPosition(sequence: 9), state(5, 2), state(6, 2, 2), false),
        (FeedPosition(sequence: 9), state(5, 2), state(6, 3), false),
        (
            FeedPosition(sequence: 9, purges: PurgeCounts(first: 2, last: 3)), state(5, 2),
            state(6, 3), true
        ),
        (
            FeedPosition(sequence: 5, purges: PurgeCounts(first: 1, last: 4)), state(5, 2),
            state(5, 3), true
        ),
        (
            FeedPosition(sequence: 5, purges: PurgeCounts(first: 3, last: 4)), state(5, 2),
            state(5, 4), false
        ),
        (
            FeedPosition(sequence: 5, purges: PurgeCounts(first: 1, last: 3)), state(5, 2),
            state(5, 4), false
        ),
    ]

    @Test(arguments: cases.indices)
    func `a state is reached by changes that are all reported`(index: Int) {
        let (position, from, to, covers) = Self.cases[index]
        #expect(position.covers(from, to: to) == covers)
    }

    @Test func `purges of another process separate those that are reported`() {
        let first = PurgeCounts(first: 1, last: 3)
        #expect(
            first.extended(by: PurgeCounts(first: 3, last: 4)) == PurgeCounts(first: 1, last: 4)
                && first.extended(by: PurgeCounts(first: 5, last: 6))
                    == PurgeCounts(first: 5, last: 6)
        )
    }

    @Test func `a notification counts when all earlier ones were received`() {
        var received = ReceivedPositions()
        let numbers = [1, 4, 3, 2, 6, 5].map { number -> Int in
            received.add(FeedPosition(number: number))
            return received.last.number
        }
        #expect(numbers == [1, 1, 1, 4, 4, 6])
    }
}
