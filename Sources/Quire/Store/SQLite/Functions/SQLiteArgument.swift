import CSQLite
import Fleece

/// An argument that SQLite gives to a function.
struct SQLiteArgument {
    let value: OpaquePointer

    /// Takes an argument from a function's list.
    init?(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ index: Int) {
        guard let value = values?[index] else { return nil }
        self.value = value
    }

    var type: Int32 { sqlite3_value_type(value) }

    var subtype: SQLiteResult.Subtype? {
        SQLiteResult.Subtype(rawValue: sqlite3_value_subtype(value))
    }

    /// The bytes of a blob or text, in memory that is SQLite's until the function returns.
    var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
