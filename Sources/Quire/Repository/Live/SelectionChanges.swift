import SQLPlusPlus

/// The models of a selection as they are, and then every change of them.
///
/// Each iteration is a reader of its own and begins with the models as they are then. Changes that
/// are not fetched in time come as one. A document that cannot be decoded ends nothing: it is among
/// the change's failures. The sequence ends when the database object is closed or the task is
/// cancelled.
public struct SelectionChanges<Model: DocumentModel>: AsyncSequence, Sendable {
    let selection: Selection<Model>

    /// Begins to listen.
    ///
    /// - Returns: A reader for one task.
    public func makeAsyncIterator() -> Iterator { Iterator(selection) }

    /// A reader of the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var answers: AsyncStream<Result<[ObservedRecord], any Error>>.Iterator?
        private let refusal: (any Error)?
        private var tracker: SelectionTracker<Model>

        init(_ selection: Selection<Model>) {
            tracker = SelectionTracker(selection.repository)
            do {
                answers = try selection.answers().makeAsyncIterator()
                refusal = nil
            } catch {
                refusal = error
            }
        }

        /// Returns the next change.
        ///
        /// - Returns: The change; `nil` if the database object is closed or the task cancelled.
        /// - Throws: ``QuireError`` if the selection means nothing or cannot be read; then the
        ///   sequence has ended.
        /// - Complexity: O(*n*) in the number of models; only those that have changed are decoded.
        public mutating func next() async throws -> SelectionChange<Model>? {
            if let refusal { throw refusal }
            while let answer = await answers?.next() {
                let documents: [ObservedRecord]
                do {
                    documents = try answer.get()
                } catch {
                    answers = nil
                    throw error
                }
                let tracker = tracker
                let work = { @Sendable in
                    var tracker = tracker
                    return (tracker.change(to: documents), tracker)
                }
                guard let (change, seen) = try? await BlockingWork.reading.run(work) else { break }
                self.tracker = seen
                if let change { return change }
            }
            answers = nil
            return nil
        }
    }
}

extension Selection {
    /// Returns the models as they are, and then every change of them.
    ///
    /// ```swift
    /// for try await change in hotels.filter { $0.stars >= 4 }.changes() {
    ///     show(change.models)
    /// }
    /// ```
    ///
    /// The first element has all models, also if there are none; another one comes when the
    /// selection has become another one. After a transaction the changed documents are looked at
    /// first: one that the selection cannot be about costs no run of it. Changes by other processes
    /// are noticed within about a tenth of a second, but for documents that they purge.
    ///
    /// - Returns: A sequence.
    public func changes() -> SelectionChanges<Model> {
        SelectionChanges(selection: self)
    }

    /// The documents of the selection as they are, and again whenever they have become others.
    fileprivate func answers() throws -> AsyncStream<Result<[ObservedRecord], any Error>> {
        try repository.store.observedRecords(
            selectedBy: SelectStatement(
                [.star], from: .own, where: condition(),
                orderedBy: ordering.map { try $0.get() },
                limit: maximum.map { .literal(.integer(Int64($0))) },
                offset: skipped.map { .literal(.integer(Int64($0))) }))
    }
}

/// How the models of a selection have changed.
///
/// What ``models`` was, without ``removed``, with ``updated`` in their places and with
/// ``inserted``, is what it is now.
public struct SelectionChange<Model: DocumentModel>: Sendable {
    /// A document that cannot be made a model.
    public struct Failure: Sendable {
        /// The document's ID.
        public let id: String

        /// Why: a `DecodingError`, or a ``QuireError`` if the document is damaged.
        public let error: any Error
    }

    /// All models of the selection as they are now, in its order.
    public let models: [Stored<Model>]

    /// The models that were not there before, in the order of ``models``; all of them in the first
    /// change.
    public let inserted: [Stored<Model>]

    /// The models that were there with another revision, in the order of ``models``.
    public let updated: [Stored<Model>]

    /// The IDs of the models that are not there any more.
    public let removed: [String]

    /// The documents that have changed or come since the last change and cannot be made models.
    ///
    /// They are not among ``models``.
    public let failures: [Failure]
}

extension Repository {
    /// Returns all models as they are, and then every change of them.
    ///
    /// It is as ``Selection/changes()`` of a selection of all models.
    ///
    /// - Returns: A sequence.
    public func changes() -> SelectionChanges<Model> { everything.changes() }

    /// Returns a model as it is, and then every change of it.
    ///
    /// The first element tells what there is now; the model need not be there. Changes that are not
    /// fetched in time come as one.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A sequence.
    public func changes(of id: String) -> ModelChanges<Model> {
        let isOne = QueryTerm.operation(
            .equal, [.metadata(.id, of: nil), .literal(.string(id))])
        return ModelChanges(
            changes: everything.filter { _ in QueryCondition(.success(isOne)) }.changes())
    }
}

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
        /// - Throws: ``QuireError`` if the document cannot be looked for; then the sequence has
        ///   ended.
        public mutating func next() async throws -> ModelState<Model>? {
            guard let change = try await changes.next() else { return nil }
            if let failure = change.failures.first { return .unreadable(failure.error) }
            return change.models.first.map(ModelState.present) ?? .absent
        }
    }
}
