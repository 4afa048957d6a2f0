import CSQLite

/// The functions of regular expressions.
enum RegularExpressionFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_regexp_like", 2) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.search(slots: { _ in 0 }) { matcher, _ throws(PatternError) in
                call.setResult(to: try matcher.match(from: 0) != nil)
            }
        },
        LanguageFunction("quire_regexp_position", 2) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.search(slots: { _ in 2 }) { matcher, _ throws(PatternError) in
                call.setResult(to: try matcher.match(from: 0).map { Int64($0[0]) } ?? -1)
            }
        },
        LanguageFunction("quire_regexp_replace", -1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.search(slots: { 2 * ($0.captureCount + 1) }) {
                matcher, text throws(PatternError) in
                let most = call.count > 3 ? call[3].truncated ?? -1 : -1
                try replace(&matcher, text, call, most: most)
            }
        },
    ]

    private static func replace(
        _ matcher: inout PatternMatcher, _ text: UnsafeRawBufferPointer, _ call: FunctionCall,
        most: Int64
    ) throws(PatternError) {
        guard let template = call[2].string else { return call.result.setNull() }
        var whole: [UInt8] = []
        var copied = 0
        var position = 0
        var count = 0
        while most < 0 || count < most, position <= text.count,
            let match = try matcher.match(from: position)
        {
            count += 1
            whole += text[copied..<match[0]]
            append(template, match, text, to: &whole)
            copied = match[1]
            guard match[1] == match[0] else {
                position = match[1]
                continue
            }
            // Behind an empty match the search goes on at the next character.
            position = match[1] + max(1, matcher.decode(at: match[1]).length)
        }
        whole += text[copied...]
        whole.withUnsafeBytes(call.result.set(text:))
    }

    /// Appends a replacement, in which `$1` is a group, `$&` the match and `$$` a dollar sign.
    private static func append(
        _ template: String, _ match: [Int], _ text: UnsafeRawBufferPointer, to whole: inout [UInt8]
    ) {
        let bytes = Array(template.utf8)
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            var group: Int?
            if bytes[index] == UInt8(ascii: "$"), next == UInt8(ascii: "&") { group = 0 }
            if bytes[index] == UInt8(ascii: "$"), (0x31...0x39).contains(next) {
                group = Int(next - 0x30)
            }
            if let group {
                index += 2
                if 2 * group + 1 < match.count, match[2 * group] >= 0 {
                    whole += text[match[2 * group]..<match[2 * group + 1]]
                }
            } else {
                let isEscaped = bytes[index] == UInt8(ascii: "$") && next == UInt8(ascii: "$")
                whole.append(bytes[index])
                index += isEscaped ? 2 : 1
            }
        }
    }
}

extension FunctionCall {
    /// Searches the first argument for the expression that is the second.
    fileprivate func search(
        slots: (PatternProgram) -> Int,
        _ body: (inout PatternMatcher, UnsafeRawBufferPointer) throws(PatternError) -> Void
    ) {
        guard !passesOn() else { return }
        guard self[0].type == SQLITE_TEXT, self[1].type == SQLITE_TEXT else {
            return result.setNull()
        }
        do throws(PatternError) {
            let program = try CompiledPattern.read(self).program
            let interruption = ConnectionKeys.of(result.context)?.interruption
            let text = self[0].bytes
            var matcher = PatternMatcher(
                program, text, slots: slots(program),
                isCancelled: { interruption?.isDue ?? false })
            try body(&matcher, text)
        } catch {
            result.set(error: error.description)
        }
    }
}

/// A regular expression, compiled once for all rows of a statement.
private final class CompiledPattern {
    let program: PatternProgram

    private init(_ program: PatternProgram) {
        self.program = program
    }

    static func read(_ call: FunctionCall) throws(PatternError) -> CompiledPattern {
        if let stored = sqlite3_get_auxdata(call.result.context, 1) {
            return Unmanaged<CompiledPattern>.fromOpaque(stored).takeUnretainedValue()
        }
        let compiled = CompiledPattern(try PatternProgram(call[1].text))
        let pointer = Unmanaged.passRetained(compiled).toOpaque()
        sqlite3_set_auxdata(call.result.context, 1, pointer) { stored in
            if let stored { Unmanaged<CompiledPattern>.fromOpaque(stored).release() }
        }
        return compiled
    }
}
