// The methods of a selection, applied to the selection of all models.

extension Repository {
    /// Returns a selection of the first models.
    ///
    /// ```swift
    /// let three = try hotels.limit(3).all()
    /// ```
    ///
    /// - Parameter count: The maximum number of models; a negative number means zero.
    /// - Returns: A selection that you can sort and read.
    public func limit(_ count: Int) -> Selection<Model> { selection.limit(count) }

    /// Returns a selection without the first models.
    ///
    /// - Parameter count: The number of models to skip; a negative number means zero.
    /// - Returns: A selection that you can sort and read.
    public func offset(_ count: Int) -> Selection<Model> { selection.offset(count) }

    /// Loads one page of the models, in the order of their document IDs.
    ///
    /// ```swift
    /// var page = try hotels.page(size: 20)
    /// while let next = page.next {
    ///     page = try hotels.page(after: next, size: 20)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: The errors of `Selection/page(after:size:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func page(after cursor: PageCursor? = nil, size: Int) throws -> Page<Model> {
        try selection.page(after: cursor, size: size)
    }

    /// Loads all models together with their IDs, revisions and sequences.
    ///
    /// - Returns: The models in the order of `all()`.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func allStored() throws -> [Stored<Model>] { try selection.allStored() }

    /// Returns a readable explanation of how all models are found.
    ///
    /// ```swift
    /// print(try hotels.explain())
    /// ```
    ///
    /// - Returns: The query as SQL, and the query plan of SQLite.
    /// - Throws: ``QuireError`` with code `notOpen`.
    public func explain() throws -> String { try selection.explain() }
}

extension Repository {
    /// Returns the minimum of a property of all models.
    ///
    /// ```swift
    /// let lowestRate = try hotels.minimum(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/minimum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try selection.minimum(of: field)
    }

    /// Returns the minimum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/minimum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try selection.minimum(of: field)
    }

    /// Returns the maximum of a property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/maximum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try selection.maximum(of: field)
    }

    /// Returns the maximum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/maximum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try selection.maximum(of: field)
    }

    /// Returns the sum of a property of all models.
    ///
    /// ```swift
    /// let roomCount = try hotels.sum(of: \.rooms)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: The errors of `Selection/sum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value {
        try selection.sum(of: field)
    }

    /// Returns the sum of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: The errors of `Selection/sum(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value {
        try selection.sum(of: field)
    }

    /// Returns the average of a property of all models.
    ///
    /// ```swift
    /// let averageRate = try hotels.average(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/average(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Double? {
        try selection.average(of: field)
    }

    /// Returns the average of an optional property of all models.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: The errors of `Selection/average(of:)`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Double? {
        try selection.average(of: field)
    }
}
