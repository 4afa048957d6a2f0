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

/// What all rows of a result have in common.
final class RowColumns: Sendable {
    /// The titles of the columns, in their order.
    let titles: [String]
    /// The titles as keys of the rows' dictionaries.
    let keys: [FleeceKey]
    /// What rows are decoded with.
    let codingInfo: [CodingUserInfoKey: any Sendable]
    /// Where the contents of the rows' blobs are.
    let blobs: (any BlobStorage)?

    init(titles: [String], codingInfo: [CodingUserInfoKey: any Sendable]) {
        self.titles = titles
        self.codingInfo = codingInfo
        blobs = codingInfo[.blobStorage] as? any BlobStorage
        keys = titles.map { FleeceKey($0) }
    }
}
