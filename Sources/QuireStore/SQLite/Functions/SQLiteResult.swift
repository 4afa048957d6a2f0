// The representation of document values in SQL:
//
//   missing            NULL
//   null               an empty blob
//   false, true        0, 1, with the subtype `boolean`
//   integer            INTEGER; above Int64.max the same 64 bits, with the subtype `unsigned`
//   float, double      REAL
//   string             TEXT
//   data               a blob that is a separate Fleece document, with the subtype `data`
//   array, dictionary  a blob that is a separate Fleece document
//
// So SQLite's order of types is that of the query language: missing, numbers, strings, null,
// collections. A subtype is passed only from a function directly to an enclosing function. Without
// its subtype, a value is an integer or a collection.
//
// Example: in {"a": [true, null]}, `a` is x'6002 3800 3000 8003', `a[0]` is 1 and `a[1]` is x''.

import CSQLite
import Fleece
import QuirePlatform

/// The result of a SQL function or of a column of a virtual table.
struct SQLiteResult {
    /// The types that SQL does not distinguish.
    enum Subtype: UInt32 {
        case boolean = 0x62
        case data = 0x64
        case unsigned = 0x75
    }

    let context: OpaquePointer?
    /// The keys of the connection, for a column of a table.
    ///
    /// A function gets the keys from its context.
    var tableKeys: UnsafeReference<ConnectionKeys>?

    /// The interruption of the running query, if any.
    var interruption: QueryInterruption? {
        (tableKeys ?? ConnectionKeys.reference(context))?.withObject {
            $0.interruption
        }
    }

    func setMissing() { sqlite3_result_null(context) }

    func set(_ value: FleeceValue) {
        switch value.kind {
        case .undefined: setMissing()
        case .null: sqlite3_result_zeroblob(context, 0)
        case .boolean:
            sqlite3_result_int(context, value.boolean == true ? 1 : 0)
            set(.boolean)
        case .integer:
            if let integer = value.int64 {
                sqlite3_result_int64(context, integer)
            } else {
                sqlite3_result_int64(context, Int64(bitPattern: value.uint64 ?? 0))
                set(.unsigned)
            }
        case .float, .double: sqlite3_result_double(context, value.double ?? 0)
        case .string: if value.withStringBytes(set(text:)) == nil { setMissing() }
        case .data:
            set { $0.encode(copyOf: value) }
            set(.data)
        case .array, .dictionary: set { $0.encode(copyOf: value) }
        }
    }

    /// Sets the result to a Fleece document with one value.
    ///
    /// - Returns: The size of the document in bytes.
    @discardableResult
    func set(fleece encode: (FleeceWriter) -> FleeceSlot) -> Int {
        let writer = FleeceWriter()
        let interruption = interruption
        writer.interruption = interruption
        writer.write(encode(writer))
        do {
            return try writer.withFinishedBytes { bytes in
                set(blob: bytes)
                return bytes.count
            }
        } catch {
            // An interrupted copy leaves an incomplete value.
            set(
                interruption?.isDue == true
                    ? .interrupted : .invalid("\(SQLiteError.damageBeginning)\(error)"))
            return 0
        }
    }

    func set(text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress, !text.isEmpty else {
            return sqlite3_result_text(context, "", 0, quire_sqlite3_transient())
        }
        if isInterrupted(copying: text.count) { return set(.interrupted) }
        sqlite3_result_text64(
            context, start.assumingMemoryBound(to: CChar.self), UInt64(text.count),
            quire_sqlite3_transient(), UInt8(SQLITE_UTF8))
    }

    func set(blob: UnsafeRawBufferPointer) {
        guard let start = blob.baseAddress, !blob.isEmpty else {
            return sqlite3_result_zeroblob(context, 0)
        }
        if isInterrupted(copying: blob.count) { return set(.interrupted) }
        sqlite3_result_blob64(context, start, UInt64(blob.count), quire_sqlite3_transient())
    }

    /// Returns whether the query is interrupted, after adding the work of copying a large result.
    @inline(__always)
    private func isInterrupted(copying count: Int) -> Bool {
        count > 1 << 12 && interruption?.isDue(after: count) == true
    }

    func set(error message: String) {
        sqlite3_result_error(context, message, -1)
    }

    func set(_ subtype: Subtype) {
        sqlite3_result_subtype(context, subtype.rawValue)
    }
}
