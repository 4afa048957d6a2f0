// Quire registers its own LIKE, because SQLite's cannot be interrupted while it runs. SQLite calls
// it as `like(pattern, text, escape)`. SQLite cannot use an index for this function, so
// `QueryCompiler` adds a separate condition for the range of strings that begin with the literal
// prefix of the pattern.

/// The functions that match strings with patterns of LIKE.
enum LikeFunctions {
    static let functions: [LanguageFunction] = [
        // The operator, which compares bytes, as in indexes of Couchbase Lite.
        LanguageFunction("like", arguments: 2...3, use: .schema) { call throws(FunctionFailure) in
            try like(call)
        },
        // `quire_like(text, pattern, collation)`, which compares by a Unicode collation.
        LanguageFunction("quire_like", arguments: 3) { call throws(FunctionFailure) in
            try likeValue(call)
        },
    ]

    /// Implements `fl_like(text, pattern)`, with an optional collation, for indexes of Couchbase
    /// Lite.
    static func likeValue(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        let comparison = call.count == 3 ? TextComparison(collation: call[2].string ?? "") : nil
        return try match(call, text: 0, pattern: 1, escape: "\\", comparison)
    }

    private static func like(_ call: FunctionCall) throws(FunctionFailure) -> LanguageValue {
        guard call.count == 3 else {
            return try match(call, text: 1, pattern: 0, escape: nil, nil)
        }
        guard !call[2].isMissing else { return .missing }
        let escape = (call[2].string ?? "").unicodeScalars
        guard let first = escape.first, escape.count == 1 else {
            throw .invalid("the escape of LIKE must be a single character")
        }
        return try match(call, text: 1, pattern: 0, escape: first, nil)
    }

    private static func match(
        _ call: FunctionCall, text: Int, pattern: Int, escape: Unicode.Scalar?,
        _ comparison: TextComparison?
    ) throws(FunctionFailure) -> LanguageValue {
        if call[text].isMissing || call[pattern].isMissing { return .missing }
        // Null and collections cannot be converted to text, so they don't match.
        guard call[text].hasText, call[pattern].hasText else { return .boolean(false) }
        let work = call.work
        let prepared = try call.environment.prepared(pattern) { () throws(FunctionFailure) in
            try PreparedPattern(call, index: pattern, escape: escape, comparison: comparison)
        }.pattern
        let bytes = try call.convertedBytes(text)
        guard let comparison else { return .boolean(try prepared.matches(bytes, work)) }
        var simplified = try comparison.simplified(bytes, work)
        let result = simplified.withUTF8 { bytes in
            Result { () throws(FunctionFailure) in
                try prepared.matches(UnsafeRawBufferPointer(bytes), work)
            }
        }
        return .boolean(try result.get())
    }
}

/// A pattern that is prepared once for all rows of a statement.
private final class PreparedPattern: Sendable {
    let pattern: LikePattern

    init(
        _ call: FunctionCall, index: Int, escape: Unicode.Scalar?, comparison: TextComparison?
    ) throws(FunctionFailure) {
        let bytes = try call.convertedBytes(index)
        // This is SQLite's own limit. It is required because the time can grow with the product of
        // both lengths.
        let limit = call.environment.patternLimit
        guard bytes.count <= limit else {
            throw .invalid("the pattern of LIKE is longer than \(limit) bytes")
        }
        let text =
            try comparison?.simplified(bytes, call.work) ?? String(decoding: bytes, as: UTF8.self)
        pattern = LikePattern(text, escape: escape)
    }
}

extension LanguageValue {
    /// Whether the value is a string, or a number, which LIKE converts to a string.
    fileprivate var hasText: Bool { stringBytes != nil || storedNumber != nil }
}
