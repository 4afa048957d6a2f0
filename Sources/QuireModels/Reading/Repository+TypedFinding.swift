// Calls that take the `id` of an `Identifiable` model instead of a document ID. If the `id` is a
// string, the overloads for document IDs are preferred, which have the same meaning.

extension Repository where Model: Identifiable {
    /// Loads the model with the given ID.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model's `id` is not its
    ///   document ID. Also the errors of `find(_:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func find(_ id: Model.ID) throws -> Model? {
        try documentID(id).flatMap { try find($0) }
    }

    /// Loads the models with the given IDs from one snapshot of the database.
    ///
    /// - Parameter ids: The models' `id`s; `nil` is ignored.
    /// - Returns: The models that exist, in the order of the IDs.
    /// - Throws: The errors of the call for one ID.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    @_disfavoredOverload
    public func find(_ ids: [Model.ID]) throws -> [Model] {
        try find(ids.compactMap { try documentID($0) })
    }

    /// Loads the model with the given ID, which must exist.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil` or no document of this type
    ///   has the ID. Also the errors of `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func require(_ id: Model.ID) throws -> Model {
        try require(existingID(id))
    }

    /// Returns whether a model with the given ID exists.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: `true` if a document of this type has the ID.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func exists(_ id: Model.ID) throws -> Bool {
        try documentID(id).map { try exists($0) } ?? false
    }

    /// Loads the model with the given ID, together with its revision and sequence.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func findStored(_ id: Model.ID) throws -> Stored<Model>? {
        try documentID(id).flatMap { try findStored($0) }
    }

    /// Returns a model's document as JSON, as it is stored.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The JSON, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    @_disfavoredOverload
    public func json(_ id: Model.ID) throws -> String? {
        try documentID(id).flatMap { try json($0) }
    }
}

// MARK: Document IDs

extension Repository where Model: Identifiable {
    /// Returns the document ID for a model's `id`, or `nil` if it is `nil`.
    func documentID(_ id: Model.ID) throws -> String? {
        let isText = Model.ID.self == String.self || Model.ID.self == String?.self
        if traits.identity == .documentID, !isText {
            throw QuireError(
                .invalidParameter,
                """
                The id of \(Model.self), a \(Model.ID.self), is not its document ID, which is in its \
                @DocumentID. Use the string of the @DocumentID
                """)
        }
        return try ModelIdentity.text(of: id, of: Model.self)
    }

    /// Returns the document ID for a model's `id`.
    ///
    /// - Throws: ``QuireError`` with code `notFound` if it is `nil`.
    func existingID(_ id: Model.ID) throws -> String {
        guard let id = try documentID(id) else {
            throw QuireError(
                .notFound,
                "No \(Model.documentType) in \(store.fullName) can be found: the id is nil.")
        }
        return id
    }
}

extension Reference where Model: Identifiable {
    /// Creates a reference to the document with a model's `id`, which does not need to exist.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the ID is `nil` or cannot be a
    ///   document ID.
    @_disfavoredOverload
    public init(id: Model.ID) throws {
        guard let id = try ModelIdentity.text(of: id, of: Model.self) else {
            throw QuireError(
                .invalidParameter,
                """
                A \(Model.self) without an ID cannot be referenced. Use the model that save(_:) \
                returned, which has an ID.
                """)
        }
        self.init(id: id)
    }
}
