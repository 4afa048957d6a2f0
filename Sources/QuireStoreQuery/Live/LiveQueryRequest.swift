/// What a live query reads in each run.
protocol LiveQueryRequest<Answer>: Sendable {
    associatedtype Answer: LiveAnswer

    /// Whether the runs use the IDs of the changed documents.
    var usesChangedDocuments: Bool { get }

    /// Returns the documents that the result may depend on.
    func dependencies(in database: Database) throws -> QueryDependencies

    /// Reads the result.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - settings: The parameters of the query.
    ///   - last: The last result, if any. It is used to avoid reading unchanged data.
    ///   - changes: The changes since that result, or `nil` if they are not known or the query reads several
    ///     collections.
    /// - Returns: The result, and the documents in it.
    /// - Throws: An error that the listeners receive.
    func read(
        in database: Database, settings: QuerySettings, last: Answer?, changes: LiveChanges?
    ) throws -> (Answer, ResultDocumentIDs)
}

/// The result of a live query.
protocol LiveAnswer: Sendable {
    /// Whether listeners that have received another result need not receive this one.
    func isSame(as other: Self) -> Bool
}

extension ObservedList: LiveAnswer {}
extension RecordedRows: LiveAnswer {}

extension BlockingWork {
    /// The queue for runs of live queries, which limits the number of simultaneous runs.
    static let liveQueries = BlockingWork(label: "Quire.liveQueries", width: 2)
}
