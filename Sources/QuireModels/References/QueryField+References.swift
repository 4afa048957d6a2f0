import SQLPlusPlus

// The properties of the referenced document are below `model` instead of the reference itself,
// because each further dynamic member of fields makes the type-checking of all filters slower.
extension QueryField where Value: ReferenceProperty {
    /// The referenced document, whose properties are fields.
    ///
    /// The document is read from the collection of the referring model by a join. If no document of
    /// the referenced model in this collection has the ID, the field and all of its properties are
    /// `nil`. To join documents of another collection, use SQL++.
    ///
    /// ```swift
    /// let norwegian = try books.filter { $0.author.model.country == "NO" }.all()
    /// let orphans = books.filter { $0.author.model == nil }
    /// ```
    ///
    /// Running the query throws ``QuireError`` with code `unsupportedOperation` if the engine lacks
    /// the capability ``EngineCapability/joins``.
    public var model: QueryField<Root, Value.ReferencedModel?> {
        below { fieldPath throws(QuireError) in
            guard Value.arrayDepth == 0 else {
                throw QuireError(
                    .invalidQuery,
                    """
                    \(fieldPath.term) contains several references, so a query cannot use \
                    properties of the referenced documents. Use one item, such as `first`
                    """)
            }
            let types = DocumentTypes.of(Value.ReferencedModel.self)
            let typeKey = Repository<Value.ReferencedModel>.defaultTypeKey
            let document = QueryTerm.referencedDocument(
                fieldPath.term, where: types.condition(typeKey))
            return FieldPath(
                base: .referenced(document), location: .body(PropertyPath()),
                keys: Value.ReferencedModel.keyStrategy)
        }
    }
}

extension DocumentStore {
    /// Returns a statement with the joins that it needs, for one execution.
    ///
    /// - Throws: The errors of `joiningReferencedDocuments(in:)`.
    func joinedStatement(_ statement: SelectStatement) throws -> SelectStatement {
        try joiningReferencedDocuments(in: statement).requiringJoinedDocuments()
    }

    /// Returns a statement with a join for each document that a path through a reference needs.
    ///
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the engine has no joins,
    ///   `invalidQuery` if a reference is an item of an array.
    func joiningReferencedDocuments(in statement: SelectStatement) throws -> SelectStatement {
        guard statement.containsReferencedDocuments else { return statement }
        try requireCapability(.joins)
        return try statement.joiningReferencedDocuments(as: "document")
    }
}
