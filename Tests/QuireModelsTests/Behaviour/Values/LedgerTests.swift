import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// The amounts of a ledger are added without rounding.
@Suite struct LedgerTests {
    struct Entry: DocumentModel {
        @DocumentID var id: String?
        var category: String
        var date: Date
        var paid: Date?
        var amount: Decimal
    }

    private static func entry(
        _ category: String, _ day: TimeInterval, _ amount: Decimal
    ) -> Entry {
        let date = Date(timeIntervalSince1970: 1_795_000_000 + day * 86_400)
        return Entry(
            category: category, date: date, paid: day > 10 ? date : nil, amount: amount)
    }

    static let ledger: [Entry] = [
        entry("food", 0, Decimal(10) / 3), entry("food", 1, Decimal(20) / 3),
        entry("food", 40, 0.1), entry("food", 41, 0.2), entry("rent", 0, -1250),
        entry("rent", 40, Decimal(-1) / 3),
    ]

    @Test(arguments: TestStore.all)
    func `a report by category and month is that of Swift`(kind: TestStore) throws {
        let entries = try kind.open().repository(of: Entry.self)
        try entries.save(Self.ledger)
        let report = try entries.grouped(by: { $0.category }, { $0.date.month })
            .select { ($0.key.0, $0.key.1, $0.sum(of: \.amount)) }.all()
        let found = Dictionary(report.map { ("\($0.0) \($0.1)", $0.2) }) { first, _ in first }
        let expected = Dictionary(grouping: Self.ledger) {
            "\($0.category) \(DocumentDate.string(from: $0.date)?.prefix(7) ?? "")"
        }.mapValues { $0.reduce(0) { $0 + $1.amount } }
        #expect(found == expected)
    }

    @Test(arguments: TestStore.all)
    func `the year, month and day of a date are texts, or nil`(kind: TestStore) throws {
        let entries = try kind.open().repository(of: Entry.self)
        try entries.save([Self.entry("food", 0, 1), Self.entry("food", 11, 1)])
        let texts = try entries.sorted(by: \.date)
            .select { ($0.date.year, $0.date.month, $0.date.day, $0.paid.day) }.all()
        #expect(
            texts.map { "\($0)" } == [
                #"("2026", "2026-11", "2026-11-18", nil)"#,
                #"("2026", "2026-11", "2026-11-29", Optional("2026-11-29"))"#,
            ])
    }

    struct Account: DocumentModel {
        @DocumentID var id: String?
        var balance: Decimal
        var limit: Decimal?
    }

    @Test(arguments: TestStore.all)
    func `decimals are incremented exactly`(kind: TestStore) throws {
        let accounts = try kind.open().repository(of: Account.self)
        let values =
            ["0.1", "0.2", "9007199254740993", "99999999999999999", "0.01", "-0.3"]
            .compactMap { Decimal(string: $0) } + [Decimal(10) / 3]
        for (index, start) in values.enumerated() {
            let id = "a\(index)"
            try accounts.save(Account(id: id, balance: start))
            var expected = start
            // The sum of a third and a large number has more digits than a decimal.
            for amount in values.dropLast() where start != values.last || abs(amount) < 1 {
                try accounts.patch(id) { $0.increment(\.balance, by: amount) }
                expected += amount
            }
            #expect(try accounts.require(id).balance == expected)
            #expect(try accounts.filter { $0.balance == expected }.count() >= 1)
        }
        try accounts.patch("a0") { $0.increment(\.limit, by: values[0]) }
        #expect(try accounts.require("a0").limit == values[0])
    }
}
