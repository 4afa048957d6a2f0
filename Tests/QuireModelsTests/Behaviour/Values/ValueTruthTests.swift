import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

/// What a typed query says of generated models is what Swift says of them, for each type of values.
///
/// `QUIRE_VALUE_SEEDS` is the number of sets of models, for the long form.
@Suite struct ValueTruthTests {
    static let seeds =
        0..<UInt64(
            ProcessInfo.processInfo.environment["QUIRE_VALUE_SEEDS"].flatMap(Int.init) ?? 1)

    private static func equality<Leaf: GeneratedLeaf>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64, isIndexed: Bool
    ) throws -> [String] {
        let comparison = try ValueComparison<Leaf>(kind, seed: seed, isIndexed: isIndexed)
        comparison.compareEquality()
        comparison.compareWriting()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    private static func order<Leaf: GeneratedLeaf & Comparable>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64, isIndexed: Bool
    ) throws -> [String] {
        let comparison = try ValueComparison<Leaf>(kind, seed: seed, isIndexed: isIndexed)
        comparison.compareOrder()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    private static func numbers<Leaf: GeneratedLeaf & Comparable & Numeric>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64
    ) throws -> [String] {
        let comparison = try ValueComparison<Leaf>(kind, seed: seed)
        comparison.compareSums()
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    static let all: [any GeneratedLeaf.Type] =
        ordered + [Bool.self, URL.self, Data.self, GeneratedPayment.self]
    static let ordered: [any (GeneratedLeaf & Comparable).Type] =
        numeric + [String.self, Date.self, UUID.self, GeneratedLevel.self]
    static let numeric: [any (GeneratedLeaf & Comparable & Numeric).Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
        UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self,
    ]

    /// The engines, also with indexes on all properties of generated types where an engine has them.
    static let engines: [(kind: TestStore, isIndexed: Bool)] = TestStore.all.flatMap { kind in
        kind == .memory ? [(kind, false)] : [(kind, false), (kind, true)]
    }

    @Test(arguments: engines, all.indices)
    func `conditions, selections, groups and writes are those of Swift`(
        engine: (kind: TestStore, isIndexed: Bool), index: Int
    ) throws {
        let wrong = try Self.seeds.flatMap {
            try Self.equality(Self.all[index], engine.kind, seed: $0, isIndexed: engine.isIndexed)
        }
        #expect(wrong == [])
    }

    @Test(arguments: engines, ordered.indices)
    func `orders, pages, ranges and extremes are those of Swift`(
        engine: (kind: TestStore, isIndexed: Bool), index: Int
    ) throws {
        let wrong = try Self.seeds.flatMap {
            try Self.order(
                Self.ordered[index], engine.kind, seed: $0, isIndexed: engine.isIndexed)
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all, numeric.indices)
    func `sums and averages are those of Swift`(kind: TestStore, index: Int) throws {
        let wrong = try Self.seeds.flatMap { try Self.numbers(Self.numeric[index], kind, seed: $0) }
        #expect(wrong == [])
    }

    private static func places<Leaf: GeneratedLeaf>(
        _ type: Leaf.Type, _ kind: TestStore, seed: UInt64
    ) async throws -> [String] {
        let comparison = try ValueComparison<Leaf>(kind, seed: seed)
        try comparison.compareReferences()
        try comparison.compareDefaults()
        try await comparison.compareLiveList()
        if kind != .memory { try comparison.compareUniqueness() }
        return comparison.wrong.map { "\(Leaf.self) \($0)" }
    }

    @Test(arguments: TestStore.all, all.indices)
    func `references, default values, live lists and unique indexes are those of Swift`(
        kind: TestStore, index: Int
    ) async throws {
        var wrong: [String] = []
        for seed in Self.seeds { wrong += try await Self.places(Self.all[index], kind, seed: seed) }
        #expect(wrong == [])
    }
}
