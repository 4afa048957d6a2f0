import DatabaseTestSupport
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Every SQL function, called with values at the limits of their ranges.
@Suite struct FunctionValueTests {
    /// A way to pass bound values to a function.
    enum Passing: CaseIterable {
        /// As plain SQLite values.
        case plain
        /// As values of the query language with subtypes; only for Fleece documents.
        case typed
    }

    private let folder: StoreFolder
    private let connection: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
    }

    private var names: [String] {
        let registered = connection.registered
        return Set(registered.schemaFunctions.keys).union(registered.statementFunctions).sorted()
    }

    /// Returns calls of a function with every number of arguments that SQLite permits.
    private func statements(_ name: String, _ passing: Passing) -> [(SQLiteStatement, Int)] {
        ([0, 1, 2, 3, 4, 5, 127] as [Int]).compactMap { count in
            let argument = passing == .plain ? "?" : "quire_parameter(?)"
            let list = Array(repeating: argument, count: count).joined(separator: ", ")
            let statement = try? connection.prepare("SELECT \(name)(\(list))", purpose: "test")
            return statement.map { ($0, count) }
        }
    }

    /// Calls a function with every combination of values, or with some of them if there are many.
    private func call(
        _ statement: SQLiteStatement, _ count: Int, _ values: [ExtremeValue],
        _ random: inout SplitMix64
    ) throws -> Int {
        var combinations = 1
        for _ in 0..<min(count, 3) { combinations *= values.count }
        let limit = count > 5 ? 3 : count > 2 ? 60 : 250
        let isEach = combinations <= limit
        for number in 0..<min(combinations, limit) {
            var rest = number
            for index in 0..<count {
                let choice = isEach ? rest % values.count : random.next(below: values.count)
                rest /= values.count
                try values[choice].bind(to: statement, at: Int32(index + 1))
            }
            // An error is a valid result, and so is an interruption after the time limit.
            connection.interruptible(by: QueryInterruption(limit: .milliseconds(2))) {
                _ = try? statement.step()
            }
            statement.reset()
        }
        return min(combinations, limit)
    }

    private static let least = "-9223372036854775808"

    static let results: [(sql: String, result: String)] = [
        ("quire_date_add_millis(0, \(least), 'millisecond')", "x''"),
        ("quire_date_add_millis(0, \(least), 'month')", "x''"),
        ("quire_date_add_millis(0, 9223372036854775807, 'millennium')", "x''"),
        ("quire_date_add_millis(8640000000000000, 1, 'millisecond')", "x''"),
        ("quire_date_add_millis(-8640000000000000, 1, 'day')", "-8639999913600000"),
        ("quire_date_add_millis(\(least), 1, 'day')", "NULL"),
        ("quire_date_add_str('2020-02-29', \(least), 'millisecond')", "x''"),
        ("quire_date_add_str('2020-02-29', \(least), 'century')", "x''"),
        ("quire_date_diff_millis(8640000000000000, -8640000000000000, 'day')", "200000000"),
        ("quire_date_diff_millis(-8640000000000000, 8640000000000000, 'month')", "-6570977"),
        // An array with NaN, which no encoder produces.
        ("quire_array_contains(x'28000000000000F87F' || x'00', 1)", "x''"),
        ("quire_array_contains(x'2800000000000000F87F600180068002', 5)", "0"),
        ("quire_array_contains(x'2800000000000000F87F600180068002', 0.5)", "0"),
        ("quire_rank(x'FFFFFFFFFFFFFFFF010000000200000003000000')", "0.5"),
        ("quire_idiv(\(least), -1)", "9.22337203685478e+18"),
        ("-(\(least))", "9.22337203685478e+18"),
        ("abs(\(least))", "9.22337203685478e+18"),
    ]

    @Test(arguments: results)
    func `a value at the limit of its range has a result`(sql: String, result: String) throws {
        #expect(try connection.rows("SELECT \(sql)") == [result])
    }

    @Test(arguments: Passing.allCases)
    func `a function returns or fails for values of any type and size`(passing: Passing) throws {
        let values =
            passing == .plain
            ? ExtremeValue.all : ExtremeValue.values.map { .blob($0) }
        var random = SplitMix64(seed: 1)
        var calls = 0
        for name in names {
            for (statement, count) in statements(name, passing) {
                calls += try call(statement, count, values, &random)
            }
        }
        #expect(calls > 2_000, "\(calls)")
    }
}
