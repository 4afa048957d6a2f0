import QuireFormats
import Testing

@testable import QuireCLI

@Suite struct JSONColoringTests {
    static let json = #"{"a\"b": [1, -2.5e+3, true, null, "x: \\"], "é":{}}"# + "\n"

    private func colored(_ text: String, pieceLength: Int) throws -> String {
        let output = MemoryOutput()
        let coloring = JSONColoring(output)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceLength) {
            try bytes[start..<min(start + pieceLength, bytes.count)].withUnsafeBytes {
                try coloring.write($0)
            }
        }
        try coloring.flush()
        return output.text
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `keys, strings, numbers and literals have colors`(pieceLength: Int) throws {
        let expected =
            #"{<34>"a\"b"</>: [<36>1</>, <36>-2.5e+3</>, <35>true</>, <35>null</>, <32>"x: \\"</>], <34>"é"</>:{}}"#
            + "\n"
        let text = try colored(Self.json, pieceLength: pieceLength)
            .replacing("\u{1B}[0m", with: "</>").replacing(/\u{1B}\[(\d+)m/) { "<\($0.1)>" }
        #expect(text == expected)
    }

    static let choices: [(String, Bool, [String: String], Bool)] = [
        ("auto", true, [:], true), ("auto", false, [:], false),
        ("auto", true, ["NO_COLOR": "1"], false), ("auto", true, ["NO_COLOR": ""], true),
        ("auto", true, ["TERM": "dumb"], false), ("auto", false, ["CLICOLOR_FORCE": "1"], true),
        ("auto", false, ["CLICOLOR_FORCE": "0"], false),
        ("auto", false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        ("always", false, ["NO_COLOR": "1"], true), ("never", true, ["CLICOLOR_FORCE": "1"], false),
    ]

    @Test(arguments: choices)
    func `an option and environment variables decide whether output is colored`(
        choice: String, isTerminal: Bool, environment: [String: String], isOn: Bool
    ) {
        #expect(
            ColorChoice(rawValue: choice)?.isOn(isTerminal: isTerminal, environment) == isOn)
    }

    @Test func `documents and rows are colored`() throws {
        let guide = try Guide()
        let document = guide.run("get", "hotel-1", "--color", "always").output
        #expect(document.contains("\u{1B}[34m\"city\"\u{1B}[0m:\u{1B}[32m\"Bergen\"\u{1B}[0m"))
        let row = guide.run("query", "SELECT COUNT(*) AS n FROM _", "--color", "always").output
        #expect(row == "{\u{1B}[34m\"n\"\u{1B}[0m:\u{1B}[36m4\u{1B}[0m}\n")
        #expect(!guide.run("get", "hotel-1", width: 80).output.contains("\u{1B}"))
    }
}
