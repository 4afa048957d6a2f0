import CSQLite

/// The functions that cut characters off the ends of texts.
enum TrimFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_trim", 1...2) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: true)
        },
        LanguageFunction("quire_ltrim", 1...2) {
            trim(FunctionCall($0, $1, $2), fromStart: true, fromEnd: false)
        },
        LanguageFunction("quire_rtrim", 1...2) {
            trim(FunctionCall($0, $1, $2), fromStart: false, fromEnd: true)
        },
    ]

    private static func trim(_ call: FunctionCall, fromStart: Bool, fromEnd: Bool) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.setResult(to: call[0]) }
        var isTrimmed: (UInt32) -> Bool = isBlank
        if call.count == 2 {
            guard let characters = call[1].string else { return call.result.setNull() }
            let set = Set(characters.unicodeScalars.map(\.value))
            isTrimmed = set.contains
        }
        trim(call, from: 0, fromStart: fromStart, fromEnd: fromEnd, isTrimmed)
    }

    /// The text as indexes of Couchbase Lite have it: without a byte order mark, and with U+180E among
    /// the blanks.
    static func trimStored(_ call: FunctionCall, fromStart: Bool, fromEnd: Bool) {
        guard !call.passesOn() else { return }
        guard call[0].type == SQLITE_TEXT else { return call.setResult(to: call[0]) }
        let mark = call[0].bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        trim(call, from: mark, fromStart: fromStart, fromEnd: fromEnd) {
            isBlank($0) || $0 == 0x180E
        }
    }

    private static func trim(
        _ call: FunctionCall, from offset: Int, fromStart: Bool, fromEnd: Bool,
        _ isTrimmed: (UInt32) -> Bool
    ) {
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let text = call[0].bytes
            var (start, end) = (offset, text.count)
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
