import CSQLite
import Foundation

/// The collations that compare texts as Unicode has it.
///
/// There is one for each language, so they come when a statement or an index names one.
enum UnicodeCollations {
    /// Gives a connection the collations.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    static func register(on connection: SQLiteConnection) throws {
        let code = sqlite3_collation_needed(connection.handle, nil) { _, handle, _, name in
            guard let name, let comparison = TextComparison(collation: String(cString: name)) else {
                return
            }
            let box = Unmanaged.passRetained(Box(comparison)).toOpaque()
            let code = sqlite3_create_collation_v2(
                handle, name, SQLITE_UTF8, box, UnicodeCollations.compare,
                { if let box = $0 { Unmanaged<Box>.fromOpaque(box).release() } })
            if code != SQLITE_OK { Unmanaged<Box>.fromOpaque(box).release() }
        }
        if code != SQLITE_OK { throw connection.failure(code, purpose: "register the collations") }
    }

    private final class Box {
        let comparison: TextComparison

        init(_ comparison: TextComparison) {
            self.comparison = comparison
        }
    }

    private static let compare: SQLiteComparison = { box, leftCount, left, rightCount, right in
        guard let box else { return 0 }
        let comparison = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().comparison
        func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
            String(
                decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
        }
        return Int32(comparison.compare(text(left, leftCount), text(right, rightCount)))
    }
}
