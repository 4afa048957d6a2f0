// The calls of the same names, for asynchronous callers: none blocks a thread of Swift's.

extension Repository {
    /// Loads the model with an ID.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if there is no such document of this type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func find(_ id: String) async throws -> Model? {
        try await reading { try find(id) }
    }

    /// Loads the models with some IDs, from one state of the database.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The models that are there, in the order of the IDs.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func find(_ ids: [String]) async throws -> [Model] {
        try await reading { try find(ids) }
    }

    /// Loads the model with an ID, which must be there.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func require(_ id: String) async throws -> Model {
        try await reading { try require(id) }
    }

    /// Whether there is a model with an ID.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: `true` if there is a document of this type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func exists(_ id: String) async throws -> Bool {
        try await reading { try exists(id) }
    }

    /// Loads the model with an ID, together with its revision and sequence.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if there is no such document of this type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func findStored(_ id: String) async throws -> Stored<Model>? {
        try await reading { try findStored(id) }
    }

    /// Loads all models.
    ///
    /// - Returns: The models.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all() async throws -> [Model] {
        try await reading { try all() }
    }

    /// Loads the model whose document was saved first.
    ///
    /// - Returns: The model, or `nil` if there is none.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func first() async throws -> Model? {
        try await reading { try first() }
    }

    /// Counts the models.
    ///
    /// - Returns: Their number.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func count() async throws -> Int {
        try await reading { try count() }
    }

    /// Returns a model's document as JSON text, as it is stored.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The text, or `nil` if there is no such document of this type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func json(_ id: String) async throws -> String? {
        try await reading { try json(id) }
    }
}
