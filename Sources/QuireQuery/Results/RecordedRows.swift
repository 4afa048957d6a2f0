package import Fleece
import Foundation

/// The rows of one execution of a query.
package struct RecordedRows: Sendable {
    package let columns: RowColumns
    /// An array with one dictionary for each row, by column name.
    package let rows: FleeceArray?
    /// The document of each row, if the rows are complete documents.
    package var documents: [DocumentRecord] = []
    /// The state with which a live query creates its next result from this one.
    package var source: (any AnyObject & Sendable)?

    package init(columns: RowColumns, rows: FleeceArray?, documents: [DocumentRecord] = []) {
        self.columns = columns
        self.rows = rows
        self.documents = documents
    }

    /// Returns whether another execution of the same query returned the same rows in the same
    /// order.
    ///
    /// Both executions encode the rows in the same way, so equal rows have equal bytes and equal
    /// keys.
    package func isSame(as other: RecordedRows) -> Bool {
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

/// The properties that all rows of a result share.
package final class RowColumns: Sendable {
    /// The column names, in order.
    package let columnNames: [String]
    /// The column names as keys of the rows' dictionaries.
    package let keys: [FleeceKey]
    /// The user info for decoding rows.
    package let codingInfo: [CodingUserInfoKey: any Sendable]
    /// The storage for the contents of the rows' blobs.
    package let blobs: (any BlobStorage)?
    /// The store of the documents, if the rows are complete documents.
    package let store: (any DocumentStore)?
    /// The repository that decodes the documents, for all rows.
    package let knownRepository = DecodedValue()

    package init(
        columnNames: [String], codingInfo: [CodingUserInfoKey: any Sendable],
        store: (any DocumentStore)? = nil
    ) {
        self.columnNames = columnNames
        self.codingInfo = codingInfo
        self.store = store
        blobs = codingInfo[.blobStorage] as? any BlobStorage
        keys = columnNames.map { FleeceKey($0) }
    }
}
