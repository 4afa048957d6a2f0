/// A scan of one file for functions that others can call.
struct DeclarationScan {
    private let lines: [Substring]
    private var documentation: [String] = []
    /// The indentation of the enclosing public protocol or extension, whose members need no
    /// `public`.
    private var publicScope: (indentation: Int, isProtocol: Bool)?

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    mutating func undocumentedThrows() -> [Finding] {
        var findings: [Finding] = []
        var index = 0
        while index < lines.count {
            let line = lines[index].trimmed
            if line.hasPrefix("///") {
                documentation.append(line)
            } else if Self.isOnlyAttributes(line) {
                index = endOfParentheses(from: index)
            } else if !(line.isEmpty || line.hasPrefix("//") || line.hasPrefix("#if")) {
                if throwsUndocumented(at: index) {
                    findings.append(Finding(line: index + 1, text: line))
                }
                enterScope(at: index)
                documentation = []
            }
            index += 1
        }
        return findings
    }

    private func throwsUndocumented(at index: Int) -> Bool {
        guard let function = publicFunction(at: index), Self.isThrowing(function) else {
            return false
        }
        return !documentation.contains { $0.contains("- Throws:") }
    }

    /// Returns the text, from the parameters on, of a public function or initializer on the line.
    private func publicFunction(at index: Int) -> String? {
        let declaration = /^(?<modifiers>([a-z]+(\([a-z]+\))? +)*)(func +[^ (<]+|init)(?<rest>.*)$/
        let line = Self.withoutAttributes(lines[index].trimmed)
        guard let match = line.wholeMatch(of: declaration) else { return nil }
        guard isPublic(Set(match.modifiers.split(separator: " ")), at: index) else { return nil }
        // The effects can be on the line after the last parenthesis.
        let end = min(endOfParentheses(from: index) + 2, lines.count)
        let others = lines[(index + 1)..<max(index + 1, end)].map(String.init)
        return Self.withoutStrings(([String(match.rest)] + others).joined(separator: "\n"))
    }

    private func isPublic(_ modifiers: Set<Substring>, at index: Int) -> Bool {
        if modifiers.contains("override") { return false }
        if !modifiers.isDisjoint(with: ["public", "open"]) { return true }
        return modifiers.isDisjoint(with: ["private", "fileprivate", "internal", "package"])
            && isPublicMember(at: index)
    }

    private func isPublicMember(at index: Int) -> Bool {
        guard let publicScope else { return false }
        let depth = lines[index].indentation - publicScope.indentation
        return publicScope.isProtocol ? depth > 0 : depth == 4
    }

    private mutating func enterScope(at index: Int) {
        let line = lines[index]
        if let scope = publicScope, line.indentation == scope.indentation,
            line.trimmed.hasPrefix("}")
        {
            publicScope = nil
        }
        let start = /^public (protocol|extension) .*/
        if let match = Self.withoutAttributes(line.trimmed).wholeMatch(of: start),
            !line.contains("}")
        {
            publicScope = (line.indentation, match.1 == "protocol")
        }
    }

    /// Returns the line on which the parentheses opened on a line are closed.
    private func endOfParentheses(from index: Int) -> Int {
        var open = 0
        for line in index..<lines.count {
            let code = Self.withoutStrings(String(lines[line]))
            open += code.count { $0 == "(" } - code.count { $0 == ")" }
            if open <= 0 { return line }
        }
        return index
    }

    /// Returns whether `throws` follows the parameters of a function.
    private static func isThrowing(_ function: String) -> Bool {
        PublicFunctions.effects(of: function)?.contains { $0.hasPrefix("throws") } == true
    }

    private static func withoutAttributes(_ line: String) -> String {
        line.replacing(/^(@[A-Za-z_]+(\(.*?\))? *)+/, with: "")
    }

    /// Returns whether a line contains only attributes; their arguments can span several lines.
    private static func isOnlyAttributes(_ line: String) -> Bool {
        line.hasPrefix("@") && ["", "("].contains(withoutAttributes(line))
    }

    private static func withoutStrings(_ code: String) -> String {
        code.replacing(/"([^"\\\n]|\\.)*"/, with: "\"\"")
    }
}

extension Substring {
    fileprivate var indentation: Int { prefix { $0 == " " }.count }
}
