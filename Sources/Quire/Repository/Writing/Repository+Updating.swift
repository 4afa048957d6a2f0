extension Repository {
    /// Reads a model, lets a closure change it, and saves it: in one transaction.
    ///
    /// No other change can come between. Where the closure itself saves the document, or an engine
    /// tells of a conflict only at the end, the model is read again and the closure called again, a
    /// few times.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - change: A closure that changes the model. It must not give it another ID.
    /// - Returns: The model as it was saved, with its new revision.
    /// - Throws: What the closure throws; nothing is saved then. ``QuireError`` with code `notFound`
    ///   if there is no such document of this type, `invalidParameter` if the closure has changed
    ///   the ID. Or as `find(_:)` and `save(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func update(_ id: String, _ change: (inout Model) throws -> Void) throws -> Model {
        try store.inTransaction {
            var attempts = 0
            while true {
                attempts += 1
                do {
                    return try updateOnce(id, change)
                } catch QuireError.Code.conflict where attempts < Self.updateAttempts {
                    continue
                }
            }
        }
    }

    /// How often an update begins anew before it gives up.
    private static var updateAttempts: Int { 8 }

    private func updateOnce(
        _ id: String, _ change: (inout Model) throws -> Void
    ) throws -> Model {
        guard var stored = try findStored(id) else { throw notFound(id) }
        let ownID = try self.ownID(of: stored.value)
        try change(&stored.value)
        let changedID = try self.ownID(of: stored.value)
        guard changedID == ownID else {
            throw QuireError(
                .invalidParameter,
                """
                An update of document "\(id)" in \(store.fullName) has changed its ID to \
                "\(changedID ?? "nil")"
                """)
        }
        let target = DocumentTarget(id: id, expecting: .revision(stored.revisionID))
        return try store(stored.value, SaveRequest(target: target)).value
    }

    private func ownID(of model: Model) throws -> String? {
        try ModelIdentity.documentID(of: model).map(\.wrappedValue)
            ?? ModelIdentity.identifier(of: model)
    }

    /// The error for a document that is not there.
    func notFound(_ id: String) -> QuireError {
        QuireError(
            .notFound, "There is no \(Model.documentType) \"\(id)\" in \(store.fullName).")
    }
}
