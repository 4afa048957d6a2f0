import CSQLite

/// The functions that cut characters off the ends of texts.
enum TrimFunctions {
    static let functions: [LanguageFunction] = [
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
    ]

    private static func trim(_ call: FunctionCall, fromStart: Bool, fromEnd: Bool) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.setResult(to: call[0]) }
        var isTrimmed = isBlank
        if call.count == 2 {
            guard let characters = call[1].string else { return call.result.setNull() }
            let set = Set(characters.unicodeScalars.map(\.value))
            isTrimmed = set.contains
        }
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let text = call[0].bytes
            var (start, end) = (0, text.count)
            while fromStart, start < end {
                let (scalar, length) = UTF8Scalars.decode(text, at: start)
                guard let scalar, isTrimmed(scalar) else { break }
                start += length
                try work.charge(length)
            }
            while fromEnd, start < end {
                let last = UTF8Scalars.start(before: end, in: text)
                guard let scalar = UTF8Scalars.decode(text, at: last).scalar, isTrimmed(scalar)
                else { break }
                end = last
                try work.charge(1)
            }
            call.result.set(text: UnsafeRawBufferPointer(rebasing: text[start..<end]))
        }
    }

    /// White space, but for the blanks at which no line may break.
    private static func isBlank(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F,
            0x3000:
            true
        default: false
        }
    }
}
