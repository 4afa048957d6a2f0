// Asynchronous versions of the calls that read. They do not block Swift's cooperative threads.

extension Repository {
    /// Loads the model with the given ID.
    ///
    /// ```swift
    /// let hotel = try await hotels.find("hotel-1")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func find(_ id: String) async throws -> Model? {
        try await reading { try find(id) }
    }

    /// Loads the models with the given IDs from one snapshot of the database.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The models that exist, in the order of the IDs.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func find(_ ids: [String]) async throws -> [Model] {
        try await reading { try find(ids) }
    }

    /// Loads the model with the given ID, which must exist.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func require(_ id: String) async throws -> Model {
        try await reading { try require(id) }
    }

    /// Returns whether a model with the given ID exists.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: `true` if a document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func exists(_ id: String) async throws -> Bool {
        try await reading { try exists(id) }
    }

    /// Loads the model with the given ID, together with its revision and sequence.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func findStored(_ id: String) async throws -> Stored<Model>? {
        try await reading { try findStored(id) }
    }

    /// Reads all documents of the model's type, and decodes properties of the models when you read
    /// them.
    ///
    /// - Returns: The models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func lazy() async throws -> [LazyModel<Model>] {
        try await reading { try lazy() }
    }

    /// Loads all models.
    ///
    /// - Returns: The models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all() async throws -> [Model] {
        try await reading { try all() }
    }

    /// Loads the first model.
    ///
    /// - Returns: The model, or `nil` if there are no models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func first() async throws -> Model? {
        try await reading { try first() }
    }

    /// Returns the number of models.
    ///
    /// - Returns: The number of models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func count() async throws -> Int {
        try await reading { try count() }
    }

    /// Returns a model's document as JSON, as it is stored.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The JSON, or `nil` if no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func json(_ id: String) async throws -> String? {
        try await reading { try json(id) }
    }
}
