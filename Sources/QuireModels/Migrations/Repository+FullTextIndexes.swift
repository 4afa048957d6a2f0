public import QuireSearch

extension Repository {
    /// Creates a full-text index on properties of the model, unless it exists.
    ///
    /// ``matching(_:as:in:_:)`` uses the index. It contains the models of this repository only.
    ///
    /// ```swift
    /// try hotels.createFullTextIndex(on: \.description, language: .english)
    /// let found = try hotels.matching("sea view", in: \.description).all()
    /// ```
    ///
    /// An index on the same properties with another language is replaced. The strings of an array or
    /// a structure are indexed together.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties, which `matching` can search together or one by one.
    ///   - language: The language of the text, or `nil` to index words as they are written. With a
    ///     language, a search also finds other forms of a word.
    ///   - ignoresAccents: Whether accents are ignored, so that a search for `cafe` finds `café`.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties, such as `hotel text(name, description)`.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property cannot be indexed,
    ///   `unsupportedOperation` if the engine does not support full-text search, `notOpen`,
    ///   `notWriteable`, `busy`, `ioError`.
    /// - Complexity: O(*n*) in the size of the documents, unless the index exists.
    public func createFullTextIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        language: FullTextLanguage? = nil, ignoringAccents ignoresAccents: Bool = false,
        named name: String? = nil
    ) throws {
        try create(
            .fullText(
                on: keyPath, repeat each others, language: language,
                ignoringAccents: ignoresAccents, named: name))
    }

    /// Creates a full-text index on properties of the model, on a thread of the database.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    ///   - language: The language of the text, or `nil` to index words as they are written.
    ///   - ignoresAccents: Whether accents are ignored.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func createFullTextIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        language: FullTextLanguage? = nil, ignoringAccents ignoresAccents: Bool = false,
        named name: String? = nil
    ) async throws {
        let index = ModelIndex<Model>.fullText(
            on: keyPath, repeat each others, language: language, ignoringAccents: ignoresAccents,
            named: name)
        try await writing { try create(index) }
    }

    /// Deletes the full-text index on properties of the model, if it exists.
    ///
    /// ```swift
    /// try hotels.deleteFullTextIndex(on: \.description)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties, in the order in which the index was created.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property cannot be indexed,
    ///   `unsupportedOperation` if the engine does not support indexes, `notOpen`, `notWriteable`,
    ///   `busy`, `ioError`.
    public func deleteFullTextIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable
    ) throws {
        let index = ModelIndex<Model>.fullText(on: keyPath, repeat each others)
        try store.deleteIndex(forName: index.name)
    }

    /// Deletes the full-text index on properties of the model, on a thread of the database.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func deleteFullTextIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable
    ) async throws {
        let name = try ModelIndex<Model>.fullText(on: keyPath, repeat each others).name
        try await writing { try store.deleteIndex(forName: name) }
    }
}
