import Fleece
import Foundation

/// The rows of one run of a query.
struct RecordedRows: Sendable {
    let columns: RowColumns
    /// A dictionary a row, by column title.
    let rows: FleeceArray?

    /// Whether another run of the same query gave the same rows in the same order.
    ///
    /// Both are recorded in the same way, so equal rows are equal bytes and have equal keys.
    func isSame(as other: RecordedRows) -> Bool {
        guard let left = rows?.storage, let right = other.rows?.storage else {
            return rows == nil && other.rows == nil
        }
        let areBytesEqual = left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else {
                    return left.count == right.count
                }
                return left.count == right.count && memcmp(start, other, left.count) == 0
            }
        }
        guard areBytesEqual, left.sharedKeys.count == right.sharedKeys.count else { return false }
        return (0..<left.sharedKeys.count).allSatisfy {
            left.sharedKeys.name(for: $0) == right.sharedKeys.name(for: $0)
        }
    }
}
