import CSQLite
import Foundation
import QuirePlatform

/// The collations that compare strings by the rules of Unicode.
///
/// There is one collation for each language. It is registered when a statement or an index first
/// uses its name.
enum UnicodeCollations {
    /// Makes the collations available on a connection.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func register(on connection: SQLiteConnection) throws {
        // Not retained: the keys live as long as the connection.
        let keys = UnsafeReference(connection.keys).pointer
        let code = sqlite3_collation_needed(connection.handle, keys) { keys, handle, _, name in
            guard let keys, let name,
                let comparison = TextComparison(collation: String(cString: name))
            else { return }
            let box = UnsafeReference(
                retaining:
                    Box(comparison, UnsafeReference<ConnectionKeys>(pointer: keys))
            ).pointer
            let code = sqlite3_create_collation_v2(
                handle, name, SQLITE_UTF8, box, UnicodeCollations.compare,
                { if let box = $0 { UnsafeReference<Box>(pointer: box).release() } })
            if code != SQLITE_OK { UnsafeReference<Box>(pointer: box).release() }
        }
        if code != SQLITE_OK { throw connection.failure(code, purpose: "register the collations") }
    }

    private final class Box {
        private let comparison: TextComparison
        private let keys: UnsafeReference<ConnectionKeys>

        init(_ comparison: TextComparison, _ keys: UnsafeReference<ConnectionKeys>) {
            self.comparison = comparison
            self.keys = keys
        }

        func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
            let interruption = keys.withObject { $0.interruption }
            // A comparison cannot fail. After an interruption, all strings compare as equal, so
            // that sorting ends soon and SQLite detects the interruption.
            if interruption?.hasEnded == true { return 0 }
            return (try? comparison.compare(left, right, work: WorkMeter(interruption))) ?? 0
        }
    }

    private static let compare: SQLiteComparison = { box, leftCount, left, rightCount, right in
        guard let box else { return 0 }
        let order = UnsafeReference<Box>(pointer: box).object.compare(
            UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
            UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
        return Int32(order.signum())
    }
}
