/// The closures that a live query calls in each run.
struct LiveQueryRequest<Answer: Sendable>: Sendable {
    /// Returns the documents that the result may depend on.
    let dependencies: @Sendable (Database) throws -> QueryDependencies
    /// Reads the result.
    ///
    /// The third argument is the last result, if any. It is used to avoid reading unchanged data.
    let read: @Sendable (Database, QuerySettings, Answer?) throws -> (Answer, ResultDocumentIDs)
    /// Returns whether two results are equal.
    let isSame: @Sendable (Answer, Answer) -> Bool
}

extension BlockingWork {
    /// The queue for runs of live queries, which limits the number of simultaneous runs.
    static let liveQueries = BlockingWork(label: "Quire.liveQueries", width: 2)
}
