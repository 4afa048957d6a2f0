/// The results of an observed statement, for live lists.
///
/// Results that follow each other share their unchanged parts if the engine creates each of them
/// from the last one.
public struct ObservedLists {
    private enum Source {
        case lists(AsyncStream<Result<ObservedList, any Error>>.Iterator)
        case arrays(AsyncStream<Result<[ObservedRecord], any Error>>.Iterator)
    }

    private var source: Source

    /// Creates results from arrays of documents.
    ///
    /// - Parameter results: The results of ``DocumentStore/observedRecords(selectedBy:)``.
    public init(_ results: AsyncStream<Result<[ObservedRecord], any Error>>) {
        source = .arrays(results.makeAsyncIterator())
    }

    package init(_ results: AsyncStream<Result<ObservedList, any Error>>) {
        source = .lists(results.makeAsyncIterator())
    }

    /// Returns the next result, or `nil` if the sequence has ended.
    package mutating func next() async -> Result<ObservedList, any Error>? {
        switch source {
        case .lists(var results):
            let result = await results.next()
            source = .lists(results)
            return result
        case .arrays(var results):
            let result = await results.next()
            source = .arrays(results)
            return result?.map { ObservedList($0) }
        }
    }
}
