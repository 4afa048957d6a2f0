/// A query that has its columns, and needs a source to be run.
public final class Select: Query, @unchecked Sendable {
    /// Says where the documents come from.
    ///
    /// - Parameter source: The source.
    /// - Returns: The query so far.
    public func from(_ source: DataSource) -> From {
        From(self) { $0.source = source }
    }
}
