import Foundation

/// The names declared in the sources: functions with their labels, and types.
struct DeclaredNames {
    /// Function names such as `save(_:by:)`, by the name of the declaring file.
    private(set) var functions: [String: Set<String>] = [:]
    private(set) var types: Set<String> = []

    init(files: some Sequence<String>) throws {
        for path in files {
            read(try ProjectFiles.text(of: path), file: URL(filePath: path).lastPathComponent)
        }
    }

    init(_ text: String, file: String) { read(text, file: file) }

    /// Returns whether a function is declared in one of the given files, or anywhere if none are
    /// given.
    func declares(_ function: String, in files: [String]) -> Bool {
        if files.isEmpty { return functions.values.contains { $0.contains(function) } }
        return files.contains { functions[$0]?.contains(function) == true }
    }

    private mutating func read(_ text: String, file: String) {
        let lines = text.split(separator: "\n")
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            if words.first?.hasPrefix("//") == true { continue }
            if let type = Self.type(declaredBy: words) { types.insert(type) }
            guard line.contains("func ") || line.contains("init") else { continue }
            // A parameter list has few lines.
            let declaration = lines[index..<min(index + 12, lines.count)].joined(separator: " ")
                .replacing(/"([^"\\]|\\.)*"/, with: "")
            if let function = Self.function(declaredBy: declaration) {
                functions[file, default: []].insert(function)
            }
        }
    }

    private static let kinds: Set<Substring> = [
        "class", "struct", "enum", "protocol", "actor", "typealias", "case",
    ]

    private static func type(declaredBy words: [Substring]) -> String? {
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
            return nil
        }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber })
    }

    /// Returns the name with labels of the function that a text begins with, if any.
    static func function(declaredBy text: String) -> String? {
        guard
            let match = text.firstMatch(
                of:
                    /^[^\/"]*?(?:\bfunc +`?(?<name>[^ (<`]+)`? *|\b(?<start>init)[?!]?)(?<rest>[<(].*)/
            )
        else { return nil }
        var depth = 0
        var parameters: [String] = [""]
        for character in match.rest {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            // The arrow of a function type is not a closing bracket.
            if character == ">", parameters.last?.last != "-" { depth -= 1 }
            if depth == 0, character == ")" { break }
            if depth == 0, character == ">" {
                parameters = [""]
            } else if depth == 1, character == "," {
                parameters.append("")
            } else if !(depth == 1 && character == "(") {
                parameters[parameters.count - 1].append(character)
            }
        }
        let labels = parameters.compactMap { parameter in
            withoutAttributes(parameter).split(separator: ":").first?.split(separator: " ").first
                .map { "\($0):" }
        }
        return "\(match.name ?? match.start ?? "")(\(labels.joined()))"
    }
    /// Returns a parameter without the attributes in front of its label, such as a result builder.
    private static func withoutAttributes(_ parameter: String) -> Substring {
        var rest = parameter.drop { $0 == " " }
        while rest.first == "@" {
            var depth = 0
            rest = rest.drop { character in
                if "<(".contains(character) { depth += 1 }
                if ">)".contains(character) { depth -= 1 }
                return character != " " || depth > 0
            }
            rest = rest.drop { $0 == " " }
        }
        return rest
    }
}
