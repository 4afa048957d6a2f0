import Fleece

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
