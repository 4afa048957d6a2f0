#if canImport(SwiftUI)
    public import SwiftUI

    /// A property wrapper that queries models for a SwiftUI view and updates the view whenever the
    /// results change.
    ///
    /// The query reads the default collection of the database in the environment of the view:
    ///
    /// ```swift
    /// WindowGroup {
    ///     FourStarHotels().documentDatabase(database)
    /// }
    /// ```
    ///
    /// The value of the property is an array of models. ``projectedValue`` contains the state of
    /// the query, such as its error, and can observe another selection.
    ///
    /// ```swift
    /// struct FourStarHotels: View {
    ///     @DocumentQuery(Hotel.self, filter: { $0.stars > 3 }, sort: \.name) var hotels
    ///
    ///     var body: some View {
    ///         List(hotels) { hotel in Text(hotel.name) }
    ///     }
    /// }
    /// ```
    ///
    /// If a view is created again with another filter, order or limit, the query observes the new
    /// selection:
    ///
    /// ```swift
    /// struct CityHotels: View {
    ///     @DocumentQuery<Hotel> var hotels: [Hotel]
    ///
    ///     init(city: String) {
    ///         _hotels = DocumentQuery(filter: { $0.city == city }, sort: \.name)
    ///     }
    ///
    ///     var body: some View {
    ///         List(hotels) { hotel in Text(hotel.name) }
    ///     }
    /// }
    /// ```
    ///
    /// By default, the models are loaded before the view appears, on the main thread. If a
    /// collection is large and the query uses no index, pass `false` for `loadingImmediately`.
    @MainActor @propertyWrapper
    public struct DocumentQuery<Model: DocumentModel>: DynamicProperty {
        @Environment(\.documentDatabase) private var database
        @State private var query = QueriedModels<Model>()
        private let selecting: QueriedModels<Model>.Selecting
        private let loadsImmediately: Bool

        /// Creates a query of the selection that a closure returns.
        ///
        /// ```swift
        /// @DocumentQuery(
        ///     Hotel.self,
        ///     selecting: { $0.sorted(by: \.name, collation: .localized).limit(20) })
        /// var hotels
        /// ```
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        ///   - selecting: A closure that receives the repository and returns the selection.
        public init(
            _ type: Model.Type = Model.self, loadingImmediately: Bool = true,
            selecting: @escaping @MainActor (Repository<Model>) -> Selection<Model>
        ) {
            self.selecting = selecting
            loadsImmediately = loadingImmediately
        }

        /// Creates a query of all models.
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - limit: The maximum number of models, or `nil` for all.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        public init(
            _ type: Model.Type = Model.self, limit: Int? = nil, loadingImmediately: Bool = true
        ) {
            self.init(DeclaredSelection(limit: limit), loadingImmediately)
        }

        /// Creates a query of all models in an order.
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - keyPath: The property by which the models are sorted.
        ///   - order: The sort direction.
        ///   - limit: The maximum number of models, or `nil` for all.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        public init<Value>(
            _ type: Model.Type = Model.self, sort keyPath: any KeyPath<Model, Value> & Sendable,
            order: Selection<Model>.Direction = .ascending, limit: Int? = nil,
            loadingImmediately: Bool = true
        ) {
            self.init(
                DeclaredSelection(limit: limit).sorted(by: keyPath, order), loadingImmediately)
        }

        /// Creates a query of the models that satisfy a condition, or several ones.
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - filter: A closure with one condition in each line; see ``ConditionBuilder``.
        ///   - limit: The maximum number of models, or `nil` for all.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        public init(
            _ type: Model.Type = Model.self,
            @ConditionBuilder<Model> filter:
                (QueryField<Model, Model>) -> QueryCondition<Model>,
            limit: Int? = nil, loadingImmediately: Bool = true
        ) {
            self.init(DeclaredSelection(limit: limit).filter(filter), loadingImmediately)
        }

        /// Creates a query of the models that satisfy a condition, in an order.
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - filter: A closure with one condition in each line; see ``ConditionBuilder``.
        ///   - keyPath: The property by which the models are sorted.
        ///   - order: The sort direction.
        ///   - limit: The maximum number of models, or `nil` for all.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        public init<Value>(
            _ type: Model.Type = Model.self,
            @ConditionBuilder<Model> filter:
                (QueryField<Model, Model>) -> QueryCondition<Model>,
            sort keyPath: any KeyPath<Model, Value> & Sendable,
            order: Selection<Model>.Direction = .ascending, limit: Int? = nil,
            loadingImmediately: Bool = true
        ) {
            let declared = DeclaredSelection(limit: limit).filter(filter)
            self.init(declared.sorted(by: keyPath, order), loadingImmediately)
        }

        private init(_ declared: DeclaredSelection<Model>, _ loadingImmediately: Bool) {
            self.init(loadingImmediately: loadingImmediately) { declared.selection(of: $0) }
        }

        /// The current models.
        public var wrappedValue: [Model] { query.models }

        /// The state of the query, which can observe another selection.
        public var projectedValue: QueriedModels<Model> { query }

        /// Applies the database of the environment and the declared selection.
        ///
        /// SwiftUI calls this method on the main thread before it evaluates the body of the view.
        nonisolated public func update() {
            MainActor.assumeIsolated {
                query.update(database, loadingImmediately: loadsImmediately, selecting)
            }
        }
    }
#endif
