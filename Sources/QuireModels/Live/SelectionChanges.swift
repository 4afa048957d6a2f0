import SQLPlusPlus

/// An asynchronous sequence of the current models of a selection and all later changes.
///
/// Each iteration is independent and begins with the current models. Changes that are not consumed
/// in time are combined into one. A document that cannot be decoded does not end the sequence: it
/// is listed in the failures of the change. The sequence ends when the database object is closed or
/// the task is canceled. Iterations over equal selections share the runs of the query.
///
/// ```swift
/// let changes = hotels.filter { $0.stars >= 4 }.changes()
/// for try await change in changes {
///     print(change.models.map(\.name))  // ["Harbour House", "Grand"]
///     if change.models.count == 2 { break }
/// }
/// ```
public struct SelectionChanges<Model: DocumentModel>: AsyncSequence, Sendable {
    let selection: Selection<Model>

    /// Creates an iterator and starts to observe the selection.
    ///
    /// - Returns: An iterator for use in one task.
    public func makeAsyncIterator() -> Iterator { Iterator(selection) }

    /// An iterator over the changes.
    ///
    /// ```swift
    /// var changes = hotels.filter { $0.stars >= 4 }.changes().makeAsyncIterator()
    /// if let change = try await changes.next() { print(change.models.count) }  // 2
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        private var updates: Result<SelectionUpdates<Model>, any Error>?

        init(_ selection: Selection<Model>) {
            updates = Result { try SelectionUpdates(selection) }
        }

        /// Returns the next change.
        ///
        /// - Returns: The change, or `nil` if the database object is closed or the task is
        ///   canceled.
        /// - Throws: ``QuireError`` if the selection is invalid or cannot be read. After an error,
        ///   the sequence has ended.
        /// - Complexity: O(*k* log *n*) for *k* changed models of *n* if the selection is updated
        ///   incrementally, otherwise O(*n*). Only changed models are decoded.
        public mutating func next() async throws -> SelectionChange<Model>? {
            guard let current = updates else { return nil }
            updates = nil
            var following = try current.get()
            guard let change = try await following.next()?.get() else { return nil }
            updates = .success(following)
            return change
        }
    }
}

extension Selection {
    /// Returns the current models, followed by every change.
    ///
    /// ```swift
    /// for try await change in hotels.filter({ $0.stars >= 4 }).changes() {
    ///     show(change.models)
    /// }
    /// ```
    ///
    /// The first element contains all models, even if the selection is empty. Each time the results
    /// change, another element follows. After a transaction, Quire checks the changed documents
    /// first, and updates the results only if one of them can affect them. All iterations over equal
    /// selections of a database object share the runs of the query. Changes by other processes are
    /// detected within about a tenth of a second, except for documents that they purge.
    ///
    /// The results of a selection with a filter, an order and a limit are updated incrementally in a
    /// file or an in-memory database: Quire reads only the changed documents, and moves them to their
    /// places. This takes O(*k* log *n*) for *k* changed documents in a list of *n*. Only the property
    /// ``SelectionChange/models`` takes time for all models. All documents are read again after a
    /// change if the selection searches for text, compares referenced documents, skips documents, or
    /// converts dates. `explain()` says which way a selection is updated. Models with equal values
    /// of the order follow each other in the order in which they were first saved.
    ///
    /// The elements of a full-text search do not contain the found words. To read them, call
    /// `matches()` after each element.
    ///
    /// - Returns: The sequence.
    public func changes() -> SelectionChanges<Model> {
        SelectionChanges(selection: self)
    }
}

/// A change in the results of a selection.
///
/// To get the current ``models`` from the previous ones, remove the models in ``removed``, replace
/// those in ``updated``, and insert those in ``inserted``.
///
/// ```swift
/// for try await change in hotels.changes() {
///     print(change.inserted.map(\.id), change.updated.map(\.id), change.removed)
///     if change.failures.isEmpty { break }
/// }
/// ```
public struct SelectionChange<Model: DocumentModel>: Sendable {
    /// A document that cannot be decoded as a model.
    ///
    /// ```swift
    /// for failure in change.failures { print(failure.id, failure.error) }
    /// ```
    public struct Failure: Sendable {
        /// The document's ID.
        public let id: String

