import Fleece

/// What all rows of a result have in common.
final class RowColumns: Sendable {
    /// The titles of the columns, in their order.
    let titles: [String]
    /// The titles as keys of the rows' dictionaries.
    let keys: [FleeceKey]
    /// What rows are decoded with.
    let codingInfo: [CodingUserInfoKey: any Sendable]

    init(titles: [String], codingInfo: [CodingUserInfoKey: any Sendable]) {
        self.titles = titles
        self.codingInfo = codingInfo
        keys = titles.map { FleeceKey($0) }
    }
}
