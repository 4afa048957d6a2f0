/// A place in a source file that breaks a rule of ours.
struct Finding: Equatable, CustomStringConvertible {
    let line: Int
    let text: String
    var description: String { "\(line): \(text)" }
}

/// The rules that neither the compiler nor a formatter checks.
///
/// They read lines and lean on the layout that `swift format` keeps.
enum SourceRules {
    static let longestFile = 300

    /// How many lines are neither blank nor only a comment.
    static func linesOfCode(in text: String) -> Int {
        var count = 0
        var openComments = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            let line = line.trimmed
            if openComments > 0 || line.hasPrefix("/*") {
                openComments += line.occurrences(of: "/*") - line.occurrences(of: "*/")
            } else if !line.isEmpty && !line.hasPrefix("//") {
                count += 1
            }
        }
        return count
    }

    /// Whether the comment at the top of the file says why it is long.
    static func explainsLength(_ text: String) -> Bool {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("//") || $0.trimmed.isEmpty }
            .contains { $0.hasPrefix("// Length: ") }
    }

    /// The lines that put something off.
    static func postponements(in text: String) -> [Finding] {
        let pattern = /\b(TODO|FIXME|XXX|HACK)\b/
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.contains(pattern) }
            .map { Finding(line: $0.offset + 1, text: $0.element.trimmed) }
    }

    /// The lines that give SQLite text that a type did not check, or that make such a text.
    static func uncheckedSQL(in text: String) -> [Finding] {
        let pattern = /sqlite3_(exec|prepare|get_table|declare_vtab)|verbatim:/
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.element.trimmed.hasPrefix("//") && $0.element.contains(pattern) }
            .map { Finding(line: $0.offset + 1, text: $0.element.trimmed) }
    }

    /// The uses of global queues.
    ///
    /// On Linux their threads also run Swift's tasks, so work on them can delay every task of the
    /// process.
    static func globalQueues(in text: String) -> [Finding] {
        let pattern =
            /\bDispatchQueue\s*\.global\b|\bdispatch_get_global_queue\b|[^\w)\]]\.global\(/
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.contains(pattern) }
            .map { Finding(line: $0.offset + 1, text: $0.element.trimmed) }
    }

    /// The public throwing functions and initializers whose documentation does not say what they throw.
    ///
    /// An `override` takes its documentation from the method above it. One that
    /// rethrows throws nothing of its own.
    static func undocumentedThrows(in text: String) -> [Finding] {
        var scan = DeclarationScan(text)
        return scan.undocumentedThrows()
    }
}

extension Substring {
    var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" })
    }
}

extension String {
    func occurrences(of part: String) -> Int {
        ranges(of: part).count
    }
}
