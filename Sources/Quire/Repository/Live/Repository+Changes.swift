import SQLPlusPlus

extension Repository {
    /// Returns all models as they are, and then every change of them.
    ///
    /// It is as ``Selection/changes()`` of a selection of all models.
    ///
    /// - Returns: A sequence.
    public func changes() -> SelectionChanges<Model> { everything.changes() }

    /// Returns a model as it is, and then every change of it.
    ///
    /// The first element tells what there is now; the model need not be there. Changes that are not
    /// fetched in time come as one.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A sequence.
    public func changes(of id: String) -> ModelChanges<Model> {
        let isOne = QueryTerm.operation(
            .equal, [.metadata(.id, of: nil), .literal(.string(id))])
        return ModelChanges(
            changes: everything.filter { _ in QueryCondition(.success(isOne)) }.changes())
    }
}
