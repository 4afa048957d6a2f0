import CSQLite
import Fleece

// What an argument is in the language; `SQLiteResult.swift` tells how its values look in SQL.
extension SQLiteArgument {
    var isMissing: Bool { type == SQLITE_NULL }

    /// Whether this is null, which is a value.
    var isNull: Bool { type == SQLITE_BLOB && subtype != .data && sqlite3_value_bytes(value) == 0 }

    /// Whether this is a truth value that knows it is one.
    var isBoolean: Bool { type == SQLITE_INTEGER && subtype == .boolean }

    /// The number, truth values being 0 and 1, or `nil` if this is none.
    var number: Double? {
        type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_value_double(value) : nil
    }

    /// The number without its fraction, or `nil` if this is none or too great.
    var truncated: Int64? {
        if type == SQLITE_INTEGER { return sqlite3_value_int64(value) }
        guard let number else { return nil }
        return Int64(exactly: number.rounded(.towardZero))
    }

    /// The text, or `nil` if this is none.
    var string: String? { type == SQLITE_TEXT ? text : nil }

    /// Calls a closure with the value if it is an array or a dictionary.
    func withCollection<R, Failure: Error>(
        _ body: (FleeceValue) throws(Failure) -> R
    ) throws(Failure) -> R? {
        guard isCollection else { return nil }
        let result = FleeceStorage.withBorrowed(bytes) { storage in
            storage.root.map { root in Result { () throws(Failure) in try body(root) } }
        }
        return try result?.get()
    }

    /// Calls a closure with the value if it is an array.
    func withArray<R, Failure: Error>(
        _ body: (FleeceArray) throws(Failure) -> R
    ) throws(Failure) -> R? {
        let result = try withCollection { (value) throws(Failure) -> R? in
            guard let array = value.array else { return nil }
            return try body(array)
        }
        return result ?? nil
    }

    /// The type's name in the language, or `nil` for missing and null.
    var typeName: StaticString? {
        switch type {
        case SQLITE_INTEGER: isBoolean ? "boolean" : "number"
        case SQLITE_FLOAT: "number"
        case SQLITE_TEXT: "string"
        case SQLITE_BLOB where subtype == .data: "binary"
        case SQLITE_BLOB where !isNull: withArray { _ in "array" } ?? "object"
        default: nil
        }
    }

    /// The value as text, as it is put together with others; missing has none.
    var concatenable: String? {
        switch type {
        case SQLITE_TEXT: text
        case SQLITE_INTEGER where isBoolean: sqlite3_value_int64(value) != 0 ? "true" : "false"
        case SQLITE_INTEGER: String(sqlite3_value_int64(value))
        case SQLITE_FLOAT: sqlite3_value_double(value).description
        case SQLITE_BLOB where isNull: "null"
        case SQLITE_BLOB: withCollection { (try? $0.json(.canonical)) ?? "" } ?? ""
        default: nil
        }
    }

    /// Appends the value as text to a text; missing appends nothing.
    ///
    /// - Throws: ``FunctionFailure`` as the text.
    func append(to text: inout TextBuilder) throws(FunctionFailure) {
        if type == SQLITE_TEXT { return try text.append(bytes) }
        guard isCollection else { return try text.append(concatenable ?? "") }
        let json = JSONWriter(format: .canonical)
        json.interruption = text.work.interruption
        // A value without a JSON text has none here.
        _ = withCollection { value in
            do throws(JSONError) { try json.write(value) } catch { json.removeAll() }
        }
        if text.work.interruption?.isDue == true { throw .interrupted }
        try text.append(json)
    }

    /// Writes the value into Fleece; integers above `Int64.max` are negative, as in all of SQL.
    func encodedItem(_ writer: FleeceWriter) -> FleeceSlot {
        if subtype == .unsigned { return writer.encode(sqlite3_value_int64(value)) }
        return withCollection { writer.encode(copyOf: $0) } ?? encoded(writer)
    }
}

extension SQLiteResult {
    func setNull() { sqlite3_result_zeroblob(context, 0) }

    func set(_ boolean: Bool) {
        sqlite3_result_int(context, boolean ? 1 : 0)
        sqlite3_result_subtype(context, Subtype.boolean.rawValue)
    }
}
