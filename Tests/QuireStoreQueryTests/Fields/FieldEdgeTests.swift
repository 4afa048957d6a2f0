import Foundation
import Quire
import SQLPlusPlus
import Testing

/// Edge cases not covered by the generated conditions.
@Suite struct FieldEdgeTests {
    typealias Field = QueryField<Lodge, Lodge>

    private struct Unusual: DocumentModel, Equatable {
        @DocumentID var id: String?
        var text: String
        var price: Decimal
        var offer: Decimal?
        var flags: Set<Int>
        var data: Data
        var large: UInt64
        var grid: [[Int]]
        var byPoint: [Point: Int]

        struct Point: Hashable, Codable, Sendable { var x: Int }
    }

    private static func unusual(_ text: String, _ price: String) -> Unusual {
        Unusual(
            id: text + price, text: text, price: Decimal(string: price) ?? 0,
            offer: price.hasPrefix("0") ? nil : Decimal(string: price), flags: [1, 2, 3],
            data: Data([1]), large: 1, grid: [[1, 2], [3]], byPoint: [Unusual.Point(x: 1): 2])
    }

    @Test func `operands of arithmetic have no collation`() throws {
        func term<Value>(_ field: QueryField<Lodge, Value>) throws -> QueryTerm {
            try field.term.get()
        }
        let lodge = Field.model
        #expect(try term(lodge.name.collating(.localized) + "x") == term(lodge.name + "x"))
        #expect(try term(lodge.city.collating(.localized) + "x") == term(lodge.city + "x"))
        #expect(try term(lodge.city.collating(.localized).count) == term(lodge.city.count))
    }

    private func store(_ models: [Unusual]) throws -> Repository<Unusual> {
        let repository = try Database(inMemoryNamed: "edges").repository(of: Unusual.self)
        for model in models { try repository.save(model) }
        return repository
    }

    static let decimals = ["0.1234567890123456789012", "0.2", "-7", "5", "99999999999999999999.5"]

    @Test(arguments: ["0", "0.15", "5", "1000000"])
    func `decimals are ordered by value, whether stored as numbers or strings`(limit: String) throws
    {
        let models = Self.decimals.map { Self.unusual("", $0) }
        let repository = try store(models)
        let limit = try #require(Decimal(string: limit))
        func ids(_ condition: (Unusual) -> Bool) -> [String?] { models.filter(condition).map(\.id) }
        #expect(
            try repository.filter { $0.price < limit }.select(\.id).all()
                == ids { $0.price < limit })
        #expect(
            try repository.filter { $0.price > limit }.select(\.id).all()
                == ids { $0.price > limit })
        #expect(
            try repository.filter { $0.price >= limit }.select(\.id).all()
                == ids { $0.price >= limit })
        #expect(
            try repository.filter { $0.offer > limit }.select(\.id).all()
                == ids { $0.offer.map { $0 > limit } ?? false })
        #expect(
            try repository.filter { $0.price.in(0...limit) }.select(\.id).all()
                == ids { (0...limit).contains($0.price) })
    }

    @Test func `strings are compared as stored`() throws {
        let composed = "\u{E9}x"
        let decomposed = "e\u{301}x"
        let repository = try store([Self.unusual(composed, "1"), Self.unusual(decomposed, "2")])
        #expect(composed == decomposed)
        #expect(try repository.filter { $0.text == composed }.count() == 1)
        #expect(try repository.filter { $0.text.hasPrefix("e") }.count() == 1)
        #expect(try repository.filter { $0.text.hasSuffix("\u{301}x") }.count() == 1)
    }

    @Test func `conditions work on sets and arrays in arrays`() throws {
        let repository = try store([Self.unusual("a", "1")])
        #expect(
            try repository.filter { $0.flags.contains(2) && !$0.flags.contains(4) }.count() == 1)
        #expect(try repository.filter { $0.grid == [[1, 2], [3]] }.count() == 1)
        #expect(try repository.filter { $0.grid == [[1, 2], [3, 4]] }.count() == 0)
        #expect(try repository.filter { $0.grid[0][1] == 2 && $0.grid[1].count == 1 }.count() == 1)
        #expect(try repository.filter { $0.grid.any { $0.contains(3) } }.count() == 1)
    }

    private static let refused: [(QueryCondition<Unusual>, String)] = {
        let field = QueryField<Unusual, Unusual>.model
        return [
            (field.flags == [1], "undefined order"),
            (field.byPoint[Unusual.Point(x: 1)] == 2, "Point"),
            (field.offer < nil, "nil"),
            (field.price < .nan, "finite"),
            (field.text.lowercased().hashValue == 1, "computed"),
            (field.text.utf8.count == 1, "The property \\String."),
            (field.text.unicodeScalars.count == 1, "The property \\String."),
        ]
    }()

    @Test(arguments: refused.indices)
    func `an unsupported condition is an error that names it`(index: Int) throws {
        let (condition, name) = Self.refused[index]
        let repository = try store([])
        let error = #expect(throws: QuireError.self) {
            try repository.filter { _ in condition }.all()
        }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
        #expect(throws: QuireError.self) { try repository.filter { _ in !condition }.count() }
        #expect(throws: QuireError.self) {
            try repository.filter { $0.text == "" || condition }.exists()
        }
    }

    static let ends: [(String, String?)] = [
        ("", nil), ("a", "b"), ("ab", "ac"), ("a\u{7F}", "a\u{80}"), ("\u{D7FF}", "\u{E000}"),
        ("a\u{10FFFF}", "b"), ("\u{10FFFF}", nil), ("\u{10FFFF}\u{10FFFF}", nil), ("日", "旦"),
        ("z\u{FFFF}", "z\u{10000}"),
    ]

    @Test(arguments: ends)
    func `the strings with a prefix end before the next prefix`(prefix: String, end: String?) {
        #expect(TextRange.end(ofTextsWithPrefix: prefix) == end)
    }

    @Test func `an index serves comparisons, ranges, prefixes and lists`() throws {
        let store = try LodgeStore(Lodge.generated(count: 20, seed: 1))
        try store.collection.createIndex(
            withName: "byName", config: ValueIndexConfiguration(["type", "name"]))
        let conditions: [QueryCondition<Lodge>] = [
            Field.model.name == "a", Field.model.name > "a", Field.model.name.hasPrefix("Be"),
            Field.model.name.in(["a", "b"]), Field.model.name.in("a"..."b"),
            Field.model.name.between("a", "b"),
        ]
        for condition in conditions {
            let plan = try store.lodges.filter { _ in condition }.select(\.id).explain()
            #expect(plan.contains("INDEX byName (<expr>=? AND <expr>"), "\(plan)")
        }
    }

    @Test func `a field hides a property with the same name only where necessary`() throws {
        struct Odd: DocumentModel {
            var isNull: Int
            var count: Int
        }
        let repository = try Database(inMemoryNamed: "odd").repository(of: Odd.self)
        try repository.save(Odd(isNull: 1, count: 2))
        #expect(
            try repository.filter { $0[dynamicMember: \.isNull] == 1 && $0.count == 2 }.count() == 1
        )
    }
}
