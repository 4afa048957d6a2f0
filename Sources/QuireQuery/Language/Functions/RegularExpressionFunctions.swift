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
            try call.search(groups: greatestGroup) { matcher, text throws(FunctionFailure) in
                let most = call.count > 3 ? call[3].truncated ?? -1 : -1
                return try replace(&matcher, in: text, call: call, most: most)
            }
        },
    ]

    /// The maximum number of a group in a replacement.
    private static let greatestGroup = 9

    private static func replace(
        _ matcher: inout PatternMatcher, in text: UnsafeRawBufferPointer, call: FunctionCall,
        most: Int64
    ) throws(FunctionFailure) -> LanguageValue {
        guard let replacement = call[2].stringBytes else { return .null }
        let template = ReplacementTemplate(replacement)
        var whole = TextBuilder(call)
        var copied = 0
        var position = 0
        var count = 0
        while most < 0 || count < most, position <= text.count,
            let match = try matcher.match(from: position)
        {
            count += 1
            try whole.append(UnsafeRawBufferPointer(rebasing: text[copied..<match[0]]))
            try template.append(match, of: text, to: &whole)
            copied = match[1]
            // After an empty match, the search continues at the next character.
            position =
                match[1] > match[0]
                ? match[1] : match[1] + max(1, UTF8Scalars.decode(text, at: match[1]).length)
        }
        try whole.append(UnsafeRawBufferPointer(rebasing: text[copied...]))
        return whole.finish()
    }
}

/// A replacement template, in which `$1` is a group, `$&` the match and `$$` a dollar sign.
private struct ReplacementTemplate {
    private enum Part {
        case bytes(UnsafeRawBufferPointer)
        case group(Int)
    }

    private var parts: [Part] = []

    /// - Parameter template: The text of the replacement, which must outlive the template.
    init(_ template: UnsafeRawBufferPointer) {
        var start = 0
        var index = 0
        func bytes(_ end: Int) -> Part {
            .bytes(UnsafeRawBufferPointer(rebasing: template[start..<end]))
        }
        while index + 1 < template.count {
            let next = template[index + 1]
            guard template[index] == UInt8(ascii: "$"),
                next == UInt8(ascii: "$") || next == UInt8(ascii: "&") || 0x31...0x39 ~= next
            else {
                index += 1
                continue
            }
            let isDollar = next == UInt8(ascii: "$")
            parts.append(bytes(isDollar ? index + 1 : index))
            if !isDollar { parts.append(.group(next == UInt8(ascii: "&") ? 0 : Int(next - 0x30))) }
            index += 2
            start = index
        }
        parts.append(bytes(template.count))
    }

    func append(
        _ match: [Int], of text: UnsafeRawBufferPointer, to whole: inout TextBuilder
    ) throws(FunctionFailure) {
        for part in parts {
            switch part {
            case .bytes(let bytes): try whole.append(bytes)
            case .group(let number):
                guard 2 * number + 1 < match.count, match[2 * number] >= 0 else { continue }
                let range = match[2 * number]..<match[2 * number + 1]
                try whole.append(UnsafeRawBufferPointer(rebasing: text[range]))
            }
        }
    }
}

extension FunctionCall {
    /// Searches the first argument for the regular expression in the second argument.
    ///
    /// - Parameters:
    ///   - groups: The maximum number of a requested group, 0 for the match alone, or `nil` to
    ///     determine only whether a match exists.
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
