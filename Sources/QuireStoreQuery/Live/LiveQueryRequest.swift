/// The closures that a live query calls in each run.
struct LiveQueryRequest<Answer: Sendable>: Sendable {
    /// Whether the runs use the IDs of the changed documents.
    var usesChangedDocuments = false
    /// Returns the documents that the result may depend on.
    let dependencies: @Sendable (Database) throws -> QueryDependencies
    /// Reads the result.
    ///
    /// The third argument is the last result, if any. It is used to avoid reading unchanged data.
    /// The last argument contains the changes since that result, or is `nil` if the query reads
    /// several collections.
    let read:
        @Sendable (Database, QuerySettings, Answer?, LiveChanges?) throws -> (
            Answer, ResultDocumentIDs
        )
    /// Returns whether two results are equal.
    let isSame: @Sendable (Answer, Answer) -> Bool
}

extension BlockingWork {
    /// The queue for runs of live queries, which limits the number of simultaneous runs.
    static let liveQueries = BlockingWork(label: "Quire.liveQueries", width: 2)
}
