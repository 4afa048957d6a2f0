import Foundation
import Testing

@testable import Quire

/// A typed query of unsigned integers says what the models say, also above `Int64.max`.
@Suite struct UnsignedPropertyTests {
    struct Item: DocumentModel, Equatable {
        @DocumentID var id: String?
        var size: UInt64
        var limit: UInt?
        var other: UInt64

        enum CodingKeys: CodingKey { case id, size, limit, other }
    }

    static let numbers: [UInt64] = [
        0, 1, 5, 1 << 53, UInt64(Int64.max) - 1, UInt64(Int64.max), 1 << 63, (1 << 63) + 1,
        .max - 1, .max,
    ]

    static let items = numbers.enumerated().map { index, number in
        Item(
            id: "i\(index)", size: number, limit: index % 3 == 0 ? nil : UInt(number),
            other: numbers[(index + 4) % numbers.count])
    }

    private static let filled: [TestStore: Result<Repository<Item>, any Error>] =
        Dictionary(
            uniqueKeysWithValues: TestStore.all.map { kind in
                (
                    kind,
                    Result {
                        let repository = try kind.open().repository(of: Item.self)
                        try repository.save(items)
                        return repository
                    }
                )
            })

    private func repository(_ kind: TestStore) throws -> Repository<Item> {
        try #require(Self.filled[kind]).get()
    }

    typealias Comparison = (
        filter: (QueryField<Item, Item>, UInt64) -> QueryCondition<Item>,
        swift: (Item, UInt64) -> Bool
    )

    @Test(arguments: TestStore.all)
    func `a comparison with a number is that of Swift`(kind: TestStore) throws {
        let comparisons: [Comparison] = [
            ({ $0.size < $1 }, { $0.size < $1 }), ({ $0.size <= $1 }, { $0.size <= $1 }),
            ({ $0.size > $1 }, { $0.size > $1 }), ({ $0.size >= $1 }, { $0.size >= $1 }),
            ({ $0.size == $1 }, { $0.size == $1 }), ({ $0.size != $1 }, { $0.size != $1 }),
            ({ $0.size.in([$1, 5]) }, { [$1, 5].contains($0.size) }),
            ({ $0.size.in(3...max(3, $1)) }, { (3...max(3, $1)).contains($0.size) }),
            ({ $0.size.in($1...) }, { ($1...).contains($0.size) }),
            ({ $0.limit == UInt($1) }, { $0.limit == UInt($1) }),
            (
                { $0.limit < UInt($1) },
                { $0.limit.map(UInt64.init) ?? .max < $1 && $0.limit != nil }
            ),
            ({ $0.limit > UInt($1) }, { $0.limit.map(UInt64.init) ?? 0 > $1 }),
            ({ $0.size < $0.other && $0.size != $1 }, { $0.size < $0.other && $0.size != $1 }),
            ({ $0.size >= $0.other && $0.size != $1 }, { $0.size >= $0.other && $0.size != $1 }),
        ]
        let items = try repository(kind)
        var wrong: [String] = []
        for (index, comparison) in comparisons.enumerated() {
            for number in Self.numbers {
                let found = try items.filter { comparison.filter($0, number) }.all()
                let expected = Self.items.filter { comparison.swift($0, number) }
                if found != expected { wrong.append("\(index) \(number)") }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all)
    func `an order is that of Swift, in pages too`(kind: TestStore) throws {
        let sorted = try repository(kind).sorted(by: \.other, .descending)
        var paged: [Item] = []
        var cursor: PageCursor?
        repeat {
            let page = try sorted.page(after: cursor, size: 3)
            paged += page.models
            cursor = page.next
        } while cursor != nil
        let expected = Self.items.sorted { $0.other > $1.other }
        #expect(try sorted.all() == expected && paged == expected)
    }

    @Test(arguments: TestStore.all)
    func `aggregates are those of Swift`(kind: TestStore) throws {
        let items = try repository(kind)
        let large = items.filter { $0.size > 1 << 63 }
        #expect(
            try items.minimum { $0.size } == 0 && items.maximum { $0.size } == .max
                && large.minimum { $0.size } == (1 << 63) + 1
                && items.filter { $0.size < 6 }.sum { $0.size } == 6
                && items.filter { $0.size >= .max - 1 }.average { $0.size }
                    == Double(UInt64.max - 1) + 0.5
        )
    }

    @Test(arguments: TestStore.all)
    func `groups are those of Swift`(kind: TestStore) throws {
        let items = try repository(kind)
        let keys = try items.grouped { $0.size }.sorted { $0.key }.select { $0.key }.all()
        let extremes = try items.grouped { $0.limit == nil }.sorted { $0.key }
            .select { ($0.minimum { $0.size }, $0.maximum { $0.size }) }.all()
        let expected = [false, true].map { isNil in
            let sizes = Self.items.filter { ($0.limit == nil) == isNil }.map(\.size)
            return "\((sizes.min(), sizes.max()))"
        }
        #expect(keys == Self.numbers && extremes.map { "\($0)" } == expected)
    }

    @Test(arguments: TestStore.all)
    func `a grouped sum that would not be exact is an error`(kind: TestStore) throws {
        let sums = try repository(kind).filter { $0.size.in([5, .max]) }
            .grouped { $0.size > 0 }.select { $0.sum { $0.size } }
        let error = #expect(throws: (any Error).self) { try sums.all() }
        #expect("\(error as Any)".contains("would not be exact"))
    }
}
