import QuireFormats
import Testing

@testable import QuireCLI

@Suite struct RowFormatTests {
    static let titles = ["name", "rate", "more"]
    static let rows: [[Cell]] = [
        [.text("Grand, \"the\""), .number("240"), .json("[1,2]")],
        [.text("12"), .null, .missing],
        [.text("a\nb\tc"), .number("1.5"), .json("true")],
        [.text(""), .missing, .text("null")],
    ]

    static let expected: [(RowFormat, String)] = [
        (
            .table,
            """
            name          rate  more
            ------------  ----  -----
            Grand, "the"   240  [1,2]
            12            null
            a\\nb\\tc        1.5  true
                                null

            """
        ),
        (
            .tsv,
            "Grand, \"the\"\t240\t[1,2]\n12\tnull\t\na\\nb\\tc\t1.5\ttrue\n\t\tnull\n"
        ),
        (
            .csv,
            """
            name,rate,more
            "Grand, ""the""\",240,"[1,2]"
            "12",null,
            "a
            b\tc",1.5,true
            "",,"null"

            """
        ),
        (
            .markdown,
            """
            | name | rate | more |
            | --- | --- | --- |
            | Grand, "the" | 240 | \\[1,2\\] |
            | 12 | null |  |
            | a<br>b c | 1.5 | true |
            |  |  | null |

            """
        ),
        (
            .jsonl,
            #"""
            {"name":"Grand, \"the\"","rate":240,"more":[1,2]}
            {"name":"12","rate":null}
            {"name":"a\nb\tc","rate":1.5,"more":true}
            {"name":"","more":"null"}

            """#
        ),
        (
            .json,
            #"""
            [
              {"name":"Grand, \"the\"","rate":240,"more":[1,2]},
              {"name":"12","rate":null},
              {"name":"a\nb\tc","rate":1.5,"more":true},
              {"name":"","more":"null"}
            ]

            """#
        ),
    ]

    @Test(arguments: expected)
    func `rows are printed in the format`(format: RowFormat, text: String) throws {
        #expect(try Self.print(Self.rows, format) == text)
    }

    static let empty: [(RowFormat, String)] = [
        (.table, "name  rate  more\n----  ----  ----\n"), (.tsv, ""), (.csv, "name,rate,more\n"),
        (.jsonl, ""), (.json, "[]\n"),
    ]

    @Test(arguments: empty)
    func `an empty result is printed in the format`(format: RowFormat, text: String) throws {
        #expect(try Self.print([], format) == text)
    }

    @Test(arguments: [30, 40, 100])
    func `a table fits the terminal, with wide characters too`(width: Int) throws {
        let rows: [[Cell]] = [
            [.text(String(repeating: "long ", count: 30)), .number("1"), .text("東京タワー近くの宿")]
        ]
        let text = try Self.print(rows, .table, width: width)
        let widths = text.split(separator: "\n").map { PlainText.width($0) }
        #expect(widths.allSatisfy { $0 <= width } && text.contains("…"))
    }

    static let choices: [([String: [String]], Bool, RowFormat)] = [
        ([:], true, .table), ([:], false, .tsv), (["json": [""]], true, .json),
        (["json": [""]], false, .json), (["format": ["csv"]], true, .csv),
        (["format": ["table"]], false, .table), (["format": ["json"], "json": [""]], false, .json),
    ]

    @Test(arguments: choices)
    func `the default on a terminal is a table`(
        values: [String: [String]], isTerminal: Bool, format: RowFormat
    ) throws {
        let console = Console(
            input: MemoryInput(""), output: MemoryOutput(), diagnostics: MemoryOutput(),
            terminals: Console.Terminals(output: isTerminal))
        #expect(try RowFormat.chosen(Arguments(values: values), console) == format)
    }

    static func print(_ rows: [[Cell]], _ format: RowFormat, width: Int? = nil) throws -> String {
        let output = MemoryOutput()
        let console = Console(
            input: MemoryInput(""), output: output, diagnostics: MemoryOutput(),
            environment: ["NO_COLOR": "1"],
            terminals: Console.Terminals(output: width != nil, width: { width ?? 80 }))
        var writer = format.writer(titles, console)
        for row in rows { try writer.write(row) }
        try writer.finish()
        return output.text
    }
}
