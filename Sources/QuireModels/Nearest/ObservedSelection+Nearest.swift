#if canImport(Observation)
    import Observation

    extension ObservedSelection {
        /// Creates the list of the models whose vectors are nearest, and starts the updates.
        ///
        /// The list has the order of the distances. To show the nearest models of another vector, create another list.
        ///
        /// - Parameters:
        ///   - nearest: The models in the list. If the search is invalid, ``error`` is set.
        ///   - loadingImmediately: Whether the models are loaded before the initializer returns.
        /// - Complexity: O(*n*) in the number of models that satisfy the filter if the models are loaded
        ///   immediately, otherwise O(1).
        public convenience init(
            _ nearest: NearestSelection<Model>, loadingImmediately: Bool = false
        ) {
            self.init(nearest.observed, loadingImmediately: loadingImmediately)
        }
    }
#endif
