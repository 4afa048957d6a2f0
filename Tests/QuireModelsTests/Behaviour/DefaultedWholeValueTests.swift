import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// A typed query of whole values says what the models say, also if stored values lack keys with
/// default values.
@Suite struct DefaultedWholeValueTests {
    struct Money: Codable, Hashable, Sendable, DefaultsProviding {
        var amount: Int
        var currency = "EUR"
        var rate: Float = 0.1

        static let defaults = Money(amount: 0)
        static var requiredKeys: Set<String> { ["amount"] }
    }

    struct Line: Codable, Hashable, Sendable {
        var price: Money
        var label: String?
    }

    struct Invoice: DocumentModel, Equatable {
        @DocumentID var id: String?
        var total: Money
        var tip: Money?
        var lines: [Line]
        var prices: [Money]
        var rates: [String: Money]
        var parts: Set<Money>
    }

    /// Documents in which any of the keys are missing.
    static let bodies = [
        #"""
        {"total":{"amount":1},"lines":[{"price":{"amount":1}}],"prices":[{"amount":1}],
        "rates":{"a":{"amount":1}},"parts":[{"amount":1}]}
        """#,
        #"""
        {"total":{"amount":1,"currency":"EUR"},"tip":{"amount":1},
        "lines":[{"price":{"amount":1,"currency":"NOK"},"label":"x"},{"price":{"amount":2}}],
        "prices":[{"amount":2},{"amount":1,"currency":"EUR"}],
        "rates":{"b":{"amount":1},"a":{"amount":1,"currency":"NOK"}},
        "parts":[{"amount":1},{"amount":1,"currency":"NOK"}]}
        """#,
        #"""
        {"total":{"amount":1,"currency":"NOK"},"tip":null,"lines":[],"prices":[],"rates":{},
        "parts":[]}
        """#,
        #"""
        {"total":{"amount":1,"currency":"EUR","rate":0.5},"tip":{"amount":2,"currency":"EUR"},
        "lines":[{"price":{"amount":1,"currency":"EUR"}}],
        "prices":[{"amount":1},{"amount":1,"currency":"EUR"},{"amount":1,"currency":"NOK"}],
        "rates":{"a":{"amount":1,"currency":"EUR"}},"parts":[{"amount":9}]}
        """#,
    ]

    private static func fill(_ kind: TestStore) throws -> Repository<Invoice> {
        let store = try kind.open()
        let invoices = try store.repository(of: Invoice.self)
        for (index, body) in bodies.enumerated() {
            try store.put("i\(index)", #"{"type":"invoice","# + body.dropFirst())
        }
        // The rate of this one is stored by the encoder, as a `Float`.
        try invoices.save(
            Invoice(
                id: "i9", total: Money(amount: 1), tip: Money(amount: 1),
                lines: [Line(price: Money(amount: 1), label: nil)], prices: [Money(amount: 1)],
                rates: ["a": Money(amount: 1)], parts: [Money(amount: 1)]))
        return invoices
    }

    typealias Filter = @Sendable (QueryField<Invoice, Invoice>) -> QueryCondition<Invoice>

    static let one = Money(amount: 1)
    static let norwegian = Money(amount: 1, currency: "NOK")

    static let filters: [(String, Filter, @Sendable (Invoice) -> Bool)] = [
        ("equals", { $0.total == one }, { $0.total == one }),
        ("differs", { $0.total != one }, { $0.total != one }),
        ("in a list", { $0.total.in([one]) }, { [one].contains($0.total) }),
        ("equals an optional", { $0.tip == one }, { $0.tip == one }),
        ("differs from an optional", { $0.tip != one }, { $0.tip != one }),
        ("two properties", { $0.total == $0.tip }, { $0.total == $0.tip }),
        ("contains", { $0.prices.contains(one) }, { $0.prices.contains(one) }),
        ("contains in a set", { $0.parts.contains(one) }, { $0.parts.contains(one) }),
        ("an array", { $0.prices == [one, one] }, { $0.prices == [one, one] }),
        ("an array of one", { $0.prices == [one] }, { $0.prices == [one] }),
        (
            "any item", { $0.prices.any { $0 == norwegian } },
            { $0.prices.contains { $0 == norwegian } }
        ),
        (
            "every item", { $0.prices.every { $0 == one } },
            { $0.prices.allSatisfy { $0 == one } }
        ),
        ("the first item", { $0.prices[0] == one }, { $0.prices.first == one }),
        ("a value of a dictionary", { $0.rates["a"] == one }, { $0.rates["a"] == one }),
        (
            "nested items", { $0.lines.contains(Line(price: one, label: nil)) },
            { $0.lines.contains(Line(price: one, label: nil)) }
        ),
        (
            "an object in an item", { $0.lines.any { $0.price == one } },
            { $0.lines.contains { $0.price == one } }
        ),
        ("nil", { $0.tip == nil }, { $0.tip == nil }),
        ("a count", { $0.prices.count == 1 }, { $0.prices.count == 1 }),
    ]

    @Test(arguments: TestStore.all)
    func `a filter finds the models that Swift finds`(kind: TestStore) throws {
        let invoices = try Self.fill(kind)
        let models = try invoices.all()
        let wrong = try Self.filters.filter { _, filter, isMet in
            try invoices.filter(filter).all() != models.filter(isMet)
        }
        #expect(wrong.map(\.0) == [])
    }

    @Test(arguments: TestStore.all)
    func `a predicate finds the models that Swift finds`(kind: TestStore) throws {
        let invoices = try Self.fill(kind)
        let models = try invoices.all()
        let one = Self.one
        let predicates: [Predicate<Invoice>] = [
            #Predicate { $0.total == one }, #Predicate { $0.total != one },
            #Predicate { $0.prices.contains(one) },
            #Predicate { $0.prices.allSatisfy { $0 == one } },
        ]
        let wrong = try predicates.indices.filter { index in
            let found = try invoices.filter(predicates[index]).all()
            return try found != models.filter { try predicates[index].evaluate($0) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TestStore.all)
    func `groups are those of the models`(kind: TestStore) throws {
        let invoices = try Self.fill(kind)
        let groups = try invoices.grouped { $0.total }.select { ($0.key, $0.count) }.all()
        let expected = Dictionary(grouping: try invoices.all(), by: \.total).mapValues(\.count)
        #expect(
            groups.count == expected.count
                && Dictionary(groups.map { ($0.0, $0.1) }) { $1 } == expected)
    }

    @Test(arguments: TestStore.all)
    func `distinct values are those of the models`(kind: TestStore) throws {
        let invoices = try Self.fill(kind)
        let values = try invoices.select { $0.total }.distinct().all()
        let expected = Set(try invoices.all().map(\.total))
        #expect(values.count == expected.count && Set(values) == expected)
    }

    @Test(arguments: TestStore.all)
    func `a sweep writes the default values inside arrays and dictionaries`(
        kind: TestStore
    ) throws {
        let invoices = try Self.fill(kind)
        let models = try invoices.all()
        let first = try invoices.sweep()
        let second = try invoices.sweep()
        let body = try invoices.store.record(id: "i1")?.body["parts"]?.json(.canonical)
        #expect(try invoices.all() == models)
        #expect((first.migrated, second.total) == (4, 0))
        #expect(
            body == #"[{"amount":1,"currency":"EUR","rate":0.10000000149011612},"#
                + #"{"amount":1,"currency":"NOK","rate":0.10000000149011612}]"#
        )
    }
}
