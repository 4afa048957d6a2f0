import SQLPlusPlus

/// Some of the models of a repository, in some order: a query that has not run yet.
///
/// It is a value: each call gives a new selection and leaves the old one as it is.
public struct Selection<Model: DocumentModel>: Sendable {
    private let repository: Repository<Model>
    private var conditions: [QueryCondition<Model>] = []
    private var ordering: [Result<OrderingTerm, QuireError>] = []
    private var maximum: Int?
    private var skipped: Int?

    init(_ repository: Repository<Model>) {
        self.repository = repository
    }

    // MARK: Making

    /// Restricts the selection further.
    ///
    /// - Parameter condition: A closure that compares fields of the model.
    /// - Returns: The models that fulfil this condition too.
    public func filter(
        _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> Selection {
        var selection = self
        selection.conditions.append(condition(.model))
        return selection
    }

    /// The direction of an order.
    public enum Direction: Sendable {
        /// From the least to the greatest.
        case ascending
        /// From the greatest to the least.
        case descending
    }

    /// Sorts the selection by a property; models that are equal in it by the next call's.
    ///
    /// Missing values come first, then truth values and numbers, then texts by their bytes, then
    /// null.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable, _ direction: Direction = .ascending
    ) -> Selection {
        var selection = self
        selection.ordering.append(
            QueryField.model[dynamicMember: keyPath].term.map {
                OrderingTerm($0, direction == .ascending ? .ascending : .descending)
            })
        return selection
    }

    /// Limits the number of models.
    ///
    /// - Parameter count: The greatest number; below zero means none.
    /// - Returns: The limited selection.
    public func limit(_ count: Int) -> Selection {
        var selection = self
        selection.maximum = count
        return selection
    }

    /// Leaves out the first models.
    ///
    /// - Parameter count: How many; below zero means none.
    /// - Returns: The rest of the selection.
    public func offset(_ count: Int) -> Selection {
        var selection = self
        selection.skipped = count
        return selection
    }

    // MARK: Reading

    /// Loads the models.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The models, in the order asked for, else in that in which their documents were
    ///   first saved.
    /// - Throws: `DecodingError` if a document does not fit the model, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData` or `corruptRevisionData` if a
    ///   document is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] {
        let sql = try repository.collection.compiler.compileDocuments(
            where: condition(), orderedBy: ordering.map { try $0.get() },
            limit: maximum.map { .literal(.integer(Int64($0))) },
            offset: skipped.map { .literal(.integer(Int64($0))) })
        var models: [Model] = []
        for record in try repository.collection.records(selectedBy: sql) {
            models.append(try repository.decode(record))
        }
        return models
    }

    /// Loads the first model.
    ///
    /// - Returns: The model, or `nil` if the selection is empty.
    /// - Throws: As ``all()``.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func first() throws -> Model? { try limit(min(maximum ?? 1, 1)).all().first }

    /// Counts the models that fulfil the conditions.
    ///
    /// - Returns: Their number, within the limit.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int {
        let sql = try repository.collection.compiler.compileCount(where: condition())
        let rest = max(0, try repository.collection.count(selectedBy: sql) - max(0, skipped ?? 0))
        return min(rest, max(0, maximum ?? rest))
    }

    /// All conditions with that on the type attribute.
    private func condition() throws -> QueryTerm {
        let type = QueryTerm.operation(
            .equal,
            [
                .property(PropertyPath([.key(repository.typeKey)]), of: nil),
                .literal(.string(Model.documentType)),
            ])
        return .operation(.and, [type] + (try conditions.map { try $0.term.get() }))
    }
}
