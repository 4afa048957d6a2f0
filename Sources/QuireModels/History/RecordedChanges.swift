/// An asynchronous sequence of the changes since a position, which continues with later changes.
///
/// The sequence begins with the changes that `changes(since:limit:)` returns. It then waits for
/// commits and continues with their changes. Changes by other processes are detected within about a
/// tenth of a second. If a document changes again before its change is consumed, only the last
/// change is delivered. While the database is suspended, the sequence waits.
///
/// Unlike the elements of ``SelectionChanges``, which contain all models of a selection, each
/// element is one changed document. To also receive changes that are made while the program is not
/// running, store the ``RecordedChange/token`` of the last processed change.
///
/// Each iteration is independent. The sequence ends when the database object is closed or the task
/// is canceled.
///
/// ```swift
/// for try await change in hotels.changes(since: token) {
///     print(change.id, change.model?.name ?? "was deleted")
///     token = change.token
///     if change.id == "hotel-3" { break }
/// }
/// ```
public struct RecordedChanges<Model: DocumentModel>: AsyncSequence, Sendable {
    let repository: Repository<Model>
    let token: ChangeToken?

    /// Creates an iterator and starts to observe the collection.
    ///
    /// - Returns: An iterator for use in one task.
    public func makeAsyncIterator() -> Iterator { Iterator(repository, since: token) }

    /// An iterator over the changes.
    ///
    /// ```swift
    /// var changes = hotels.changes(since: nil).makeAsyncIterator()
    /// if let change = try await changes.next() { print(change.id) }
    /// ```
    public struct Iterator: AsyncIteratorProtocol {
        private static var pageSize: Int { 100 }

        private let repository: Repository<Model>
        private var token: ChangeToken?
        private var commits: AsyncStream<Void>.Iterator?
        private var pending: ArraySlice<RecordedChange<Model>> = []
        private var hasMore = true

        init(_ repository: Repository<Model>, since token: ChangeToken?) {
            self.repository = repository
            self.token = token
            // The observation starts before the first page is read, so that no change is lost.
            commits = Self.commits(of: repository.store).makeAsyncIterator()
        }

        /// Returns the next change.
        ///
        /// - Returns: The change, or `nil` if the database object is closed or the task is
        ///   canceled.
        /// - Throws: The errors of `Repository/changes(since:limit:)`. The sequence ends after an
        ///   error.
        public mutating func next() async throws -> RecordedChange<Model>? {
            while commits != nil {
                if let change = pending.popFirst() { return change }
                guard try await readPage() else { break }
            }
            commits = nil
            return nil
        }

        /// Reads the next page, after a commit if there are no more changes.
        ///
        /// - Returns: Whether the sequence continues.
        private mutating func readPage() async throws -> Bool {
            if !hasMore { guard await commits?.next() != nil else { return false } }
            do {
                let page = try await repository.changes(since: token, limit: Self.pageSize)
                token = page.token
                hasMore = page.hasMore
                pending = page.changes[...]
                return true
            } catch is CancellationError {
                return false
            } catch QuireError.Code.suspended {
                // As live queries do, try again until the database is resumed.
                hasMore = true
                return (try? await Task.sleep(for: .milliseconds(50))) != nil
            } catch {
                commits = nil
                if isClosed { return false }
                throw error
            }
        }

        private var isClosed: Bool {
            do {
                _ = try repository.store.database.defaultStore()
                return false
            } catch {
                return QuireError.Code.notOpen ~= error
            }
        }

        /// Returns a sequence with an element after one or several commits.
        private static func commits(of store: any DocumentStore) -> AsyncStream<Void> {
            let changes = store.changedDocumentIDs()
            return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let task = Task {
                    for await _ in changes { continuation.yield() }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
}

extension Repository {
    /// Returns the changes since a position, followed by every later change.
    ///
    /// To read one page without waiting, pass a limit: `changes(since: token, limit: 100)`. To
    /// observe all models of a selection instead of single changes, use ``changes()``.
    ///
    /// - Parameter token: The position, or `nil` for all documents and tombstones.
    /// - Returns: The sequence. Its iterator throws the errors of `changes(since:limit:)`.
    public func changes(since token: ChangeToken?) -> RecordedChanges<Model> {
        RecordedChanges(repository: self, token: token)
    }

    /// Not available: without a limit, the changes are an asynchronous sequence.
    ///
    /// - Parameter token: The position.
    /// - Returns: Nothing.
    /// - Throws: Nothing.
    @available(
        *, unavailable,
        message:
            "Pass a limit to read a page: changes(since: token, limit: 100).changes. Without a limit, iterate with for try await."
    )
    public func changes(since token: ChangeToken?) throws -> [RecordedChange<Model>] { [] }
}
