import Quire
import Testing

@testable import QuireCLI

/// Characters of documents, servers and other databases that would change a terminal.
@Suite struct ControlEscapingTests {
    static let texts: [(text: String, escaped: String)] = [
        ("a\u{9B}31mb", #"a\u009b31mb"#), ("\u{202E}abc", #"\u202eabc"#),
        ("\u{80}\u{9F}\u{7F}", #"\u0080\u009f\u007f"#), ("\u{61C}\u{200E}", #"\u061c\u200e"#),
        ("\u{200F}\u{2028}\u{2029}", #"\u200f\u2028\u2029"#),
        ("\u{202A}\u{2066}\u{2069}", #"\u202a\u2066\u2069"#),
        ("é – „x“ € ü Ø ب \u{A0}\u{2065}\u{206A}", "é – „x“ € ü Ø ب \u{A0}\u{2065}\u{206A}"),
        ("日本 👍 \u{1B}[0m\n", "日本 👍 \u{1B}[0m\n"),
    ]

    @Test(arguments: [1, 2, 3, 1000], texts.indices)
    func `invisible characters are written as in JSON`(pieceLength: Int, index: Int) throws {
        let output = MemoryOutput()
        let escaping = ControlEscaping(output)
        let bytes = Array(Self.texts[index].text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieceLength) {
            try bytes[start..<min(start + pieceLength, bytes.count)].withUnsafeBytes {
                try escaping.write($0)
            }
        }
        try escaping.flush()
        #expect(Array(output.text.utf8) == Array(Self.texts[index].escaped.utf8))
    }

    @Test func `documents are escaped on a terminal, and printed as they are elsewhere`() throws {
        let guide = try Guide()
        _ = guide.run("put", "x", "{\"a\":\"\u{9B}31m\u{202E}\"}")
        #expect(guide.run("get", "x", width: 80).output.contains(#""\u009b31m\u202e""#))
        #expect(guide.run("get", "x").output.contains("\u{9B}31m\u{202E}"))
    }

    @Test func `the message of an error has no control characters and a limited length`() {
        let text = "a\u{1B}[2Jb\u{9B}1m\u{202E}\nc" + String(repeating: "x", count: 5000)
        let message = CommandLineTool.message(QuireError(.unexpectedError, text))
        #expect(message.hasPrefix("a\\u{1b}[2Jb\\u{9b}1m\\u{202e}\nc"))
        #expect(message.count < 2100 && message.hasSuffix("…"))
        #expect(!QuireError(.unexpectedError, text).synchronizationMessage.contains("\n"))
    }
}
