import CSQLite
import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore

/// Long-running functions end when the query is interrupted.
@Suite struct FunctionInterruptionTests {
    /// A call with large arguments.
    struct Call: Sendable, CustomTestStringConvertible {
        let sql: String
        let arguments: [ExtremeValue]
        var testDescription: String { sql }

        init(_ sql: String, _ arguments: ExtremeValue...) {
            self.sql = sql
            self.arguments = arguments
        }
    }

    private static func text(_ unit: String, _ count: Int) -> ExtremeValue {
        .text(String(repeating: unit, count: count))
    }

    private static func value(_ json: String) -> ExtremeValue {
        let writer = FleeceWriter()
        try? JSONReader.read(json, into: writer)
        return .blob((try? writer.finish()) ?? [])
    }

    private static let long = text("aé ", 250_000)
    private static let zeros = value("[\(String(repeating: "0,", count: 400_000))0]")
    private static let nulls = value("[\(String(repeating: "null,", count: 400_000))0]")
    private static let entries = value(
        "{\((0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ","))}")
    /// An array with so many copies of one array that comparing them takes a multiple of its size.
    private static let copies: ExtremeValue = {
        let writer = FleeceWriter()
        let item = writer.encodeArray(Array(repeating: writer.encode(1 as Int64), count: 400))
        writer.write(writer.encodeArray(Array(repeating: item, count: 4_000)))
        return .blob((try? writer.finish()) ?? [])
    }()

    static let calls = [
        Call("?1 LIKE ?2 ESCAPE '\\'", long, .text("%_b_b_b%")),
        Call("?1 LIKE '%' || ?2 || 'b%'", text("a", 1_000_000), text("a", 1_000)),
        Call("quire_like(?1, ?2, 'LCUnicode____')", long, .text("%_b_b_b%")),
        Call("quire_like(?1, '%b%', 'LCUnicode_CD_')", long),
        Call("contains(?1, ?2 || 'b')", text("a", 1_000_000), text("a", 500_000)),
        Call("contains(?1, 'b')", long), Call("contains(?1, 'é' || ?2)", long, text("é", 20)),
        Call("quire_contains(?1, 'b', 'LCUnicode_CD_')", long),
        Call("quire_concat(?1, ?1, ?1)", long),
        Call("quire_concat(?1, ?1)", zeros),
        Call("quire_to_array(?1)", long), Call("quire_object('a', ?1)", zeros),
        Call("quire_array(?1)", zeros),
        Call("N1QL_length(?1)", long), Call("N1QL_lower(?1)", long), Call("N1QL_upper(?1)", long),
        Call("N1QL_trim(?1)", text(" ", 1_000_000)), Call("quire_rtrim(?1, 'aé ')", long),
        Call("quire_regexp_like(?1, '(a*)*b')", long),
        Call("quire_regexp_position(?1, 'x|y')", long),
        Call("quire_regexp_replace(?1, 'a', ?1)", long),
        Call("array_sum(?1)", zeros), Call("array_avg(?1)", zeros),
        Call("quire_array_max(?1)", zeros), Call("quire_array_min(?1)", zeros),
        Call("quire_array_count(?1)", zeros), Call("quire_property_count(?1)", zeros),
        Call("quire_array_if_null(?1)", nulls), Call("quire_array_contains(?1, 1)", zeros),
        Call("quire_array_contains(?1, ?2)", copies, value("[1]")),
        Call("quire_dict_keys(?1)", entries), Call("quire_dict_values(?1)", entries),
        Call("quire_dict_entries(?1)", entries),
        Call("quire_path_contains(?1, '', 1)", zeros), Call("quire_parameter(?1)", zeros),
        Call("fl_root(?1)", zeros), Call("fl_value(?1, '')", zeros),
    ]

    private static func connection(_ folder: StoreFolder) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        return connection
    }

    @Test(arguments: calls)
    func `a long-running function ends when the query is interrupted`(call: Call) throws {
        let folder = try StoreFolder()
        let connection = try Self.connection(folder)
        let statement = try connection.prepare("SELECT \(call.sql)", purpose: "test")
        for (index, argument) in call.arguments.enumerated() {
            try argument.bind(to: statement, at: Int32(index + 1))
        }
        let interruption = QueryInterruption(limit: nil) { true }
        let error = thrownError {
            try connection.interruptible(by: interruption) { _ = try statement.step() }
        }
        let cause = error?.underlyingError as? SQLiteError
        #expect(cause?.isInterruption == true, "\(String(describing: error))")
    }

    @Test(arguments: ["LCUnicode____", "LCUnicode_CD_", "LCUnicode____sv"])
    func `sorting by a collation ends when the query is interrupted`(collation: String) throws {
        let folder = try StoreFolder()
        let connection = try Self.connection(folder)
        try connection.execute("CREATE TABLE t (a TEXT)", purpose: "test")
        let insertion = try connection.prepare("INSERT INTO t VALUES (?1)", purpose: "test")
        for number in 0..<64 {
            try insertion.bind(String(repeating: "äb", count: 2_000) + "\(number)", at: 1)
            try insertion.run()
        }
        var checks = 0
        let interruption = QueryInterruption(limit: nil) {
            checks += 1
            return checks > 2
        }
        let compared = try connection.prepare(
            "SELECT a FROM t ORDER BY a COLLATE \(collation)", purpose: "test")
        connection.interruptible(by: interruption) { while (try? compared.step()) == true {} }
        #expect(interruption.hasEnded)
    }
}
