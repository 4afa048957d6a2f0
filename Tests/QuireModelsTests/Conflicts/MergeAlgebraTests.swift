import Fleece
import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireModels
@testable import QuireModels

/// The laws of merge policies, with generated values.
@Suite struct MergeAlgebraTests {
    /// A policy, or none, and what its values look like.
    struct Policy: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: MergePolicy?
        /// Values of the type of the field.
        let values: @Sendable (inout SplitMix64) -> String?
        /// The policy that gives the same result when the changes are exchanged.
        let exchanged: MergePolicy?

        init(
            _ description: String, _ policy: MergePolicy?, exchanged: MergePolicy? = nil,
            _ values: @escaping @Sendable (inout SplitMix64) -> String?
        ) {
            (testDescription, self.policy, self.values) = (description, policy, values)
            self.exchanged = exchanged ?? policy
        }

        /// Merges values that are JSON, or `nil` if they are missing.
        func merge(
            _ base: String?, _ mine: String?, _ theirs: String?, knowsBase: Bool = true,
            isExchanged: Bool = false
        ) throws -> String? {
            let path = PropertyPath().appending(key: "x")
            let policy = isExchanged ? exchanged : policy
            let merger = ThreeWayMerger(
                policies: policy.map { [path: $0] } ?? [:], knowsBase: knowsBase)
            func value(_ json: String?) throws -> FleeceValue? {
                try json.flatMap { try FleeceStorage(json: "[\($0)]").root?.array?.value(at: 0) }
            }
            return try merger.merge(
                base: try value(base), mine: try value(mine), theirs: try value(theirs), at: path
            )?.finished()?.json(.canonical)
        }

