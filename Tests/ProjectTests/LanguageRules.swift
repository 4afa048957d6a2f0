import Foundation

/// Phrases that comments, messages and documentation do not use, because a reader has to decode
/// them.
struct LanguageRules: Sendable {
    /// A refused phrase in a file.
    struct Finding: Equatable, Sendable {
        let line: Int
        let phrase: String
    }

    /// The refused phrases, as regular expressions of whole words.
    static let phrases = [
        "(?:is|are|was|were|be) told", "tells? (?:of|nobody|who|what)", "told apart", "anew",
        "for ever", "nobody", "somebody", "whoever", "lets? go(?: of)?", "truth values?",
        "whole numbers?", "reckon(?:s|ed)?", "under way", "that there is(?:n't| not)", "by itself",
        "by themselves", "the like", "has not", "is none", "of which it is",
        "stands? (?:in|for|beside|at)", "lies? (?:in|at|below|beside)", "if need be",
        "such (?:a|an) one", "what there is", "(?:is|are) asked for",
    ]

    private static let expression = try? NSRegularExpression(
        pattern: #"\b(?:"# + phrases.joined(separator: "|") + #")\b"#, options: .caseInsensitive)

    /// Returns the refused phrases in the comments of a Swift file, and optionally in its strings.
    static func findings(inSwift text: String, includingStrings: Bool) -> [Finding] {
        var findings: [Finding] = []
        var comment: [(line: Int, text: String)] = []
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("//") {
                comment.append(
                    (index + 1, trimmed.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces)))
                continue
            }
            findings += self.findings(in: comment)
            comment = []
            var parts: [String] = []
            if let start = line.range(of: " // ")?.upperBound {
                parts.append(String(line[start...]))
            }
            if includingStrings { parts += strings(in: line) }
            if let name = testName(in: line) { parts.append(name) }
            for part in parts { findings += self.findings(in: [(index + 1, part)]) }
        }
        return findings + self.findings(in: comment)
    }

    /// Returns the refused phrases in a Markdown file, apart from its code blocks.
    static func findings(inMarkdown text: String) -> [Finding] {
        var findings: [Finding] = []
        var paragraph: [(line: Int, text: String)] = []
        var isInCode = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("```") { isInCode.toggle() }
            if isInCode || trimmed.isEmpty || trimmed.hasPrefix("```") {
                findings += self.findings(in: paragraph)
                paragraph = []
            } else {
                paragraph.append((index + 1, trimmed))
            }
        }
        return findings + self.findings(in: paragraph)
    }

    /// Returns the refused phrases in lines that are read as one text.
    private static func findings(in lines: [(line: Int, text: String)]) -> [Finding] {
        guard let expression, let first = lines.first else { return [] }
        let text = lines.map(\.text).joined(separator: "\n")
        let words = text.replacingOccurrences(of: "\n", with: " ") as NSString
        let all = NSRange(location: 0, length: words.length)
        return expression.matches(in: words as String, range: all).map { match in
            let breaks = (text as NSString).substring(to: match.range.location)
                .count { $0 == "\n" }
            return Finding(line: first.line + breaks, phrase: words.substring(with: match.range))
        }
    }

    /// Returns the contents of the string literals in a line of code.
    private static func strings(in line: String) -> [String] {
        line.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    /// Returns the name of a test in a line of code.
    private static func testName(in line: String) -> String? {
        guard let start = line.range(of: "func `"),
            let end = line.range(of: "`", range: start.upperBound..<line.endIndex)
        else { return nil }
        return String(line[start.upperBound..<end.lowerBound])
    }
}
