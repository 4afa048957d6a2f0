/// The functions for regular expressions.
enum RegularExpressionFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_regexp_like", arguments: 2) { call throws(FunctionFailure) in
            try call.search(groups: nil) { matcher, _ throws(FunctionFailure) in
                .boolean(try matcher.match(from: 0) != nil)
            }
        },
        LanguageFunction("quire_regexp_position", arguments: 2) { call throws(FunctionFailure) in
            try call.search(groups: 0) { matcher, _ throws(FunctionFailure) in
                .integer(try matcher.match(from: 0).map { Int64($0[0]) } ?? -1)
            }
        },
        LanguageFunction("quire_regexp_replace", arguments: 3...4) { call throws(FunctionFailure) in
            try call.search(groups: lastGroup) { matcher, text throws(FunctionFailure) in
                let limit = call.count > 3 ? call[3].truncated ?? -1 : -1
                return try replace(&matcher, in: text, call: call, limit: limit)
            }
        },
    ]

    /// The number of the last group that a replacement can contain, as `$9`.
    private static let lastGroup = 9

    /// Replaces matches.
    ///
    /// - Parameters:
    ///   - matcher: The matcher of the regular expression.
    ///   - text: The text to search.
    ///   - call: The call, whose third argument is the replacement.
    ///   - limit: The maximum number of replaced matches; a negative number means no limit.
    /// - Returns: The text with the replacements.
    /// - Throws: ``FunctionFailure`` if the search takes too long or the result is too long.
    private static func replace(
        _ matcher: inout PatternMatcher, in text: UnsafeRawBufferPointer, call: FunctionCall,
        limit: Int64
    ) throws(FunctionFailure) -> LanguageValue {
        guard let replacement = call[2].stringBytes else { return .null }
        let template = ReplacementTemplate(replacement)
        var result = TextBuilder(call)
        var copiedCount = 0
        var searchStart = 0
        var matchCount = 0
        while limit < 0 || matchCount < limit, searchStart <= text.count,
            let match = try matcher.match(from: searchStart)
        {
            let (start, end) = (match[0], match[1])
            matchCount += 1
            try result.append(UnsafeRawBufferPointer(rebasing: text[copiedCount..<start]))
            try template.append(match, of: text, to: &result)
            copiedCount = end
            // After an empty match, the search continues at the next character.
            searchStart =
                end > start ? end : end + max(1, UTF8Scalars.decode(text, at: end).length)
        }
        try result.append(UnsafeRawBufferPointer(rebasing: text[copiedCount...]))
        return result.finish()
    }
}

/// A replacement template, in which `$1` is a group, `$&` the match and `$$` a dollar sign.
private struct ReplacementTemplate {
    private enum Part {
        case bytes(UnsafeRawBufferPointer)
        case group(Int)
    }

    private var parts: [Part] = []

    /// Parses a template.
    ///
    /// - Parameter template: The text of the replacement, which must outlive the template.
    init(_ template: UnsafeRawBufferPointer) {
        var start = 0
        var index = 0
        func bytes(upTo end: Int) -> Part {
            .bytes(UnsafeRawBufferPointer(rebasing: template[start..<end]))
        }
        while index + 1 < template.count {
            guard template[index] == UInt8(ascii: "$") else {
                index += 1
                continue
            }
            let next = template[index + 1]
            switch next {
            case UInt8(ascii: "$"):
                // The first of the two dollar signs belongs to the bytes.
                parts.append(bytes(upTo: index + 1))
            case UInt8(ascii: "&"):
                parts += [bytes(upTo: index), .group(0)]
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                parts += [bytes(upTo: index), .group(Int(next - UInt8(ascii: "0")))]
            default:
                index += 1
                continue
            }
            index += 2
            start = index
        }
        parts.append(bytes(upTo: template.count))
    }

    /// Appends the replacement of a match.
    ///
    /// - Parameters:
    ///   - match: The start and end of the match, followed by those of the groups, or -1.
    ///   - text: The text that contains the match.
    ///   - result: The text to which the replacement is appended.
    /// - Throws: ``FunctionFailure`` if the result is too long.
    func append(
        _ match: [Int], of text: UnsafeRawBufferPointer, to result: inout TextBuilder
    ) throws(FunctionFailure) {
        for part in parts {
            switch part {
            case .bytes(let bytes): try result.append(bytes)
            case .group(let number):
                guard 2 * number + 1 < match.count, match[2 * number] >= 0 else { continue }
                let range = match[2 * number]..<match[2 * number + 1]
                try result.append(UnsafeRawBufferPointer(rebasing: text[range]))
            }
        }
    }
}

extension FunctionCall {
    /// Searches the first argument for the regular expression in the second argument.
    ///
    /// - Parameters:
    ///   - groups: The number of the last group whose range `body` needs, 0 for that of the match, or
    ///     `nil` if it needs only whether a match exists.
    ///   - body: A closure that searches, using a matcher and the text.
    /// - Returns: The return value of `body`. If an argument is missing or null, the result is
    ///   missing or null. If an argument is not a string, the result is null.
    /// - Throws: ``FunctionFailure`` if the expression is invalid, or any error that `body` throws.
    fileprivate func search(
        groups: Int?,
        _ body: (inout PatternMatcher, UnsafeRawBufferPointer) throws(FunctionFailure)
            -> LanguageValue
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = passedOn() { return result }
        guard let text = self[0].stringBytes, let pattern = self[1].stringBytes else {
            return .null
        }
        let compiled = try environment.prepared(1) { () throws(FunctionFailure) in
            try CompiledPattern(pattern)
        }
        let program = compiled.program
        let slots = groups.map { 2 * (min($0, program.captureCount) + 1) } ?? 0
        var matcher = PatternMatcher(program, text: text, slots: slots, meter: work)
        return try body(&matcher, text)
    }
}

/// A regular expression that is compiled once for all rows of a statement.
private final class CompiledPattern: Sendable {
    let program: PatternProgram

    init(_ pattern: UnsafeRawBufferPointer) throws(FunctionFailure) {
        do throws(PatternError) {
            // The length is checked before the text is copied.
            guard pattern.count <= PatternParser.lengthLimit else { throw .tooLarge }
            program = try PatternProgram(String(decoding: pattern, as: UTF8.self))
        } catch {
            throw .invalid(error.description)
        }
    }
}
