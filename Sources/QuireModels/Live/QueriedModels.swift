#if canImport(Observation)
    public import Observation
    import SQLPlusPlus

    /// The models of the query of a view: the projected value of `DocumentQuery`.
    ///
    /// ```swift
    /// struct HotelList: View {
    ///     @DocumentQuery(Hotel.self, sort: \.name) var hotels
    ///     @State private var search = ""
    ///
    ///     var body: some View {
    ///         List(hotels) { hotel in Text(hotel.name) }
    ///             .searchable(text: $search)
    ///             .onChange(of: search) {
    ///                 $hotels.observe {
    ///                     $0.filter { $0.name.hasPrefix(search) }.sorted(by: \.name)
    ///                 }
    ///             }
    ///             .overlay {
    ///                 if let error = $hotels.error { Text("\(error)") }
    ///             }
    ///     }
    /// }
    /// ```
    @MainActor @Observable
    public final class QueriedModels<Model: DocumentModel> {
        /// A closure that creates the selection from the repository of the database.
        typealias Selecting = @MainActor (Repository<Model>) -> Selection<Model>

        /// The values or the error of a declared selection, for detecting a different declaration.
        ///
        /// Views are updated often, so the declaration is determined without reading the database.
        private struct Declaration: Equatable {
            private enum Terms: Equatable {
                case valid(condition: QueryTerm, ordering: [OrderingTerm])
                case invalid(String)
            }

            private let terms: Terms
            private let searches: [SelectionSearch<Model>]
            private let maximum: Int?
            private let skipped: Int?

            init(_ selection: Selection<Model>) {
                do {
                    terms = .valid(
                        condition: try selection.condition([]),
                        ordering: try selection.orderingTerms([]))
                } catch {
                    terms = .invalid("\(error)")
                }
                searches = selection.searches
                maximum = selection.maximum
                skipped = selection.skipped
            }
        }

        private var observed: ObservedSelection<Model>?
        /// The reason why there is no repository, or `nil`.
        private var repositoryError: (any Error)?
        @ObservationIgnored private var database: (any DocumentDatabase)?
        @ObservationIgnored private var repository: Repository<Model>?
        @ObservationIgnored private var hasUpdated = false
        @ObservationIgnored private var declaration: Declaration?
        /// The closure of the last call of ``observe(_:)``, which replaces the declared selection.
        @ObservationIgnored private var replacement: Selecting?
        @ObservationIgnored private var loadsImmediately = true

        init() {}

        // MARK: Results

        /// The current models, or an empty list until the models are loaded for the first time.
        public var models: [Model] { observed?.models ?? [] }

        /// The current models with their document IDs and revisions.
        ///
        /// The elements are `Identifiable` for all models.
        public var stored: [Stored<Model>] { observed?.stored ?? [] }

        /// The documents of the last change that could not be decoded.
        public var failures: [SelectionChange<Model>.Failure] { observed?.failures ?? [] }

        /// Whether the models of the current selection are loaded.
        public var isLoaded: Bool { observed?.isLoaded ?? false }

        /// The error of the last attempt to read the selection, or `nil` if it succeeded.
        ///
        /// If the environment contains no database, the error has the code `notOpen`.
        public var error: (any Error)? { repositoryError ?? observed?.error }

        // MARK: Selections

        /// Observes another selection instead of the one that the view declares.
        ///
        /// The models remain until those of the new selection are loaded. The selection is used
        /// until the view declares another one, or this method is called again.
        ///
        /// ```swift
        /// $hotels.observe {
        ///     $0.filter { $0.name.hasPrefix(search) }.sorted(by: \.name)
        /// }
        /// ```
        ///
        /// - Parameter selecting: A closure that receives the repository and returns the selection.
        ///   If the environment contains no database, it is called when there is one.
        /// - Complexity: O(*n*) in the number of documents in the collection if the query loads
        ///   its models immediately, otherwise O(1).
        public func observe(
            _ selecting: @escaping @MainActor (Repository<Model>) -> Selection<Model>
        ) {
            replacement = selecting
            if let repository { show(selecting(repository)) }
        }

        /// Loads the models and restarts the updates, for example after an error.
        ///
        /// The method blocks the main thread until the models are loaded. If they cannot be read,
        /// it sets ``error``.
        ///
        /// - Complexity: O(*n*) in the number of documents in the collection.
        public func load() { observed?.load() }

        /// Applies the database and the selection that a view declares.
        ///
        /// The call has no effect if neither has changed since the last call.
        func update(
            _ database: (any DocumentDatabase)?, loadingImmediately: Bool, _ selecting: Selecting
        ) {
            loadsImmediately = loadingImmediately
            let isSameDatabase = hasUpdated && database === self.database
            if !isSameDatabase { setDatabase(database) }
            hasUpdated = true
            guard let repository else { return }
            let selection = selecting(repository)
            let declaration = Declaration(selection)
            if self.declaration != declaration {
                if self.declaration != nil { replacement = nil }
                self.declaration = declaration
            } else if isSameDatabase {
                return
            }
            show(replacement?(repository) ?? selection)
        }

        private func setDatabase(_ database: (any DocumentDatabase)?) {
            self.database = database
            repository = nil
            if observed != nil { observed = nil }
            repositoryError = nil
            do {
                guard let database else {
                    throw QuireError(
                        .notOpen,
                        """
                        The environment of the view contains no database for \(Model.self); add \
                        .documentDatabase(database) to the view or to one that contains it
                        """)
                }
                repository = try database.repository(of: Model.self)
            } catch {
                repositoryError = error
            }
        }

        private func show(_ selection: Selection<Model>) {
            if let observed {
                observed.replace(with: selection, loadingImmediately: loadsImmediately)
            } else {
                observed = ObservedSelection(selection, loadingImmediately: loadsImmediately)
            }
        }
    }
#endif
