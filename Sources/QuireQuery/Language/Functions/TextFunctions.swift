import Foundation

/// The functions for strings.
enum TextFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("N1QL_length", arguments: 1, use: .schema) {
            call throws(FunctionFailure) in try length(call)
        },
        LanguageFunction("quire_lower", arguments: 1) { call throws(FunctionFailure) in
            try convert(call) { $0.lowercased(with: TextComparison.root) }
        },
        LanguageFunction("quire_upper", arguments: 1) { call throws(FunctionFailure) in
            try convert(call) { $0.uppercased(with: TextComparison.root) }
        },
        LanguageFunction("quire_concat", arguments: -1) { call throws(FunctionFailure) in
            try concatenate(call)
        },
        // The third argument is the name of a collation.
        LanguageFunction("quire_contains", arguments: 3) { call throws(FunctionFailure) in
            try contains(call)
        },
    ]

    /// Returns the number of code points.
    private static func length(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let bytes = call[0].stringBytes else { return .null }
        let work = call.work
        var count: Int64 = 0
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
            let part = bytes[start..<min(start + 1 << 16, bytes.count)]
            try work.charge(part.count)
            // Each code point has exactly one byte that is not a continuation byte.
            for byte in part where byte & 0xC0 != 0x80 { count += 1 }
        }
        return .integer(count)
    }

    /// Converts a string in parts.
    ///
    /// - Parameters:
    ///   - call: The call, whose first argument is the string.
    ///   - mayGrow: Whether the result may have more bytes than the string. If not, such a result
    ///     is replaced with an empty string.
    ///   - convert: A closure that converts a part.
    /// - Returns: The converted string, or null if the argument is not a string.
    /// - Throws: ``FunctionFailure`` if the result is too long or the query must end.
    static func convert(
        _ call: FunctionCall, mayGrow: Bool = true, _ convert: (String) -> String
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let bytes = call[0].stringBytes else { return .null }
        var whole = TextBuilder(call)
        var parts = TextParts(bytes)
        while let part = parts.next() {
            try whole.append(convert(String(decoding: part, as: UTF8.self)))
        }
        if !mayGrow, whole.count > bytes.count { return try call.string("") }
        return whole.finish()
    }

    private static func concatenate(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        if call.arguments.contains(where: \.isMissing) { return .missing }
        var whole = TextBuilder(call)
        for argument in call.arguments { try whole.append(argument) }
        return whole.finish()
    }

    static func contains(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn(first: 2) { return result }
        guard let text = call[0].stringBytes, let part = call[1].stringBytes, !part.isEmpty
        else { return .boolean(false) }
        let comparison = call.count == 3 ? TextComparison(collation: call[2].string ?? "") : nil
        if let comparison { return .boolean(try comparison.contains(text, part, work: call.work)) }
        return .boolean(try ByteSearch.firstOffset(of: part, in: text, call.work) != nil)
    }
}
