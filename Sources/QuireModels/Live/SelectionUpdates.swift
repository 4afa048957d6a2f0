/// The series of changes of a selection for one observer, which continues after an error.
struct SelectionUpdates<Model: DocumentModel> {
    private var results: ObservedLists
    private var tracker: SelectionTracker<Model>
    private var hasFailed = false

    /// Starts to observe a selection.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - tracker: The documents that the observer has already received, if any.
    /// - Throws: ``QuireError`` if the selection is invalid.
    init(_ selection: Selection<Model>, following tracker: SelectionTracker<Model>? = nil) throws {
        self.tracker = tracker ?? SelectionTracker(selection.repository)
        results = try selection.repository.store
            .observedLists(selectedBy: selection.observedDocuments())
    }

    /// Returns the next change or error.
    ///
    /// The first change after an error is returned even if the models are the same.
    ///
    /// - Returns: The change or error, or `nil` if the database object is closed or the task is
    ///   canceled.
    mutating func next() async -> Result<SelectionChange<Model>, any Error>? {
        while let result = await results.next() {
            let documents: ObservedList
            do {
                documents = try result.get()
            } catch {
                hasFailed = true
                return .failure(error)
            }
            // The closure runs on another thread, so it changes a copy of the tracker.
            let (tracker, hasFailed) = (tracker, hasFailed)
            let work = { @Sendable in
                var tracker = tracker
                return (tracker.change(to: documents, reportsUnchanged: hasFailed), tracker)
            }
            // Only cancellation throws an error.
            guard let (change, newTracker) = try? await tracker.repository.reading(work) else {
                break
            }
            self.tracker = newTracker
            self.hasFailed = false
            if let change { return .success(change) }
        }
        return nil
    }
}