        /// The cause: a `DecodingError`, or a ``QuireError`` if the document is damaged.
        public let error: any Error
    }

    private let current: CurrentModels<Model>

    /// All current models of the selection, in its order.
    ///
    /// The array is created when it is first used. An observer that uses only the other properties
    /// does not need time for models that have not changed.
    ///
    /// - Complexity: O(*n*) in the number of models for the first use, then O(1).
    public var models: [Stored<Model>] { current.all }

    /// The number of current models.
    ///
    /// - Complexity: O(1).
    public var count: Int { current.count }

    /// The new models in the order of ``models``.
    ///
    /// The first change contains all models.
    public let inserted: [Stored<Model>]

    /// The models with a new revision, in the order of ``models``.
    public let updated: [Stored<Model>]

    /// The IDs of the models that no longer belong to the selection.
    public let removed: [String]

    /// The new or changed documents that cannot be decoded as models.
    ///
    /// They are not included in ``models``.
    public let failures: [Failure]

    init(
        _ current: CurrentModels<Model>, inserted: [Stored<Model>], updated: [Stored<Model>],
        removed: [String], failures: [Failure]
    ) {
        self.current = current
        self.inserted = inserted
        self.updated = updated
        self.removed = removed
        self.failures = failures
    }
}

extension Repository {
    /// Returns all current models, followed by every change.
    ///
    /// See ``Selection/changes()``.
    ///
    /// - Returns: The sequence.
    public func changes() -> SelectionChanges<Model> { selection.changes() }

    /// Returns the current state of a model, followed by every change.
    ///
    /// The first element describes the current state, even if the model does not exist. Changes
    /// that are not consumed in time are combined into one.
    ///
    /// ```swift
    /// for try await state in hotels.changes(of: "hotel-1") {
    ///     guard case .present(let hotel) = state else { continue }
    ///     print(hotel.name)
    ///     break
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The sequence.
    public func changes(of id: String) -> ModelChanges<Model> {
        let isOne = QueryTerm.operation(
            .equal, [.metadata(.id, of: nil), .literal(.string(id))])
        return ModelChanges(
            changes: selection.filter { _ in QueryCondition(condition: .success(isOne)) }.changes()
        )
    }
}

/// The state of an observed model.
///
/// ```swift
/// switch current {
/// case .present(let hotel): print(hotel.name)
/// case .absent: print("no hotel")
/// case .unreadable(let error): print(error)
/// case nil: print("closed")
/// }
/// ```
public enum ModelState<Model: DocumentModel>: Sendable {
    /// The model exists, with this revision.
    case present(Stored<Model>)

    /// No document of this type has the ID.
    case absent

    /// The document cannot be decoded as a model.
    ///
    /// The error is a `DecodingError`, or a ``QuireError`` if the document is damaged.
    case unreadable(any Error)
}

/// An asynchronous sequence of the current state of a model and all later changes.
///
/// It has the same properties as ``SelectionChanges``.
///
/// ```swift
/// var states = hotels.changes(of: "hotel-1").makeAsyncIterator()
/// let current = try await states.next()
/// ```
public struct ModelChanges<Model: DocumentModel>: AsyncSequence, Sendable {
    let changes: SelectionChanges<Model>

    /// Creates an iterator and starts to observe the model.
    ///
    /// - Returns: An iterator for use in one task.
    public func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator())
    }

    /// An iterator over the changes.
    ///
    /// ```swift
    /// var states = hotels.changes(of: "hotel-1").makeAsyncIterator()
    /// if case .present(let hotel) = try await states.next() { print(hotel.name) }
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var changes: SelectionChanges<Model>.Iterator

        /// Returns the next state of the model.
        ///
        /// - Returns: The state, or `nil` if the database object is closed or the task is canceled.
        /// - Throws: ``QuireError`` if the query cannot be run. After an error, the sequence has
        ///   ended.
        public mutating func next() async throws -> ModelState<Model>? {
            guard let change = try await changes.next() else { return nil }
            if let failure = change.failures.first { return .unreadable(failure.error) }
            return change.models.first.map(ModelState.present) ?? .absent
        }
    }
}
