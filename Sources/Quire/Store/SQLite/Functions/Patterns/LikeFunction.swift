import CSQLite

// LIKE is a function of ours, because SQLite's own cannot be ended while it runs. SQLite calls it
// `like(pattern, text, escape)`. What an index could serve of a pattern, the range of the texts with
// its first characters, is therefore a condition of its own: see `QueryCompiler`.

/// The functions that match texts with patterns of LIKE.
enum LikeFunction {
    static let functions: [LanguageFunction] = [
        // The operator: by bytes, as in indexes of Couchbase Lite.
        LanguageFunction("like", 2, use: .schema) { like(FunctionCall($0, $1, $2)) },
        LanguageFunction("like", 3, use: .schema) { like(FunctionCall($0, $1, $2)) },
        // `quire_like(text, pattern, collation)`: as Unicode compares.
        LanguageFunction("quire_like", 3) { context, count, values in
            let call = FunctionCall(context, count, values)
            let comparison = TextComparison(collation: call[2].text)
            match(call, text: 0, pattern: 1, escape: "\\", comparison)
        },
    ]

    /// `fl_like(text, pattern)`, or with the name of a collation, which indexes of Couchbase Lite call.
    static func likeValue(_ call: FunctionCall) {
        let comparison = call.count == 3 ? TextComparison(collation: call[2].text) : nil
        match(call, text: 0, pattern: 1, escape: "\\", comparison)
    }

    private static func like(_ call: FunctionCall) {
        guard call.count == 3 else {
            return match(call, text: 1, pattern: 0, escape: nil, nil)
        }
        guard !call[2].isMissing else { return call.result.setMissing() }
        let scalars = call[2].text.unicodeScalars
        guard let escape = scalars.first, scalars.count == 1 else {
            return call.result.set(error: "the escape of LIKE must be a single character")
        }
        match(call, text: 1, pattern: 0, escape: escape, nil)
    }

    private static func match(
        _ call: FunctionCall, text: Int, pattern: Int, escape: Unicode.Scalar?,
        _ comparison: TextComparison?
    ) {
        if call[text].isMissing || call[pattern].isMissing { return call.result.setMissing() }
        // Null and collections have no text that could match.
        guard call[text].type != SQLITE_BLOB, call[pattern].type != SQLITE_BLOB else {
            return call.setResult(to: false)
        }
        call.run { () throws(FunctionFailure) in
            let work = call.work
            let prepared = try PreparedPattern.read(call, pattern, escape, comparison).pattern
            guard let comparison else {
                return call.setResult(to: try prepared.matches(call[text].convertedBytes, work))
            }
            var simplified = try comparison.simplified(call[text].convertedBytes, work)
            let result = simplified.withUTF8 { bytes in
                Result { () throws(FunctionFailure) in
                    try prepared.matches(UnsafeRawBufferPointer(bytes), work)
                }
            }
            call.setResult(to: try result.get())
        }
    }
}

/// A pattern that is prepared once for all rows of a statement.
private final class PreparedPattern {
    let pattern: LikePattern

    private init(_ pattern: LikePattern) {
        self.pattern = pattern
    }

    static func read(
        _ call: FunctionCall, _ index: Int, _ escape: Unicode.Scalar?, _ comparison: TextComparison?
    ) throws(FunctionFailure) -> PreparedPattern {
        if let stored = sqlite3_get_auxdata(call.result.context, Int32(index)) {
            return Unmanaged<PreparedPattern>.fromOpaque(stored).takeUnretainedValue()
        }
        let bytes = call[index].convertedBytes
        // SQLite's own limit, since the time can grow with the product of both lengths.
        let limit = Int(
            sqlite3_limit(
                sqlite3_context_db_handle(call.result.context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH,
                -1))
        guard bytes.count <= limit else {
            throw .invalid("the pattern of LIKE is longer than \(limit) bytes")
        }
        let text =
            try comparison?.simplified(bytes, call.work) ?? String(decoding: bytes, as: UTF8.self)
        let prepared = PreparedPattern(LikePattern(text, escape: escape))
        let pointer = Unmanaged.passRetained(prepared).toOpaque()
        sqlite3_set_auxdata(call.result.context, Int32(index), pointer) { stored in
            if let stored { Unmanaged<PreparedPattern>.fromOpaque(stored).release() }
        }
        return prepared
    }
}

extension SQLiteArgument {
    /// The bytes of a text, or of a number as SQLite writes it.
    fileprivate var convertedBytes: UnsafeRawBufferPointer {
        guard let text = sqlite3_value_text(value) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }
}
