#if canImport(Observation)
    public import Observation

    /// An observable list of the models of a selection, for use in a view.
    ///
    /// The list is updated whenever the results of the selection change.
    ///
    /// ```swift
    /// let cheap = ObservedSelection(hotels.filter { $0.roomRate < 150 })
    /// // In a view that reads `cheap.models`, SwiftUI draws again whenever they have changed.
    /// ```
    ///
    /// The updates end when the object is released, when the database object is closed, or after an
    /// error.
    @MainActor @Observable
    public final class ObservedSelection<Model: DocumentModel> {
        /// Cancels the task of the updates when it is released.
        private final class Listening: Sendable {
            private let task: Task<Void, Never>

            init(_ task: Task<Void, Never>) {
                self.task = task
            }

            deinit { task.cancel() }
        }

        /// The current models, or an empty list until the models are read for the first time.
        public private(set) var models: [Stored<Model>] = []

        /// The documents of the last change that could not be decoded.
        public private(set) var failures: [SelectionChange<Model>.Failure] = []

        /// Whether the models have been read.
        public private(set) var isLoaded = false

        /// The error that ended the updates, or `nil`.
        public private(set) var error: (any Error)?

        @ObservationIgnored private var listening: Listening?

        /// Creates the list and starts the updates.
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
