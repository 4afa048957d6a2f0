import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireModels

@Suite struct FilterBehaviourTests {
    /// Stores of each kind with the same lodges.
    private static let filled: [TestStore: Result<Repository<Guesthouse>, any Error>] =
        Dictionary(
            uniqueKeysWithValues: TestStore.all.map { kind in
                (
                    kind,
                    Result {
                        let lodges = try kind.open().repository(of: Guesthouse.self)
                        try lodges.save(Guesthouse.examples)
                        return lodges
                    }
                )
            })

    /// Stores of each kind with the same bodies, most of which do not decode as lodges.
    private static let odd: [TestStore: Result<Repository<Guesthouse>, any Error>] =
        Dictionary(
            uniqueKeysWithValues: TestStore.all.map { kind in
                (
                    kind,
                    Result {
                        let store = try kind.open()
                        for (index, body) in Guesthouse.oddBodies.enumerated() {
                            try store.put("o\(index)", body)
                        }
                        return try store.repository(of: Guesthouse.self)
                    }
                )
            })

    private func lodges(_ kind: TestStore) throws -> Repository<Guesthouse> {
        try #require(Self.filled[kind]).get()
    }

    /// Returns the IDs of the bodies that meet a condition.
    private func oddIDs(
        _ kind: TestStore, _ choose: (Repository<Guesthouse>) -> Selection<Guesthouse>
    ) throws -> [String] {
        try choose(#require(Self.odd[kind]).get()).records().map(\.id)
    }

    @Test(arguments: TestStore.all, LodgeFilter.all)
    func `a filter selects the same models as in Swift`(kind: TestStore, filter: LodgeFilter) throws
    {
        let expected = Guesthouse.examples.filter(filter.swift).compactMap(\.id)
        let selection = try lodges(kind).filter(filter.typed)
        #expect(try selection.all().compactMap(\.id) == expected)
        #expect(try selection.count() == expected.count)
        #expect(try selection.exists() == !expected.isEmpty)
        #expect(try selection.first()?.id == expected.first)
    }

    @Test(arguments: TestStore.all.filter { $0 != .file }, LodgeFilter.all)
    func `all engines give the same results for arbitrary bodies`(
        kind: TestStore, filter: LodgeFilter
    ) throws {
        let expected = try oddIDs(.file) { $0.filter(filter.typed) }
        #expect(try oddIDs(kind) { $0.filter(filter.typed) } == expected)
        let others = try oddIDs(.file) { $0.filter { !filter.typed($0) } }
        #expect(try oddIDs(kind) { $0.filter { !filter.typed($0) } } == others)
        #expect(expected.count + others.count == Guesthouse.oddBodies.count)
    }

    struct Order: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Repository<Guesthouse>) -> Selection<Guesthouse>
        let swift: @Sendable (Guesthouse, Guesthouse) -> Bool
    }

    static let orders = [
        Order(
            testDescription: "by rate", apply: { $0.sorted(by: \.rate) },
            swift: { $0.rate < $1.rate }),
        Order(
            testDescription: "by rate, descending", apply: { $0.sorted(by: \.rate, .descending) },
            swift: { $0.rate > $1.rate }),
        Order(
            testDescription: "by name and rate",
            apply: { $0.sorted(by: \.name).sorted(by: \.rate, .descending) },
            swift: { ($0.name, -$0.rate) < ($1.name, -$1.rate) }),
        Order(
            testDescription: "by opened", apply: { $0.sorted(by: \.opened, .descending) },
            swift: { $0.opened > $1.opened }),
        Order(
            testDescription: "by zip", apply: { $0.sorted(by: \.address.zip, .descending) },
            swift: { $0.address.zip > $1.address.zip }),
        Order(
            testDescription: "by the number of tags",
            apply: { $0.selection.sorted { $0.tags.count }.sorted(by: \.rate) },
            swift: { ($0.tags.count, $0.rate) < ($1.tags.count, $1.rate) }),
    ]

    @Test(arguments: TestStore.all, orders)
    func `the sort order is the same as in Swift`(kind: TestStore, order: Order) throws {
        let found = try order.apply(lodges(kind)).all().map(\.id)
        #expect(found == Guesthouse.examples.sorted(by: order.swift).map(\.id))
    }

    @Test(arguments: TestStore.all.filter { $0 != .file }, orders)
    func `all engines sort arbitrary bodies in the same order`(kind: TestStore, order: Order) throws
    {
        #expect(try oddIDs(kind, order.apply) == oddIDs(.file, order.apply))
    }

    @Test(arguments: TestStore.all)
    func `a selection is sorted and limited`(kind: TestStore) throws {
        let found = try lodges(kind).filter { $0.stars == 3 }
            .sorted(by: \.rate, .descending).offset(2).limit(3).all()
        let expected = Guesthouse.examples.filter { $0.stars == 3 }.sorted { $0.rate > $1.rate }
            .dropFirst(2).prefix(3)
        #expect(found == Array(expected))
    }

    static let limits = [
        (nil, nil), (0, nil), (5, nil), (-1, nil), (5, 57), (5, 100), (nil, 3), (2, -1),
    ]

    @Test(arguments: TestStore.all, limits)
    func `a count respects the limit`(kind: TestStore, bounds: (limit: Int?, offset: Int?)) throws {
        var selection = try lodges(kind).filter { $0.stars >= 0 }
        if let limit = bounds.limit { selection = selection.limit(limit) }
        if let offset = bounds.offset { selection = selection.offset(offset) }
        let expected = Guesthouse.examples.dropFirst(max(0, bounds.offset ?? 0))
            .prefix(max(0, bounds.limit ?? .max))
        #expect(try selection.all() == Array(expected))
        #expect(try selection.count() == expected.count)
    }

    @Test(arguments: TestStore.all)
    func `filtering by a property that is not stored throws when the selection is read`(
        kind: TestStore
    ) throws {
        let selection = try lodges(kind).filter { $0.name.hashValue > 3 }
        #expect { try selection.all() } throws: { QuireError.Code.invalidQuery ~= $0 }
        #expect { try selection.count() } throws: { QuireError.Code.invalidQuery ~= $0 }
    }

    @Test(arguments: TestStore.all)
    func `a Foundation predicate can be used as a filter`(kind: TestStore) throws {
        let found = try lodges(kind)
            .filter(
                #Predicate<Guesthouse> { $0.rate * 2 < 90 && $0.name.starts(with: "Guesthouse") })
        #expect(try found.all() == Guesthouse.examples.filter { $0.rate * 2 < 90 })
    }

    @Test(arguments: TestStore.all)
    func `the query plan of a selection can be explained`(kind: TestStore) throws {
        let text = try lodges(kind).filter { $0.stars > 3 }.sorted(by: \.rate).explain()
        #expect(text.uppercased().contains("SCAN"))
        #expect(try lodges(kind).select(\.name).explain().uppercased().contains("SCAN"))
    }
}
