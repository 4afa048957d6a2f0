#if canImport(Observation)
    import Observation

    extension QueriedModels {
        /// Observes the models whose vectors are nearest to another vector, instead of the declared ones.
        ///
        /// ```swift
        /// $hotels.observe(nearest: { $0.nearest(to: vector, in: \.embedding) })
        /// ```
        ///
        /// - Parameter nearest: A closure that receives the repository and returns the models. If the
        ///   search is invalid, ``error`` is set.
        /// - Complexity: O(*n*) in the number of models that satisfy the filter if the query loads its
        ///   models immediately, otherwise O(1).
        public func observe(
            nearest: @escaping @MainActor (Repository<Model>) -> NearestSelection<Model>
        ) {
            observe { nearest($0).observed }
        }
    }
#endif
