extension DocumentCollection {
    /// Returns a repository for a model in this collection.
    ///
    /// If the repository cannot store models of the type, its first save throws the error that
    /// ``DocumentDatabase/repository(of:typeKey:conflicts:)`` throws.
    ///
    /// ```swift
    /// let archive = try database.createCollection(name: "archive")
    /// let closedHotels = archive.repository(of: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model type.
    ///   - typeKey: The key of the type discriminator.
    ///   - conflictRule: The rule for saves that detect a changed document.
    /// - Returns: The repository.
    public func repository<Model: DocumentModel>(
        of type: Model.Type, typeKey: String = Repository<Model>.defaultTypeKey,
        conflicts conflictRule: ConflictRule<Model> = .fail
    ) -> Repository<Model> {
        storage.repository(of: type, typeKey: typeKey, conflicts: conflictRule)
    }
}
