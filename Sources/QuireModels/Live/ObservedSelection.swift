#if canImport(Observation)
    public import Observation

    /// An observable list of the models of a selection, for use in a view.
    ///
    /// The list is updated whenever the results of the selection change. All lists of equal
    /// selections share the runs of the query.
    ///
    /// ```swift
    /// let cheap = ObservedSelection(hotels.filter { $0.roomRate < 150 }, loadingImmediately: true)
    /// print(cheap.models.map(\.name))  // ["Harbour House"]
    /// // In a view that reads `cheap.models`, SwiftUI draws again whenever they have changed.
    /// ```
    ///
    /// Assign another ``selection`` to change the filter, the order or the limit. The models remain
    /// until those of the new selection are loaded, so a view can animate from one list to the
    /// other.
    ///
    /// ```swift
    /// cheap.selection = hotels.filter { $0.roomRate < 200 }.sorted(by: \.name)
    /// ```
    ///
    /// The updates end when the object is released or the database object is closed. The object
    /// retains the database object.
    @MainActor @Observable
    public final class ObservedSelection<Model: DocumentModel> {
        /// Cancels the task of the updates when it is released.
        private final class Updating: Sendable {
            private let task: Task<Void, Never>

            init(_ task: Task<Void, Never>) {
                self.task = task
            }

            deinit { task.cancel() }
        }

        /// The current models, or an empty list until the models are loaded for the first time.
        ///
        /// If the models are `Identifiable`, a view can use them in a `ForEach`.
        public private(set) var models: [Model] = []

        /// The current models with their document IDs and revisions.
        ///
        /// The elements are `Identifiable` for all models.
        public private(set) var stored: [Stored<Model>] = []

        /// The documents of the last change that could not be decoded.
        public private(set) var failures: [SelectionChange<Model>.Failure] = []

        /// Whether the models of the current selection are loaded.
        ///
        /// If the value is `false`, ``models`` contains the models of the previous selection.
        public private(set) var isLoaded = false

        /// The error of the last attempt to read the selection, or `nil` if it succeeded.
        ///
        /// If an error occurs, the models remain. The error is cleared when the models are read
        /// successfully after a change, by ``load()``, or after another selection is assigned.
        public private(set) var error: (any Error)?

        private var current: Selection<Model>
        @ObservationIgnored private var updating: Updating?
        /// The number of times that the updates were started.
        @ObservationIgnored private var startCount = 0

        /// Creates the list and starts the updates.
        ///
        /// - Parameters:
        ///   - selection: The selection of the models in the list.
        ///   - loadingImmediately: Whether the models are loaded before the initializer returns, as
        ///     by ``load()``. Otherwise, they are loaded in the background.
        /// - Complexity: O(*n*) in the number of documents in the collection if the models are
        ///   loaded immediately, otherwise O(1).
        public init(_ selection: Selection<Model>, loadingImmediately: Bool = false) {
            current = selection
            if loadingImmediately { load() } else { start() }
        }

        /// Creates the list of all models of a repository and starts the updates.
        ///
        /// - Parameters:
        ///   - repository: The repository.
        ///   - loadingImmediately: Whether the models are loaded before the initializer returns.
        /// - Complexity: O(*n*) in the number of documents in the collection if the models are
        ///   loaded immediately, otherwise O(1).
        public convenience init(
            _ repository: Repository<Model>, loadingImmediately: Bool = false
        ) {
            self.init(repository.selection, loadingImmediately: loadingImmediately)
        }

        /// The selection.
        ///
        /// Assigning a selection clears the error and loads the models in the background. No
        /// results of the previous selection are shown afterwards. To load the models immediately,
        /// call ``load()``.
        public var selection: Selection<Model> {
            get { current }
            set { replace(with: newValue, loadingImmediately: false) }
        }

        func replace(with selection: Selection<Model>, loadingImmediately: Bool) {
            current = selection
            setLoaded(false)
            setError(nil)
            if loadingImmediately { load() } else { start() }
        }

        /// Loads the models of the selection and restarts the updates.
        ///
        /// The method blocks the main thread until the models are loaded. If they cannot be read,
        /// it sets ``error``.
        ///
        /// ```swift
        /// cheap.selection = hotels.filter { $0.roomRate < 100 }
        /// cheap.load()
        /// print(cheap.models.count)
        /// ```
        ///
        /// - Complexity: O(*n*) in the number of documents in the collection.
        public func load() {
            var tracker = SelectionTracker(current.repository)
            do {
                let documents = ObservedList(try current.records().map(ObservedRecord.init))
                if let change = tracker.change(to: documents) { show(change) }
            } catch {
                setError(error)
            }
            // The updates begin with the current results, so no change since the read is lost.
            start(following: tracker)
        }

        // MARK: Updates

        private func start(following tracker: SelectionTracker<Model>? = nil) {
            startCount += 1
            let (number, selection) = (startCount, current)
            updating = Updating(
                Task { [weak self] in
                    do {
                        var updates = try SelectionUpdates(selection, following: tracker)
                        while let update = await updates.next() {
                            guard let self, self.startCount == number else { return }
                            self.show(update)
                        }
                    } catch {
                        guard let self, self.startCount == number else { return }
                        self.setError(error)
                    }
                })
        }

        private func show(_ update: Result<SelectionChange<Model>, any Error>) {
            switch update {
            case .success(let change): show(change)
            case .failure(let error): setError(error)
            }
        }

        private func show(_ change: SelectionChange<Model>) {
            stored = change.models
            models = change.models.map(\.value)
            if !failures.isEmpty || !change.failures.isEmpty { failures = change.failures }
            setLoaded(true)
            setError(nil)
        }

        // Assigning an equal value would also invalidate views.

        private func setLoaded(_ isLoaded: Bool) {
            if self.isLoaded != isLoaded { self.isLoaded = isLoaded }
        }

        private func setError(_ error: (any Error)?) {
            if self.error != nil || error != nil { self.error = error }
        }
    }
#endif
