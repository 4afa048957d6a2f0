import Foundation

/// An article of the documentation, in sections.
struct Article {
    /// The text below a heading.
    struct Section {
        /// The heading without its number signs.
        let heading: String
        /// The contents of the fenced blocks without a language: code with a mistake, and its
        /// message in comments; or only a message.
        var blocks: [[String]] = []

        /// The code with mistakes, without comments.
        var code: [String] {
            blocks.filter { $0.contains { $0.hasPrefix("//") } }
                .map { $0.filter { !$0.hasPrefix("//") }.joined(separator: "\n") }
                .filter { !$0.isEmpty }
        }

        /// The messages, each as one line.
        var messages: [String] {
            blocks.map { block in
                let comments = block.filter { $0.hasPrefix("//") }.map { $0.dropFirst(2) }
                return Article.joined(
                    comments.isEmpty
                        ? block.joined(separator: " ") : comments.joined(separator: " "))
            }
        }
    }

    let sections: [Section]

    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init(named name: String) throws {
        let file = Self.root.appending(path: "Sources/Quire/Quire.docc/\(name).md")
        self.init(try String(contentsOf: file, encoding: .utf8))
    }

    init(_ text: String) {
        var sections: [Section] = []
        var block: [String]?
        var isPlain = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                if let lines = block {
                    if isPlain, !sections.isEmpty {
                        sections[sections.count - 1].blocks.append(lines)
                    }
                    block = nil
                } else {
                    block = []
                    isPlain = line == "```"
                }
            } else if block != nil {
                block?.append(line)
            } else if line.hasPrefix("#") {
                let heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
                sections.append(Section(heading: heading))
            }
        }
        self.sections = sections
    }

    /// Returns a text with its lines joined, because articles wrap long messages.
    static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
