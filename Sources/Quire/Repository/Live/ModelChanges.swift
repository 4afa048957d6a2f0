/// What has become of a model.
public enum ModelState<Model: DocumentModel>: Sendable {
    /// The model is there, in this revision.
    case present(Stored<Model>)

    /// There is no document of the ID, or it is one of another type.
    case absent

    /// The document cannot be made a model, for a `DecodingError`, or a ``QuireError`` if it is
    /// damaged.
    case unreadable(any Error)
}

/// A model as it is, and then every change of it.
///
/// It is as ``SelectionChanges`` otherwise.
public struct ModelChanges<Model: DocumentModel>: AsyncSequence, Sendable {
    let changes: SelectionChanges<Model>

    /// Begins to listen.
    ///
    /// - Returns: A reader for one task.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator())
    }

    /// A reader of the changes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: SelectionChanges<Model>.Iterator

        /// Returns what has become of the model.
        ///
        /// - Returns: Its state; `nil` if the database object is closed or the task cancelled.
        /// - Throws: ``QuireError`` if the document cannot be looked for; then the sequence has ended.
        public mutating func next() async throws -> ModelState<Model>? {
            guard let change = try await changes.next() else { return nil }
            if let failure = change.failures.first { return .unreadable(failure.error) }
            return change.models.first.map(ModelState.present) ?? .absent
        }
    }
}
