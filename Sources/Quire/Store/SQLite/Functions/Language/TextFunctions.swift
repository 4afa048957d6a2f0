import CSQLite
import Foundation

/// The functions of texts.
enum TextFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("N1QL_length", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            guard call[0].type == SQLITE_TEXT else { return call.result.setNull() }
            // Every code point has one byte that does not continue another.
            let count = call[0].bytes.reduce(into: 0 as Int64) { $0 += $1 & 0xC0 != 0x80 ? 1 : 0 }
            call.setResult(to: count)
        },
        LanguageFunction("N1QL_lower", 1, use: .schema) {
            changed($0, $1, $2) { $0.lowercased(with: TextComparison.root) }
        },
        LanguageFunction("N1QL_upper", 1, use: .schema) {
            changed($0, $1, $2) { $0.uppercased(with: TextComparison.root) }
        },
        LanguageFunction("N1QL_trim", 1, use: .schema) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: true)
        },
        LanguageFunction("N1QL_ltrim", 1, use: .schema) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: false)
        },
        LanguageFunction("N1QL_rtrim", 1, use: .schema) {
            trim(FunctionCall($0, $1, $2), fromStart: false, fromEnd: true)
        },
        LanguageFunction("quire_trim", 2) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: true)
        },
        LanguageFunction("quire_ltrim", 2) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: false)
        },
        LanguageFunction("quire_rtrim", 2) {
            trim(FunctionCall($0, $1, $2), fromStart: false, fromEnd: true)
        },
        LanguageFunction("quire_concat", -1) { context, count, values in
            let call = FunctionCall(context, count, values)
            var whole = ""
            for argument in call.arguments {
                guard let text = argument.concatenable else { return call.result.setMissing() }
                whole += text
            }
            call.setResult(to: whole)
        },
        LanguageFunction("contains", 2, use: .schema) { contains(FunctionCall($0, $1, $2)) },
        // With the name of a collation as the third argument.
        LanguageFunction("quire_contains", 3) { contains(FunctionCall($0, $1, $2)) },
    ]

    private static func changed(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ change: (String) -> String
    ) {
        let call = FunctionCall(context, count, values)
        guard !call.passesOn() else { return }
        call.setResult(to: call[0].string.map(change))
    }

    private static func trim(_ call: FunctionCall, fromStart: Bool, fromEnd: Bool) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.setResult(to: call[0]) }
        var isTrimmed = isBlank
        if call.count == 2 {
            guard let characters = call[1].string else { return call.result.setNull() }
            let set = Set(characters.unicodeScalars)
            isTrimmed = set.contains
        }
        var text = Substring(call[0].text).unicodeScalars
        if fromStart { text = text.drop(while: isTrimmed) }
        while fromEnd, let last = text.last, isTrimmed(last) { text.removeLast() }
        call.setResult(to: String(text))
    }

    /// White space, but for the blanks at which no line may break.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F,
            0x3000:
            true
        default: false
        }
    }

    private static func contains(_ call: FunctionCall) {
        guard !call.passesOn(first: 2) else { return }
        guard call[0].type == SQLITE_TEXT, call[1].type == SQLITE_TEXT, !call[1].bytes.isEmpty
        else { return call.setResult(to: false) }
        guard call.count == 3, let comparison = TextComparison(collation: call[2].text) else {
            return call.setResult(to: ByteSearch.contains(call[0].bytes, call[1].bytes))
        }
        call.setResult(to: comparison.contains(call[0].text, call[1].text))
    }
}

/// The search for bytes in bytes.
enum ByteSearch {
    /// - Complexity: O(*n*) in the bytes searched, but for texts that almost repeat themselves.
    static func contains(_ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, let wanted = part.baseAddress, let first = part.first
        else { return part.isEmpty }
        var offset = 0
        while offset + part.count <= text.count,
            let found = memchr(start + offset, Int32(first), text.count - part.count - offset + 1)
        {
            if memcmp(found, wanted, part.count) == 0 { return true }
            offset = UnsafeRawPointer(found) - start + 1
        }
        return false
    }
}
