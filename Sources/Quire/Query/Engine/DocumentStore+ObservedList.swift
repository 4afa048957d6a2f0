import SQLPlusPlus

extension DocumentStore {
    /// Returns the results of a statement, as lists that share their unchanged parts if the engine
    /// updates them incrementally.
    ///
    /// - Throws: The errors of ``observedRecords(selectedBy:)``.
    func observedLists(selectedBy statement: SelectStatement) throws -> ObservedLists {
        if let store = self as? CollectionStore {
            let results = store.liveQuery(selectedBy: statement).stream { $0 }
            return ObservedLists(source: .lists(results.makeAsyncIterator()))
        }
        let results = try observedRecords(selectedBy: statement)
        return ObservedLists(source: .arrays(results.makeAsyncIterator()))
    }
}

/// An iterator over the results of an observed statement.
struct ObservedLists {
    fileprivate enum Source {
        case lists(AsyncStream<Result<ObservedList, any Error>>.Iterator)
        case arrays(AsyncStream<Result<[ObservedRecord], any Error>>.Iterator)
    }

    fileprivate var source: Source

    /// Returns the next result, or `nil` if the sequence has ended.
    mutating func next() async -> Result<ObservedList, any Error>? {
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
