#if canImport(Observation)
    public import Observation

    /// The models of a selection as a view shows them: they change whenever the selection does.
    ///
    /// ```swift
    /// let cheap = ObservedSelection(hotels.filter { $0.roomRate < 150 })
    /// // In a view that reads `cheap.models`, SwiftUI draws anew whenever they have changed.
    /// ```
    ///
    /// It listens until it is let go, until the database object is closed or until it has failed.
    @MainActor @Observable
    public final class ObservedSelection<Model: DocumentModel> {
        /// Listens as long as somebody holds it.
        private final class Listening: Sendable {
            private let task: Task<Void, Never>

            init(_ task: Task<Void, Never>) {
                self.task = task
            }

            deinit { task.cancel() }
        }

        /// The models as they are now; none before they have been read for the first time.
        public private(set) var models: [Stored<Model>] = []

        /// The documents of the last change that could not be made models.
        public private(set) var failures: [SelectionChange<Model>.Failure] = []

        /// Whether the models have been read.
        public private(set) var isLoaded = false

        /// Why the selection cannot be read any longer, or `nil` if it can.
        public private(set) var error: (any Error)?

        @ObservationIgnored private var listening: Listening?

        /// Begins to listen.
        ///
        /// - Parameter selection: The selection.
        public init(_ selection: Selection<Model>) {
            let changes = selection.changes()
            listening = Listening(
                Task { [weak self] in
                    do {
                        for try await change in changes { self?.show(change) }
                    } catch {
                        self?.error = error
                    }
                })
        }

        private func show(_ change: SelectionChange<Model>) {
            models = change.models
            failures = change.failures
            isLoaded = true
        }
    }
#endif
