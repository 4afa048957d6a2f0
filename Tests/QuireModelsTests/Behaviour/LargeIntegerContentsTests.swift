import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// Whole values that contain integers above `Int64.max` are compared, selected and grouped.
@Suite struct LargeIntegerContentsTests {
    struct Extent: Codable, Hashable, Sendable {
        var size: UInt64
        var parts: [UInt64?] = []
    }

    struct Disk: DocumentModel, Hashable, DefaultsProviding {
        @DocumentID var id: String?
        var extent = Extent(size: .max, parts: [nil, 1 << 63])
        var extents = [Extent(size: 1 << 63)]
        var sizes: [UInt64?] = [.max, nil]
        var rows: [[UInt]] = [[.max], []]

        static let defaults = Disk()
    }

    typealias Rule = (
        filter: @Sendable (QueryField<Disk, Disk>) -> QueryCondition<Disk>,
        swift: @Sendable (Disk) -> Bool
    )

    static let large = Extent(size: .max, parts: [nil, 1 << 63])

    static let rules: [Rule] = [
        ({ $0.extent == large }, { $0.extent == large }),
        ({ $0.extent != large }, { $0.extent != large }),
        (
            { $0.extent.in([large, Extent(size: 1)]) },
            { [large, Extent(size: 1)].contains($0.extent) }
        ),
        ({ $0.extents == [large] }, { $0.extents == [large] }),
        ({ $0.extents.contains(large) }, { $0.extents.contains(large) }),
        (
            { $0.extents.contains(Extent(size: 1 << 63)) },
            { $0.extents.contains(Extent(size: 1 << 63)) }
        ),
        ({ $0.extents.in([[large], []]) }, { [[large], []].contains($0.extents) }),
        ({ $0.extent.parts == [nil, 1 << 63] }, { $0.extent.parts == [nil, 1 << 63] }),
        ({ $0.sizes == [.max, nil] }, { $0.sizes == [.max, nil] }),
        ({ $0.sizes != [.max, nil] }, { $0.sizes != [.max, nil] }),
        ({ $0.sizes.contains(.max) }, { $0.sizes.contains(.max) }),
        ({ $0.sizes.contains(nil) }, { $0.sizes.contains(nil) }),
        ({ $0.rows == [[.max], []] }, { $0.rows == [[.max], []] }),
        ({ $0.rows.contains([]) }, { $0.rows.contains([]) }),
        ({ $0.rows.contains([7, .max]) }, { $0.rows.contains([7, .max]) }),
        ({ !$0.rows.contains([.max]) }, { !$0.rows.contains([.max]) }),
        (
            { $0.rows.in([[[.max], []], [[7, .max]]]) },
            { [[[.max], []], [[7, .max]]].contains($0.rows) }
        ),
        ({ $0.rows.in([]) }, { _ in false }),
    ]

    /// The defaults of all keys, and other values.
    private func filled(_ kind: TestStore) throws -> (Repository<Disk>, [Disk]) {
        let store = try kind.open()
        try store.put("absent", #"{"type":"disk"}"#)
        try store.put("part", #"{"type":"disk","extent":{"size":18446744073709551615,"parts":[]}}"#)
        let disks = try store.repository(of: Disk.self)
        let others = [
            Disk(id: "stored"),
            Disk(id: "small", extent: Extent(size: 1), extents: [], sizes: [], rows: []),
            Disk(id: "other", extents: [Self.large], sizes: [nil, .max], rows: [[7, .max]]),
        ]
        try disks.save(others)
        let part = Disk(id: "part", extent: Extent(size: .max))
        return (disks, [Disk(id: "absent"), part] + others)
    }

    @Test(arguments: TestStore.all)
    func `a condition is that of Swift`(kind: TestStore) throws {
        let (disks, models) = try filled(kind)
        var wrong: [String] = []
        for (index, rule) in Self.rules.enumerated() {
            let found = try Set(disks.filter(rule.filter).select(\.id).all())
            let expected = Set(models.filter(rule.swift).map(\.id))
            if found != expected { wrong.append("\(index): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all)
    func `a missing value is selected as its default value`(kind: TestStore) throws {
        let (disks, models) = try filled(kind)
        let extents = try disks.select(\.extent).all()
        let lists = try disks.select(\.extents).all()
        let sizes = try disks.select(\.sizes).all()
        let rows = try disks.select(\.rows).all()
        #expect(
            Set(extents) == Set(models.map(\.extent)) && Set(lists) == Set(models.map(\.extents))
                && Set(sizes) == Set(models.map(\.sizes)) && Set(rows) == Set(models.map(\.rows)))
    }

    @Test(arguments: TestStore.all)
    func `a missing value and its default value are one group`(kind: TestStore) throws {
        let (disks, models) = try filled(kind)
        let groups = try disks.grouped { $0.extent }.select { ($0.key, $0.count) }.all()
        let expected = Dictionary(grouping: models, by: \.extent).mapValues(\.count)
        #expect(Dictionary(groups) { $0 + $1 } == expected && groups.count == expected.count)
    }

    @Test(arguments: TestStore.all)
    func `a stored value and an equal constant are one group and one distinct value`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"disk"}"#)
        try store.put("b", #"{"type":"disk","extent":{"zone":1,"size":2}}"#)
        let column = "IFMISSING(extent, {'size': 2, 'zone': 1})"
        let counts = try [
            "SELECT \(column) AS e FROM _ GROUP BY \(column)",
            "SELECT DISTINCT \(column) AS e FROM _",
        ]
        .map { try store.store.rows(of: .parse($0)).allResults().count }
        #expect(counts == [1, 1])
    }

    @Test func `a number alone cannot be part of a statement`() throws {
        let database = InMemoryDatabase()
        let error = #expect(throws: QuireError.self) {
            try database.query("SELECT * FROM _ WHERE size = \(UInt64.max)")
        }
        #expect(error?.message.contains("is greater than \(Int64.max)") == true)
    }

    @Test func `a collection in a statement keeps its numbers`() throws {
        let database = InMemoryDatabase()
        try database.repository(of: Disk.self).save(Disk())
        let rows = try database.query("SELECT \([[Self.large]]) AS a FROM _")
        #expect(
            rows.map { $0.toJSON() } == [
                #"{"a":[[{"parts":[null,9223372036854775808],"size":18446744073709551615}]]}"#
            ])
    }
}
