import CSQLite
import Foundation

/// The functions of texts.
enum TextFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("N1QL_length", 1, use: .schema) { length(FunctionCall($0, $1, $2)) },
        LanguageFunction("quire_lower", 1) {
            convert(FunctionCall($0, $1, $2)) { $0.lowercased(with: TextComparison.root) }
        },
        LanguageFunction("quire_upper", 1) {
            convert(FunctionCall($0, $1, $2)) { $0.uppercased(with: TextComparison.root) }
        },
        LanguageFunction("quire_concat", -1) { concatenate(FunctionCall($0, $1, $2)) },
        // With the name of a collation as the third argument.
        LanguageFunction("quire_contains", 3) { contains(FunctionCall($0, $1, $2)) },
    ]

    /// The number of code points.
    private static func length(_ call: FunctionCall) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.result.setNull() }
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let bytes = call[0].bytes
            var count: Int64 = 0
            for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
                let part = bytes[start..<min(start + 1 << 16, bytes.count)]
                try work.charge(part.count)
                // Every code point has one byte that does not continue another.
                for byte in part where byte & 0xC0 != 0x80 { count += 1 }
            }
            call.setResult(to: count)
        }
    }

    /// A text converted part by part.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - mayGrow: Whether the result may have more bytes than the text; if not, it is empty then.
    ///   - convert: A closure that converts a part.
    static func convert(
        _ call: FunctionCall, mayGrow: Bool = true, _ convert: (String) -> String
    ) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.result.setNull() }
        call.run { () throws(FunctionFailure) in
            var whole = TextBuilder(call)
            var parts = TextParts(call[0].bytes)
            while let part = parts.next() {
                try whole.append(convert(String(decoding: part, as: UTF8.self)))
            }
            if !mayGrow, whole.count > call[0].bytes.count { return call.setResult(to: "") }
            whole.finish()
        }
    }

    private static func concatenate(_ call: FunctionCall) {
        if call.arguments.contains(where: \.isMissing) { return call.result.setMissing() }
        call.run { () throws(FunctionFailure) in
            var whole = TextBuilder(call)
            for argument in call.arguments { try argument.append(to: &whole) }
            whole.finish()
        }
    }

    static func contains(_ call: FunctionCall) {
        guard !call.passesOn(first: 2) else { return }
        guard call[0].type == SQLITE_TEXT, call[1].type == SQLITE_TEXT, !call[1].bytes.isEmpty
        else { return call.setResult(to: false) }
        call.run { () throws(FunctionFailure) in
            let (text, part) = (call[0].bytes, call[1].bytes)
            let comparison = call.count == 3 ? TextComparison(collation: call[2].text) : nil
            let isFound =
                if let comparison {
                    try comparison.contains(text, part, call.work)
                } else {
                    try ByteSearch.firstOffset(of: part, in: text, call.work) != nil
                }
            call.setResult(to: isFound)
        }
    }
}
