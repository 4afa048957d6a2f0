import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireQuery
@testable import QuireQuery

/// The SQL++ functions for decimals.
@Suite(.timeLimit(.minutes(10))) struct DecimalFunctionTests {
    private static func value(_ term: String) throws -> String? {
        let database = try Database(inMemoryNamed: "decimals")
        try database.defaultCollection().save(document: MutableDocument(id: "a"))
        let query = QuerySource(verbatim: "SELECT \(term) AS v FROM _")
        return try database.createQuery(query).json().first
    }

    static let values: [(term: String, json: String)] = [
        ("DECIMAL_KEY(12.5)", #"{"v":"p502125"}"#), ("DECIMAL_KEY('0.250')", #"{"v":"p50025"}"#),
        ("DECIMAL_KEY(-12.5)", #"{"v":"n497874~"}"#), ("DECIMAL_KEY(-0.0)", #"{"v":"o"}"#),
        ("DECIMAL_VALUE('n497874~')", #"{"v":-12.5}"#), ("DECIMAL_VALUE('+2.50e1')", #"{"v":25}"#),
        ("DECIMAL_VALUE('18446744073709551615')", #"{"v":"18446744073709551615"}"#),
        ("DECIMAL_SUM(['0.1', 0.2, 'x', null, 'p50033'])", #"{"v":0.63}"#),
        ("DECIMAL_AVG([])", #"{"v":null}"#), ("DECIMAL_SUM([])", #"{"v":0}"#),
        ("DECIMAL_VALUE('')", #"{"v":null}"#), ("DECIMAL_VALUE('p')", #"{"v":null}"#),
        ("DECIMAL_VALUE('n~')", #"{"v":null}"#), ("DECIMAL_VALUE('p5000')", #"{"v":null}"#),
        // Numbers whose digits would fill the memory.
        ("DECIMAL_VALUE('1e999999999')", #"{"v":null}"#),
        ("DECIMAL_SUM(['1e-999999999', 1])", #"{"v":1}"#),
        ("DECIMAL_KEY('1e499')", #"{"v":null}"#),
    ]

    @Test(arguments: values.indices)
    func `a function of decimals returns an exact value, or null`(index: Int) throws {
        #expect(try Self.value(Self.values[index].term) == Self.values[index].json)
    }

    @Test func `keys have the order of the numbers, and contain them`() throws {
        var random = SplitMix64(seed: 1)
        let numbers = Decimal.extremes + (0..<2000).map { _ in Decimal.generate(&random) }
        let keys = try numbers.map { try FieldOperand.decimalKey(of: $0) }
        let byKey = zip(keys, numbers).sorted {
            Array($0.0.utf8).lexicographicallyPrecedes($1.0.utf8)
        }
        let contained = keys.map {
            DecimalKey.number(of: $0.utf8).map { Decimal(string: $0.description) }
        }
        #expect(byKey.map(\.1) == numbers.sorted() && contained == numbers)
    }
}