        /// Returns the result, or the reason of an error.
        func outcome(
            _ base: String?, _ mine: String?, _ theirs: String?, knowsBase: Bool = true,
            isExchanged: Bool = false
        ) throws -> String {
            do {
                let merged = try merge(
                    base, mine, theirs, knowsBase: knowsBase, isExchanged: isExchanged)
                return merged ?? "missing"
            } catch let error as UnmergeableField {
                return error.reason
            }
        }
    }

    // MARK: Generated values

    private static func integer(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 8) {
        case 0: nil
        case 1: "null"
        case 2: "\(Int64.max - Int64(random.next(below: 3)))"
        case 3: "\(Int64.min + Int64(random.next(below: 3)))"
        default: "\(random.next(below: 5))"
        }
    }

    private static func number(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 8) {
        case 0: nil
        case 1: "null"
        case 2: "\(UInt64.max - UInt64(random.next(below: 3)))"
        case 3: "1e\(random.next(below: 300))"
        case 4: "\(random.next(below: 3)).0"
        default: "\(Double(random.next(below: 50)) / 10)"
        }
    }

    private static func decimal(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 6) {
        case 0: nil
        case 1: "null"
        case 2: "\"\(random.next(below: 9)).12345678901234567\""
        case 3: "\(UInt64.max - UInt64(random.next(below: 3)))"
        default: "\(Double(random.next(below: 50)) / 10)"
        }
    }

    private static func array(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 8) {
        case 0: return nil
        case 1: return "null"
        default:
            let items = (0..<random.next(below: 5)).map { _ in
                ["1", "2", "3", "\"a\"", "[1]", "{\"b\":1}"][random.next(below: 6)]
            }
            return "[\(items.joined(separator: ","))]"
        }
    }

    private static func text(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 6) {
        case 0: nil
        case 1: "null"
        default: "\"\(["a", "b", "ä", "2024-01-31T00:00:00.000Z"][random.next(below: 4)])\""
        }
    }

    private static func object(_ random: inout SplitMix64) -> String? {
        guard !random.once(in: 8) else { return nil }
        let pairs = ["a", "b", "c"].compactMap { key in
            (random.once(in: 4) ? nil : integer(&random)).map { "\"\(key)\":\($0)" }
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private static func mixture(_ random: inout SplitMix64) -> String? {
        switch random.next(below: 6) {
        case 0: integer(&random)
        case 1: number(&random)
        case 2: array(&random)
        case 3: text(&random)
        case 4: object(&random)
        default: "true"
        }
    }

    static let symmetric = [
        Policy("counter of integers", .counter(isDecimal: false), integer),
        Policy("counter of numbers", .counter(isDecimal: false), number),
        Policy("counter of decimals", .counter(isDecimal: true), decimal),
        Policy("counter of anything", .counter(isDecimal: false), mixture),
        Policy("set", .set, array),
        Policy("set of anything", .set, mixture),
        Policy("maximum of numbers", .maximum(isDecimal: false), number),
        Policy("maximum of decimals", .maximum(isDecimal: true), decimal),
        Policy("maximum of strings", .maximum(isDecimal: false), text),
        Policy("maximum of anything", .maximum(isDecimal: false), mixture),
        Policy("minimum of numbers", .minimum(isDecimal: false), number),
        Policy("minimum of strings", .minimum(isDecimal: false), text),
        Policy("minimum of anything", .minimum(isDecimal: true), mixture),
    ]

    static let directed = [
        Policy("last writer", .lastWriter, exchanged: .firstWriter, mixture),
        Policy("last writer of objects", .lastWriter, exchanged: .firstWriter, object),
        Policy("first writer", .firstWriter, exchanged: .lastWriter, mixture),
        Policy("no policy", nil, mixture),
        Policy("no policy for objects", nil, object),
    ]

    /// Returns generated bases and changes.
    private func cases(
        of policy: Policy
    ) -> [(base: String?, mine: String?, theirs: String?)] {
        (0..<400).map { seed in
            var random = SplitMix64(seed: UInt64(seed))
            let base = policy.values(&random)
            return (base, policy.values(&random), policy.values(&random))
        }
    }

    private func canonical(_ json: String?) throws -> String {
        try json.map { try FleeceStorage(json: "[\($0)]").root?.array?.value(at: 0) }??
            .json(.canonical) ?? "missing"
    }

    // MARK: The laws

    @Test(arguments: symmetric + directed)
    func `without a change on one side, the result is the other side`(policy: Policy) throws {
        for (base, change, _) in cases(of: policy) {
            let expected = try canonical(change)
            #expect(try policy.outcome(base, base, change) == expected)
            #expect(try policy.outcome(base, change, base) == expected)
            #expect(try policy.outcome(base, base, base) == canonical(base))
        }
    }

    @Test(arguments: symmetric)
    func `exchanging the changes gives the same result`(policy: Policy) throws {
        for (base, mine, theirs) in cases(of: policy) {
            for knowsBase in [true, false] {
                #expect(
                    try policy.outcome(base, mine, theirs, knowsBase: knowsBase)
                        == policy.outcome(base, theirs, mine, knowsBase: knowsBase),
                    "\(base ?? "missing"), \(mine ?? "missing"), \(theirs ?? "missing")")
            }
        }
    }

    @Test(arguments: directed.filter { $0.policy != nil })
    func `exchanging the changes and the writers gives the same result`(policy: Policy) throws {
        for (base, mine, theirs) in cases(of: policy) {
            for knowsBase in [true, false] {
                #expect(
                    try policy.outcome(base, mine, theirs, knowsBase: knowsBase)
                        == policy.outcome(
                            base, theirs, mine, knowsBase: knowsBase, isExchanged: true))
            }
        }
    }

    @Test(arguments: symmetric.filter { !$0.testDescription.hasPrefix("counter") } + directed)
    func `two equal changes give this change`(policy: Policy) throws {
        for (base, change, _) in cases(of: policy) {
            for knowsBase in [true, false] {
                #expect(
                    try policy.outcome(base, change, change, knowsBase: knowsBase)
                        == canonical(change))
            }
        }
    }

    @Test(arguments: directed)
    func `the result of two changes of a scalar is one of them`(policy: Policy) throws {
        for (base, mine, theirs) in cases(of: policy) {
            let isObject = [mine, theirs].allSatisfy { $0?.hasPrefix("{") == true }
            if isObject, policy.policy == nil { continue }
            let expected = [try canonical(mine), try canonical(theirs)]
            #expect(expected.contains(try policy.outcome(base, mine, theirs)))
        }
    }

    @Test func `changes of different keys are both made`() throws {
        let policy = Policy("no policy", nil, Self.object)
        for (base, mine, theirs) in cases(of: policy) {
            func member(_ key: String, _ json: String?) throws -> String {
                let value = try json.flatMap { try FleeceStorage(json: $0).root?.dictionary?[key] }
                return try value?.json(.canonical) ?? "missing"
            }
            guard base != nil, mine != nil, theirs != nil else { continue }
            let merged = try policy.merge(base, mine, theirs)
            for key in ["a", "b", "c"] {
                let values = [base, mine, theirs]
                let members = try values.map { try member(key, $0) }
                let expected = members[1] == members[0] ? members[2] : members[1]
                #expect(try member(key, merged) == expected)
            }
        }
    }

    // MARK: Counters

    @Test(arguments: [Self.symmetric[0], Self.symmetric[2]])
    func `a counter adds both differences exactly`(policy: Policy) throws {
        func decimal(_ json: String?) -> Decimal {
            guard let json, json != "null" else { return 0 }
            return Decimal(string: json.filter { $0 != "\"" }) ?? .nan
        }
        for (base, mine, theirs) in cases(of: policy) {
            let sides = [try canonical(mine), try canonical(theirs)]
            guard try !sides.contains(canonical(base)),
                sides.contains(where: { $0.first != "n" && $0.first != "m" })
            else { continue }
            let sum = decimal(mine) + (decimal(theirs) - decimal(base))
            let outcome = try policy.outcome(base, mine, theirs)
            if outcome.hasPrefix("the sum") {
                // Only 64-bit integers can overflow here.
                #expect(sum > Decimal(Int64.max) || sum < Decimal(Int64.min))
                #expect(policy.policy == .counter(isDecimal: false))
            } else {
                #expect(decimal(outcome) == sum)
            }
        }
    }

    struct Sum: Sendable, CustomTestStringConvertible {
        let values: [String?]
        let expected: String
        var isDecimal = false
        var testDescription: String { "\(values.map { $0 ?? "missing" }) gives \(expected)" }

        init(_ values: [String?], _ expected: String, isDecimal: Bool = false) {
            (self.values, self.expected, self.isDecimal) = (values, expected, isDecimal)
        }
    }

    static let tooLarge = "the sum of the counter cannot be stored"
    static let noNumber = "a counter must be a number in both changes and in their base"
    static let sums = [
        Sum(["10", "11", "11"], "12"),
        Sum(["10", "13", "9"], "12"),
        Sum([nil, "1", "1"], "2"),
        Sum(["null", "1", "1"], "2"),
        Sum(["10", nil, "13"], "3"),
        Sum(["10", "null", "13"], "3"),
        Sum(["10", nil, nil], "missing"),
        Sum(["10", "null", "null"], "null"),
        Sum(["10", "null", nil], "null"),
        Sum(
            ["9223372036854775800", "9223372036854775803", "9223372036854775801"],
            "9223372036854775804"),
        Sum(["9223372036854775806", "9223372036854775807", "9223372036854775807"], tooLarge),
        Sum(["-9223372036854775807", "-9223372036854775808", "-9223372036854775808"], tooLarge),
        Sum(
            ["9223372036854775807", "9223372036854775808", "9223372036854775809"],
            "9223372036854775810"),
        Sum(
            ["18446744073709551613", "18446744073709551614", "18446744073709551614"],
            "18446744073709551615"),
        Sum(["18446744073709551614", "18446744073709551615", "18446744073709551615"], tooLarge),
        Sum(["9007199254740993", "9007199254740994", "9007199254740995"], "9007199254740996"),
        Sum(["0.1", "0.3", "0.4"], "0.6"),
        Sum(["1e300", "1.5e308", "1.5e308"], tooLarge),
        Sum(["0.1", "0.2", "0.3"], "0.4", isDecimal: true),
        Sum(["0", "12345678901234567", "0.5"], "\"12345678901234567.5\"", isDecimal: true),
        Sum(
            ["\"0.12345678901234567890\"", "1", "1"], "\"1.8765432109876543211\"", isDecimal: true),
        Sum(["\"1e40\"", "\"1e-20\"", "2"], tooLarge, isDecimal: true),
        Sum(["1", "\"2\"", "3"], noNumber),
        Sum(["true", "2", "3"], noNumber),
        Sum(["1", "[2]", "3"], noNumber),
        Sum(["1", "\"a\"", "3"], noNumber, isDecimal: true),
    ]

    @Test(arguments: sums)
    func `a counter has the sum of its table`(sum: Sum) throws {
        let policy = Policy("counter", .counter(isDecimal: sum.isDecimal), Self.integer)
        #expect(try policy.outcome(sum.values[0], sum.values[1], sum.values[2]) == sum.expected)
    }

    @Test(arguments: Self.symmetric.prefix(3))
    func `without the base, a counter is a conflict`(policy: Policy) throws {
        for (_, mine, theirs) in cases(of: policy) {
            let outcome = try policy.outcome(nil, mine, theirs, knowsBase: false)
            let isPresent = [mine, theirs].contains { $0 != nil && $0 != "null" }
            #expect(outcome.hasPrefix("a counter cannot be merged") == isPresent)
        }
    }

    // MARK: Sets, maximum and minimum

    @Test func `a set has all elements that no side removed`() throws {
        let policy = Policy("set", .set, Self.array)
        func elements(_ json: String?) throws -> Set<String> {
            guard let json, json != "null" else { return [] }
            let array = try FleeceStorage(json: json).root?.array
            return Set(try array.map { try $0.map { try $0.json(.canonical) } } ?? [])
        }
        for (base, mine, theirs) in cases(of: policy) {
            let (b, m, t) = (try elements(base), try elements(mine), try elements(theirs))
            let merged = try elements(try policy.merge(base, mine, theirs))
            #expect(
                merged
                    == b.intersection(m).intersection(t).union(m.subtracting(b)).union(
                        t.subtracting(b)))
            let united = try elements(
                try policy.merge(nil, mine, theirs, knowsBase: false))
            #expect(united == m.union(t))
        }
    }

    static let extremes: [(values: [String?], maximum: String, minimum: String)] = [
        (["10", "12", "15"], "15", "12"),
        (["10", "5", "10"], "5", "5"),
        (["10", nil, "5"], "5", "5"),
        (["10", "null", "5"], "5", "5"),
        (["10", "null", nil], "null", "null"),
        ([nil, "1", "1.0"], "1", "1"),
        (
            [nil, "9007199254740993", "9007199254740992.0"], "9007199254740993",
            "9007199254740992.0"
        ),
        ([nil, "18446744073709551615", "-1"], "18446744073709551615", "-1"),
        ([nil, "\"b\"", "\"a\""], "\"b\"", "\"a\""),
        ([nil, "1e308", "-1e308"], "1e+308", "-1e+308"),
    ]

    @Test(arguments: extremes.indices)
    func `the maximum and the minimum are those of the table`(index: Int) throws {
        let (values, maximum, minimum) = Self.extremes[index]
        for (policy, expected) in [
            (MergePolicy.maximum(isDecimal: false), maximum), (.minimum(isDecimal: false), minimum),
        ] {
            let policy = Policy("extreme", policy, Self.number)
            #expect(try policy.outcome(values[0], values[1], values[2]) == canonical(expected))
        }
    }

    @Test func `values that cannot be compared are a conflict`() throws {
        for policy in [MergePolicy.maximum(isDecimal: false), .minimum(isDecimal: false), .set] {
            let policy = Policy("policy", policy, Self.mixture)
            for values in [("1", "\"a\""), ("true", "false"), ("{}", "2")] {
                #expect(throws: UnmergeableField.self) {
                    try policy.merge(nil, values.0, values.1)
                }
            }
        }
    }
}
