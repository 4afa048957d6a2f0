import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import Testing

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

    typealias Arithmetic = (
        filter: @Sendable (QueryField<Item, Item>, UInt64) -> QueryCondition<Item>,
        swift: @Sendable (Item, UInt64) -> Bool
    )

    /// A result that no `UInt64` is equal to is undefined in a query.
    static let arithmetic: [Arithmetic] = [
        ({ $0.size % 2 == 0 && $0.size >= $1 }, { $0.size % 2 == 0 && $0.size >= $1 }),
        ({ $0.size / 2 > $1 }, { $0.size / 2 > $1 }),
        ({ $0.size / 3 == $1 / 3 }, { $0.size / 3 == $1 / 3 }),
        (
            { $0.size + $1 > $1 && $0.size + $1 != 5 },
            { item, number in
                let (sum, isTooLarge) = item.size.addingReportingOverflow(number)
                return !isTooLarge && sum > number && sum != 5
            }
        ),
        (
            { $0.size - $1 >= 1 },
            { item, number in item.size >= number && item.size - number >= 1 }
        ),
        (
            { $0.size * $0.other < $1 },
            { item, number in
                let (product, isTooLarge) = item.size.multipliedReportingOverflow(by: item.other)
                return !isTooLarge && product < number
            }
        ),
        (
            { UInt64(3) % $0.size <= $1 },
            { item, number in item.size != 0 && 3 % item.size <= number }
        ),
        (
            { $0.limit / 2 != UInt($1) },
            { item, number in item.limit.map { $0 / 2 } != UInt(number) }
        ),
    ]

    @Test(arguments: TestStore.all)
    func `arithmetic is that of Swift`(kind: TestStore) throws {
        let items = try repository(kind)
        var wrong: [String] = []
        for (index, arithmetic) in Self.arithmetic.enumerated() {
            for number in Self.numbers {
                let found = try items.filter { arithmetic.filter($0, number) }.all()
                let expected = Self.items.filter { arithmetic.swift($0, number) }
                if found != expected { wrong.append("\(index) \(number)") }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all)
    func `arithmetic in a predicate is that of Swift`(kind: TestStore) throws {
        let predicate = #Predicate<Item> { $0.size > 9_223_372_036_854_775_808 && $0.size - 1 > 2 }
        let found = try repository(kind).filter(predicate).all()
        #expect(try found == Self.items.filter { try predicate.evaluate($0) })
    }

    @Test(arguments: TestStore.all)
    func `a negated unsigned property is refused`(kind: TestStore) throws {
        let items = try repository(kind)
        let error = #expect(throws: QuireError.self) {
            try items.filter { -$0.size == 0 }.count()
        }
        #expect(error?.message.contains("do not have a sign") == true)
    }

    @Test(arguments: TestStore.all)
    func `grouped sums and averages are those of Swift`(kind: TestStore) throws {
        let items = try repository(kind).filter { $0.size <= 1 << 63 && $0.size != 5 }
        let groups = items.grouped { $0.limit == nil }
        let rows = try groups.sorted { $0.sum { $0.size } }
            .select { ($0.key, $0.sum { $0.size }, $0.average { $0.size }) }.all()
        let models = try items.all()
        let expected = [true, false].map { isNil in
            let sizes = models.filter { ($0.limit == nil) == isNil }.map(\.size)
            return (isNil, sizes.reduce(0, +))
        }.sorted { $0.1 < $1.1 }
        let large = try groups.having { $0.sum { $0.size } > 1 << 62 }.select { $0.key }.all()
        #expect(rows.map { "\($0.0) \($0.1)" } == expected.map { "\($0) \($1)" })
        #expect(Set(large) == Set(expected.filter { $0.1 > 1 << 62 }.map(\.0)))
    }

    @Test(arguments: TestStore.all)
    func `a sum above the greatest integer is an error`(kind: TestStore) throws {
        let items = try repository(kind).filter { $0.size.in([5, .max]) }
        let sums = items.grouped { $0.size > 0 }.select { $0.sum { $0.size } }
        let error = #expect(throws: QuireError.self) { try sums.all() }
        let other = #expect(throws: QuireError.self) { try items.sum { $0.size } }
        #expect(error?.message.contains("too large") == true && other?.code == error?.code)
    }

    struct Counter: DocumentModel, DefaultsProviding, Equatable {
        @DocumentID var id: String?
        var size: UInt64 = 1 << 63
        var amount = Decimal(UInt64.max)

        static let defaults = Counter()
    }

    @Test(arguments: TestStore.all)
    func `a default value above the greatest signed integer counts`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"counter"}"#)
        let counters = try store.repository(of: Counter.self)
        try counters.save(Counter(id: "b", size: 7, amount: 1))
        #expect(
            try counters.filter { $0.size > 7 }.all() == [Counter(id: "a")]
                && counters.sum { $0.size } == (1 << 63) + 7
                && counters.maximum { $0.size } == 1 << 63
                && counters.maximum { $0.amount } == Decimal(UInt64.max)
                && counters.filter { $0.amount == Decimal(UInt64.max) }.count() == 1)
    }

    struct Limits: DocumentModel {
        @DocumentID var id: String?
        var tiny: Int8 = 120
        var byte: UInt8 = 250
        var whole = Int.max - 7
        var large: UInt64 = 1 << 63
        var list: [UInt64] = [.max, 1 << 63, 7]
    }

    typealias Increment = (
        patch: @Sendable (inout Patch<Limits>) -> Void, value: @Sendable (Limits) -> UInt64?
    )

    /// Increments that fit the property, and those that do not.
    static let increments: [(Increment, UInt64?)] = [
        (({ $0.increment(\.tiny, by: 7) }, { UInt64($0.tiny) }), 127),
        (({ $0.increment(\.tiny, by: 8) }, { UInt64($0.tiny) }), nil),
        (({ $0.increment(\.byte, by: 5) }, { UInt64($0.byte) }), 255),
        (({ $0.increment(\.byte, by: 6) }, { UInt64($0.byte) }), nil),
        (({ $0.increment(\.whole, by: 7) }, { UInt64($0.whole) }), UInt64(Int.max)),
        (({ $0.increment(\.whole, by: 8) }, { UInt64($0.whole) }), nil),
        (({ $0.increment(\.large, by: (1 << 63) - 1) }, { $0.large }), .max),
        (({ $0.increment(\.large, by: 1 << 63) }, { $0.large }), nil),
    ]

    @Test(arguments: TestStore.all, increments.indices)
    func `an increment is exact, or an error that names the property`(
        kind: TestStore, index: Int
    ) throws {
        let ((patch, value), expected) = Self.increments[index]
        let repository = try kind.open().repository(of: Limits.self)
        try repository.save(Limits(id: "a"))
        let result = Result { try repository.patch("a", patch) }
        let stored = try repository.require("a")
        guard let expected else {
            let error = #expect(throws: QuireError.self) { try result.get() }
            #expect(error?.message.contains("cannot be patched: ") == true)
            #expect(value(stored) == value(Limits()))
            return
        }
        #expect(value(stored) == expected)
    }

    @Test(arguments: TestStore.all)
    func `an array of large integers is compared`(kind: TestStore) throws {
        let repository = try kind.open().repository(of: Limits.self)
        try repository.save([Limits(id: "a"), Limits(id: "b", list: [.max])])
        let equal = try repository.filter { $0.list == [.max, 1 << 63, 7] }.select(\.id).all()
        let other = try repository.filter { $0.list != [.max, 1 << 63, 7] }.select(\.id).all()
        #expect(equal == ["a"] && other == ["b"])
    }

    @Test func `an item of a dictionary with a question mark is an error with the spelling`() throws
    {
        struct Rates: DocumentModel {
            struct Rate: Codable, Sendable { var amount = 1 }
            @DocumentID var id: String?
            var rates: [String: Rate] = [:]
        }
        let repository = try InMemoryDatabase().repository(of: Rates.self)
        let error = #expect(throws: QuireError.self) {
            try repository.filter { $0.rates["a"]?.amount == 1 }.count()
        }
        #expect(error?.message.contains(#"$0.rates["a"].amount"#) == true)
    }
}
