import CSQLite
import Fleece

/// An argument that SQLite passes to a function.
package struct SQLiteArgument {
    let value: OpaquePointer

    /// Creates an argument from a function's list of arguments.
    init?(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int) {
        guard let value = values?[index] else { return nil }
        self.value = value
    }

    var type: Int32 { sqlite3_value_type(value) }

    var isMissing: Bool { type == SQLITE_NULL }

    var subtype: SQLiteResult.Subtype? {
        SQLiteResult.Subtype(rawValue: sqlite3_value_subtype(value))
    }

    /// The bytes of a blob or string, in memory that SQLite owns until the function returns.
    var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value, converted to an integer by SQLite.
    var integer: Int64 { sqlite3_value_int64(value) }

    /// The value, converted to a floating-point number by SQLite.
    var double: Double { sqlite3_value_double(value) }
}

extension SQLiteArgument {
    /// Whether this is an array or a dictionary, in the form that `SQLiteResult.swift` describes.
    var isCollection: Bool { type == SQLITE_BLOB && subtype != .data && !bytes.isEmpty }

    /// Encodes the value as Fleece.
    ///
    /// A blob that is not a Fleece document becomes data.
    func encoded(_ writer: FleeceWriter) -> FleeceSlot {
        switch (type, subtype) {
        case (SQLITE_INTEGER, .boolean): writer.encode(sqlite3_value_int64(value) != 0)
        case (SQLITE_INTEGER, .unsigned):
            writer.encode(UInt64(bitPattern: sqlite3_value_int64(value)))
        case (SQLITE_INTEGER, _): writer.encode(sqlite3_value_int64(value))
        case (SQLITE_FLOAT, _): writer.encode(sqlite3_value_double(value))
        case (SQLITE_TEXT, _): writer.encode(utf8: bytes)
        case (SQLITE_BLOB, .data):
            FleeceStorage.withBorrowed(bytes, sharedKeys: .empty) { storage in
                storage.root.map { writer.encode(copyOf: $0) } ?? writer.encodeNull()
            }
        case (SQLITE_BLOB, _) where !bytes.isEmpty: writer.encode(data: bytes)
        default: writer.encodeNull()
        }
    }
}
