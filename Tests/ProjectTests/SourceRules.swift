import Foundation

/// A violation of a rule in a source file.
struct Finding: Equatable, CustomStringConvertible {
    let line: Int
    let text: String
    var description: String { "\(line): \(text)" }
}

/// The rules that neither the compiler nor a formatter checks.
///
/// They are line-based and rely on the layout of `swift format`.
enum SourceRules {
    static let longestFile = 300

    /// Returns the number of lines that are neither blank nor comments.
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

    /// Returns whether the header comment of a file gives a reason for its length.
    static func explainsLength(_ text: String) -> Bool {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("//") || $0.trimmed.isEmpty }
            .contains { $0.hasPrefix("// Length: ") }
    }

    /// Returns the lines for which a condition holds.
    ///
    /// - Parameters:
    ///   - text: The text of a file.
    ///   - marks: Texts of which a line must contain one. Most files contain none, and a search for
    ///     bytes is much faster than a regular expression.
    ///   - includesComments: Whether lines that begin as a comment count.
    ///   - condition: The condition.
    /// - Returns: The lines with their numbers.
    private static func lines(
        of text: String, with marks: [String], includesComments: Bool = true,
        where condition: (_ line: Substring) -> Bool
    ) -> [Finding] {
        guard marks.contains(where: { mark in text.withCString { strstr($0, mark) != nil } }) else {
            return []
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { _, line in
                (includesComments || !line.trimmed.hasPrefix("//")) && condition(line)
            }
            .map { Finding(line: $0.offset + 1, text: $0.element.trimmed) }
    }

    /// Returns the lines with to-do marks.
    static func postponements(in text: String) -> [Finding] {
        lines(of: text, with: ["TODO", "FIXME", "XXX", "HACK"]) {
            $0.contains(/\b(TODO|FIXME|XXX|HACK)\b/)
        }
    }

    /// Returns the lines that pass or create SQL text that is not checked by a type.
    static func uncheckedSQL(in text: String) -> [Finding] {
        lines(of: text, with: ["sqlite3_", "verbatim:"], includesComments: false) {
            $0.contains(/sqlite3_(exec|prepare|get_table|declare_vtab)|verbatim:/)
        }
    }

    /// Returns the imports of modules that a file must not use because of its folder.
    ///
    /// Within a module, the compiler does not check this.
    static func misplacedImports(in text: String, of path: String) -> [Finding] {
        let isAboutMessages = ["BLIP", "Transport", "WebSocket"].contains {
            path.hasPrefix("Sources/QuireReplication/\($0)/")
        }
        return lines(of: text, with: isAboutMessages ? ["import "] : ["import CSQLite"]) { line in
            guard let module = line.firstMatch(of: /^[^\/"]*\bimport (\w+)/)?.1 else {
                return false
            }
            let isAboutDatabases =
                module == "Quire" || module.hasPrefix("QuireStore") || module == "QuireModels"
            return isAboutMessages && isAboutDatabases
                || module == "CSQLite"
                    && !["QuireStore/SQLite", "QuireEncryption/FileSystem"].contains {
                        path.hasPrefix("Sources/\($0)/")
                    }
        }
    }

    /// Returns the uses of global queues.
    ///
    /// On Linux, their threads also run Swift tasks, so work on them can delay every task of the
    /// process.
    static func globalQueues(in text: String) -> [Finding] {
        let pattern =
            /\bDispatchQueue\s*\.global\b|\bdispatch_get_global_queue\b|[^\w)\]]\.global\(/
        return lines(of: text, with: ["global"]) { $0.contains(pattern) }
    }

    /// Returns the lines that shift a literal by more bits than `Int` has on a 32-bit platform, where
    /// the result would be 0, and that name no type with 64 bits.
    static func wideShifts(in text: String) -> [Finding] {
        let pattern = /\b[0-9][0-9_]*\)? << (3[1-9]|[4-9][0-9])\b/
        return lines(of: text, with: ["<< "], includesComments: false) {
            $0.contains(pattern) && !$0.contains("Int64")
        }
    }

    /// Returns the lines that disable a check of the language, which only files named `Unsafe…` may
    /// do.
    static func uncheckedAccesses(in text: String) -> [Finding] {
        let pattern =
            /@exclusivity\(unchecked\)|unowned\(unsafe\)|\bUnmanaged\b|_withUnsafe|\bunsafe(BitCast|Downcast)\b/
        let marks = [
            "(unchecked)", "(unsafe)", "Unmanaged", "_withUnsafe", "unsafeBit", "unsafeDown",
        ]
        return lines(of: text, with: marks, includesComments: false) { $0.contains(pattern) }
    }

    /// Returns the imports of C libraries of a system.
    static func systemLibraries(in text: String) -> [Finding] {
        lines(of: text, with: ["Darwin", "Glibc", "Musl", "Android"]) {
            $0.contains(/^ *([a-z@_]+ )*import (Darwin|Glibc|Musl|Android)\b/)
        }
    }

    /// Returns the uses of declarations that the oldest supported Apple platforms do not contain.
    ///
    /// A condition `@available` or `#available` for a newer platform must precede them, or the beginning
    /// of an enclosing block, by at most two lines.
    static func newerDeclarations(in text: String) -> [Finding] {
        let pattern =
            /import Synchronization\b|\bU?Int128\b|\bString\(validating:|\b(Inline|Rigid)Array\b|\b(Mutable|Output)?(Raw)?Span<|\bRangeSet\b|\bindices\(where:|\bnext\(isolation:|\bAsyncSequence<|PredicateExpressions\.(PredicateEvaluate|PredicateRegex|ExpressionEvaluate|StringContainsRegex)\b|#Expression\b|\bTaskExecutor\b|\bisolated deinit\b/
        let marks = [
            "Synchronization", "Int128", "validating:", "InlineArray", "RigidArray", "Span<",
            "RangeSet",
            "indices(where:", "isolation:", "AsyncSequence<", "PredicateExpressions", "#Expression",
            "TaskExecutor", "isolated deinit",
        ]
        let found = lines(of: text, with: marks, includesComments: false) { $0.contains(pattern) }
        guard !found.isEmpty else { return [] }
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        return found.filter { !hasNewerPlatform(all, at: $0.line - 1) }
    }

    /// Returns whether a condition for a newer platform applies to a line.
    private static func hasNewerPlatform(_ lines: [Substring], at index: Int) -> Bool {
        let condition = /[@#]available\(macOS 1[5-9]/
        var indentation = Int.max
        for index in lines[...index].indices.reversed() where !lines[index].trimmed.isEmpty {
            let own = lines[index].count - lines[index].trimmed.count
            // The first line of an enclosing block is indented less than its contents.
            guard own < indentation else { continue }
            indentation = own
            if lines[max(0, index - 2)...index].contains(where: { $0.contains(condition) }) {
                return true
            }
        }
        return false
    }

    /// Returns the public throwing functions and initializers whose documentation has no `-
    /// Throws:`.
    ///
    /// An `override` inherits the documentation. A rethrowing function throws no errors of its own.
    static func undocumentedThrows(in text: String) -> [Finding] {
        guard text.withCString({ strstr($0, "throws") != nil }) else { return [] }
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
