import SQLPlusPlus

// The inverse of a reference is a selection of the referring models.

extension Selection {
    /// Restricts the selection to models with a reference to a document.
    ///
    /// The property can be a reference, an optional reference or an array of references. The query
    /// uses an index on the property; for an array, this is an array index.
    ///
    /// ```swift
    /// let praise = reviews.filter { $0.stars >= 4 }.referring(to: book, by: \.book)
    /// ```
    ///
    /// - Parameters:
    ///   - reference: A reference to the document.
    ///   - property: The property with the references.
    /// - Returns: The filtered selection.
    public func referring<Property: ReferenceProperty>(
        to reference: Reference<Property.ReferencedModel>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        referring(to: .success([reference.id]), by: property)
    }

    /// Restricts the selection to models with a reference to another model.
    ///
    /// - Parameters:
    ///   - model: A model with an ID. If it has none, reading the selection throws ``QuireError``
    ///     with code `invalidParameter`.
    ///   - property: The property with the references.
    /// - Returns: The filtered selection.
    public func referring<Property: ReferenceProperty>(
        to model: Property.ReferencedModel,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        referring(toAny: CollectionOfOne(model), by: property)
    }

    /// Restricts the selection to models with a reference to the document with an ID.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - property: The property with the references.
    /// - Returns: The filtered selection.
    public func referring<Property: ReferenceProperty>(
        toID id: String, by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        referring(to: .success([id]), by: property)
    }

    /// Restricts the selection to models with a reference to one of several documents.
    ///
    /// - Parameters:
    ///   - references: References to the documents.
    ///   - property: The property with the references.
    /// - Returns: The filtered selection.
    public func referring<Property: ReferenceProperty>(
        toAny references: some Sequence<Reference<Property.ReferencedModel>>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        referring(to: .success(references.map(\.id)), by: property)
    }

    /// Restricts the selection to models with a reference to one of several other models.
    ///
    /// ```swift
    /// let all = try reviews.selection.referring(toAny: shelf, by: \.book).all()
    /// let byBook = Dictionary(grouping: all, by: \.book)
    /// ```
    ///
    /// - Parameters:
    ///   - models: Models with IDs. If one has none, reading the selection throws ``QuireError``
    ///     with code `invalidParameter`.
    ///   - property: The property with the references.
    /// - Returns: The filtered selection.
    public func referring<Property: ReferenceProperty>(
        toAny models: some Sequence<Property.ReferencedModel>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        referring(to: Result { try models.map { try Reference(to: $0).id } }, by: property)
    }

    private func referring<Property: ReferenceProperty>(
        to ids: Result<[String], any Error>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection {
        let ids = ids.mapError { error in
            error as? QuireError
                ?? QuireError(.invalidParameter, "\(error)", underlyingError: error)
        }
        let operand = QueryField<Model, Model>.model[dynamicMember: property].operand
        return filter(
            QueryCondition(
                condition: operand.flatMap { operand in
                    ids.flatMap { operand.references($0, arrayDepth: Property.arrayDepth) }
                }))
    }
}

extension Repository {
    /// Returns a selection of the models with a reference to a document.
    ///
    /// ```swift
    /// extension Repository where Model == Author {
    ///     func books(by author: Author) -> Selection<Book> {
    ///         store.repository(of: Book.self).referring(to: author, by: \.author)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - reference: A reference to the document.
    ///   - property: The property with the references.
    /// - Returns: A selection that you can sort, limit and read.
    public func referring<Property: ReferenceProperty>(
        to reference: Reference<Property.ReferencedModel>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection<Model> {
        selection.referring(to: reference, by: property)
    }

    /// Returns a selection of the models with a reference to another model.
    ///
    /// ```swift
    /// let reviewsOfBook = try reviews.referring(to: book, by: \.book).sorted(by: \.stars).all()
    /// ```
    ///
    /// - Parameters:
    ///   - model: A model with an ID. If it has none, reading the selection throws ``QuireError``
    ///     with code `invalidParameter`.
    ///   - property: The property with the references.
    /// - Returns: A selection that you can sort, limit and read.
    public func referring<Property: ReferenceProperty>(
        to model: Property.ReferencedModel,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection<Model> {
        selection.referring(to: model, by: property)
    }

    /// Returns a selection of the models with a reference to the document with an ID.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - property: The property with the references.
    /// - Returns: A selection that you can sort, limit and read.
    public func referring<Property: ReferenceProperty>(
        toID id: String, by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection<Model> {
        selection.referring(toID: id, by: property)
    }

    /// Returns a selection of the models with a reference to one of several documents.
    ///
    /// - Parameters:
    ///   - references: References to the documents.
    ///   - property: The property with the references.
    /// - Returns: A selection that you can sort, limit and read.
    public func referring<Property: ReferenceProperty>(
        toAny references: some Sequence<Reference<Property.ReferencedModel>>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection<Model> {
        selection.referring(toAny: references, by: property)
    }

    /// Returns a selection of the models with a reference to one of several other models.
    ///
    /// - Parameters:
    ///   - models: Models with IDs. If one has none, reading the selection throws ``QuireError``
    ///     with code `invalidParameter`.
    ///   - property: The property with the references.
    /// - Returns: A selection that you can sort, limit and read.
    public func referring<Property: ReferenceProperty>(
        toAny models: some Sequence<Property.ReferencedModel>,
        by property: any KeyPath<Model, Property> & Sendable
    ) -> Selection<Model> {
        selection.referring(toAny: models, by: property)
    }
}
