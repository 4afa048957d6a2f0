import DatabaseTestSupport
import Fleece
import Quire

@testable import QuireStore

/// A value at the limit of its range, as passed to SQL functions.
enum ExtremeValue: CustomStringConvertible {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])

    func bind(to statement: SQLiteStatement, at index: Int32) throws {
        switch self {
        case .null: try statement.bindNull(at: index)
        case .integer(let value): try statement.bind(value, at: index)
        case .double(let value): try statement.bind(value, at: index)
        case .text(let text): try statement.bind(text, at: index)
        case .blob(let bytes): try statement.bind(bytes, at: index)
        }
    }

    var description: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .text(let text): "'\(text.prefix(40))'"
        case .blob(let bytes): "x'\(Array(bytes.prefix(40)).hexadecimal)'"
        }
    }

    static let all: [ExtremeValue] = numbers + texts + blobs

    private static let numbers: [ExtremeValue] =
        [.null]
        + [.min, .min + 1, -1000, -1, 0, 1, 2, 1000, .max - 1, .max].map { .integer($0) }
        + [
            -.infinity, -1e308, -0x1p63, -0x1p62, -0.5, -0.0, .leastNonzeroMagnitude, 0.5, 0x1p53,
            0x1p63, 0x1p64, 1e308, .infinity,
        ].map { .double($0) }

    static let strings = [
        "", "a", "é", "e\u{301}", "\0", "a\0b", "İ", "ŉ", "-9223372036854775808", "1e999", "nan",
        "2020-02-29T12:00:00.5+23:59", "-0001-01-01", "9999-12-31T24:00", "millisecond", "MONTH",
        "millennium", "%F %T%Ez", "%", "\\", "_%\\", "(a|b)*", "(", "a{1000}", "$0$9$&",
        "a.b[0]", "[-9223372036854775808]", "LCUnicode_CD_", "LCUnicode____tr",
    ]

    private static let texts: [ExtremeValue] =
        (strings + [String(repeating: "a", count: 20_000)]).map { .text($0) }

    private static let blobs: [ExtremeValue] =
        [[], [0x00], [0x30, 0x00], Array(repeating: 0xFF, count: 64)].map { .blob($0) }
        + values.map { .blob($0) }

    /// Values as Fleece documents: possible parameters, and some that no encoder produces.
    static let values: [[UInt8]] = damaged + sound + data

    private static let damaged: [[UInt8]] = {
        let nan: [UInt8] = [0x28, 0, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F]
        // Each array contains a pointer to the previous one.
        let nested =
            [0x60, 0x01, 0x00, 0x01]
            + Array(
                repeating: [0x60, 0x01, 0x80, 0x03] as [UInt8], count: 600
            ).joined()
        return [
            nan + [0x80, 0x05], nan + [0x60, 0x01, 0x80, 0x06, 0x80, 0x02],
            nested + [0x80, 0x02],
            // A string that is not UTF-8.
            [0x43, 0xFF, 0xC3, 0xE2, 0x80, 0x02],
            // More items than bytes.
            [0x67, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00, 0x80, 0x04],
        ]
    }()

    private static let sound: [[UInt8]] = [
        "null", "true", "false", "18446744073709551615", "[]", "{}", #"[null,true,"a",[1]]"#,
        "[9223372036854775807,18446744073709551615,-1e308,1e308]", #"{"a":{"b":[0]}}"#,
        "[[[[[\(String(repeating: "0,", count: 500))0]]]]]",
    ].compactMap { json in
        encoded { try JSONReader.read(json, into: $0) }
    }

    private static let data: [[UInt8]] = [
        encoded { writer in ([1, 2, 3] as [UInt8]).withUnsafeBytes(writer.write(data:)) }
    ].compactMap(\.self)

    private static func encoded(_ write: (FleeceWriter) throws -> Void) -> [UInt8]? {
        let writer = FleeceWriter()
        try? write(writer)
        return try? writer.finish()
    }
}
