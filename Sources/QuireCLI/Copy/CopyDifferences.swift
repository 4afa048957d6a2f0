/// The differences between a database and its copy.
struct CopyDifferences {
    /// The number of differences that are printed.
    private static let limit = 10

    /// The number of documents that differ.
    private(set) var count = 0
    /// The descriptions of the first ones.
    private(set) var examples: [String] = []

    /// Adds a difference.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - store: The collection.
    ///   - finding: The end of a sentence about the document.
    mutating func add(_ id: String, in store: StoreReader, finding: String) {
        count += 1
        guard examples.count < Self.limit else { return }
        examples.append("document \(id.debugDescription) of collection \(store.name) \(finding)")
    }
}
