#if canImport(SwiftUI)
    import SwiftUI

    extension DocumentQuery {
        /// Creates a query of the models whose vectors are nearest to another vector, the nearest first.
        ///
        /// ```swift
        /// _hotels = DocumentQuery(nearest: { $0.nearest(to: vector, in: \.embedding) })
        /// ```
        ///
        /// - Parameters:
        ///   - type: The model type.
        ///   - loadingImmediately: Whether the models are loaded before the view appears.
        ///   - nearest: A closure that receives the repository and returns the models. If the search is invalid,
        ///     ``QueriedModels/error`` is set.
        public init(
            _ type: Model.Type = Model.self, loadingImmediately: Bool = true,
            nearest: @escaping @MainActor (Repository<Model>) -> NearestSelection<Model>
        ) {
            self.init(loadingImmediately: loadingImmediately) { nearest($0).observed }
        }
    }
#endif
