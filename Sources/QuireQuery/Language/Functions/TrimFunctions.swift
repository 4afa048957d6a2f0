/// The functions that remove characters from the ends of strings.
enum TrimFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("quire_trim", arguments: 1...2) {
            call throws(FunctionFailure) in
            try trim(call, fromStart: true, fromEnd: true)
        },
        LanguageFunction("quire_ltrim", arguments: 1...2) {
            call throws(FunctionFailure) in
            try trim(call, fromStart: true, fromEnd: false)
        },
        LanguageFunction("quire_rtrim", arguments: 1...2) {
            call throws(FunctionFailure) in
            try trim(call, fromStart: false, fromEnd: true)
        },
    ]

    private static func trim(
        _ call: FunctionCall, fromStart: Bool, fromEnd: Bool
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let text = call[0].stringBytes else { return call[0] }
        var isTrimmed: (UInt32) -> Bool = isBlank
        if call.count == 2 {
            guard let characters = call[1].string else { return .null }
            let set = Set(characters.unicodeScalars.map(\.value))
            isTrimmed = set.contains
        }
        return try trim(text, work: call.work, fromStart: fromStart, fromEnd: fromEnd, isTrimmed)
    }

    /// Trims a string as in Couchbase Lite's indexes.
    ///
    /// A byte order mark at the start is removed, and U+180E counts as white space.
    static func trimStored(
        _ call: FunctionCall, fromStart: Bool, fromEnd: Bool
    ) throws(FunctionFailure) -> LanguageValue {
        if let result = call.passedOn() { return result }
        guard let text = call[0].stringBytes else { return call[0] }
        let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let rest = UnsafeRawBufferPointer(rebasing: text[mark...])
        return try trim(rest, work: call.work, fromStart: fromStart, fromEnd: fromEnd) {
            isBlank($0) || $0 == 0x180E
        }
    }

    private static func trim(
        _ text: UnsafeRawBufferPointer, work: WorkMeter, fromStart: Bool, fromEnd: Bool,
        _ isTrimmed: (UInt32) -> Bool
    ) throws(FunctionFailure) -> LanguageValue {
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
        return .string(UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }

    /// Returns whether a scalar is white space, excluding no-break spaces.
    private static func isBlank(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x2028, 0x2029, 0x205F,
            0x3000:
            true
        default: false
        }
    }
}
