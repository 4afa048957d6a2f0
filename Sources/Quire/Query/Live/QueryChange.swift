/// That a query has other results than before.
public struct QueryChange {
    /// The query.
    public let query: Query

    /// The results, each listener's own, or `nil` if the query cannot be run.
    public let results: ResultSet?

    /// Why the query cannot be run, or `nil` if it can.
    public let error: (any Error)?

    init(_ query: Query, _ outcome: Result<RecordedRows, any Error>) {
        self.query = query
        switch outcome {
        case .success(let rows):
            results = ResultSet(rows)
            error = nil
        case .failure(let failure):
            results = nil
            error = failure
        }
    }
}
