import Foundation

extension ValidationRule where Value == String {
    /// Returns a rule that requires the whole string to match a regular expression.
    ///
    /// The expression is compiled once, in the language of SQL++'s `REGEXP_LIKE`. Matching never
    /// backtracks, so its time is bounded by the product of the lengths of the expression and the
    /// string. If matching a string would take several seconds, the string is a violation.
    ///
    /// If the expression is invalid, each validation throws ``QuireError`` with code
    /// `invalidParameter`.
    ///
    /// ```swift
    /// let rules = ValidationRules<Hotel> { $0.check(\.code, .pattern("[A-Z]{3}-[0-9]+")) }
    /// ```
    ///
    /// - Parameter pattern: The regular expression.
    /// - Returns: The rule.
    public static func pattern(_ pattern: String) -> ValidationRule {
        let program: PatternProgram
        do throws(PatternError) {
            guard pattern.utf8.count <= PatternParser.lengthLimit else { throw .tooLarge }
            // The expression is compiled alone first, because `a)|(b` is valid only in a group.
            _ = try PatternProgram(pattern)
            program = try PatternProgram("^(?:\(pattern))$")
        } catch {
            let fault = QuireError(
                .invalidParameter,
                "The pattern \(ValidatedText.of(pattern)) of a validation rule is invalid: "
                    + error.description)
            return ValidationRule(fault: fault) { _ in [] }
        }
        return ValidationRule(name: "pattern", message: "must match the pattern \(pattern)") {
            program.matchesWhole($0)
        }
    }

    /// Returns a rule that requires the whole string to match a regular expression of Swift.
    ///
    /// Swift's expressions backtrack, so some of them take a very long time for some strings. Strings
    /// of more than 10,000 bytes are violations. For other strings that you do not control, use a
    /// pattern in a string instead.
    ///
    /// ```swift
    /// let rules = ValidationRules<Hotel> { $0.check(\.code, .pattern(/[A-Z]{3}-\d+/)) }
    /// ```
    ///
    /// - Parameter regex: The regular expression. The expression is created again if several threads
    ///   validate at the same time, because values of `Regex` cannot be shared by threads.
    /// - Returns: The rule.
    public static func pattern<Output>(
        _ regex: @autoclosure @escaping @Sendable () -> Regex<Output>
    ) -> ValidationRule {
        let pool = RegexPool(regex)
        return ValidationRule(name: "pattern", message: "must match the pattern") { text in
            text.utf8.count <= 10_000 && pool.matchesWhole(text)
        }
    }
}

extension PatternProgram {
    /// Returns whether a string matches, or `false` if the search would take too long.
    fileprivate func matchesWhole(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var matcher = PatternMatcher(self, text: UnsafeRawBufferPointer(bytes), slots: 0)
            return ((try? matcher.match(from: 0)) ?? nil) != nil
        }
    }
}

/// The regular expressions that are not in use.
///
/// Creating an expression takes longer than matching a short string.
private final class RegexPool<Output>: @unchecked Sendable {
    // Sendable because `lock` protects `idle`, and because only one thread uses an expression that
    // was removed from it. No lock is held during a match, which can run code of the program.
    private let lock = NSLock()
    private var idle: [Regex<Output>] = []
    private let create: @Sendable () -> Regex<Output>

    init(_ create: @escaping @Sendable () -> Regex<Output>) {
        self.create = create
    }

    func matchesWhole(_ text: String) -> Bool {
        let regex = lock.withLock { idle.popLast() } ?? create()
        defer { lock.withLock { idle.append(regex) } }
        return (try? regex.wholeMatch(in: text)) != nil
    }
}
