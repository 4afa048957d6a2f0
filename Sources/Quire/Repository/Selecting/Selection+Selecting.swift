public import Foundation
import SQLPlusPlus

extension Selection {
    /// Selects a property of the models.
    ///
    /// ```swift
    /// let names = try hotels.select(\.name).all()
    /// ```
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The values, which are not read yet.
    public func select<Value: Decodable & Sendable>(
        _ field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> Projection<Value> {
        Projection(
            [field(.model).operand], of: repository.store, in: statement
        ) { row in
            var reader = RowReader(row)
            return try reader.next(Value.self)
        }
    }

    /// Selects properties of the models, as tuples.
    ///
    /// ```swift
    /// for (name, city) in try hotels.select({ ($0.name, $0.address.city) }).all() { … }
    /// ```
    ///
    /// - Parameter fields: A closure that names the properties.
    /// - Returns: The tuples, which are not read yet.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryField<Model, Model>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        let fields = fields(.model)
        var columns: [Result<FieldOperand, QuireError>] = []
        for field in repeat each fields { columns.append(field.operand) }
        return Projection(columns, of: repository.store, in: statement) { row in
            var reader = RowReader(row)
            return (repeat try reader.next((each Value).self))
        }
    }

    /// Loads the models as values of another type, usually a smaller one.
    ///
    /// Of each document only what the type asks for is read. It finds its ``DocumentID`` filled, if
    /// it has one.
    ///
    /// - Parameter type: The type to make, by the keys that are stored.
    /// - Returns: The values, in the order of `all()`.
    /// - Throws: `DecodingError` if a document does not fit the type. Or as `all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) throws -> [Value] {
        var run = DecodingRun(repository.decoder)
        return try repository.values(selectedBy: documents()) { record in
            let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
            return try run.decode(type, from: record.body.value, identity: identity)
        }
    }

    /// Loads the models as values of another type, usually a smaller one.
    ///
    /// - Parameter type: The type to make, by the keys that are stored.
    /// - Returns: The values, in the order of `all()`.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) async throws -> [Value] {
        try await repository.reading { try all(as: type) }
    }

    /// Sorts the selection by what a closure names; models that are equal in it by the next call's.
    ///
    /// It is as `sorted(by:_:)` of a key path, for what lies in arrays and dictionaries or is
    /// computed: `sorted(by: { $0.reviews.count })`. Computed values cannot be where a page ends.
    ///
    /// - Parameters:
    ///   - field: A closure that names what to sort by.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>,
        _ direction: Direction = .ascending
    ) -> Selection {
        sorted(by: field(.model).term, direction)
    }

    /// The statement that reads columns of the selection's documents.
    var statement: Result<SelectStatement, any Error> {
        Result {
            SelectStatement(
                [], from: .own, where: try condition(),
                orderedBy: try ordering.map { try $0.get() },
                limit: maximum.map { .literal(.integer(Int64($0))) },
                offset: skipped.map { .literal(.integer(Int64($0))) })
        }
    }
}

extension Repository {
    /// Selects a property of all models.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The values, which are not read yet.
    public func select<Value: Decodable & Sendable>(
        _ field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> Projection<Value> {
        everything.select(field)
    }

    /// Selects properties of all models, as tuples.
    ///
    /// - Parameter fields: A closure that names the properties.
    /// - Returns: The tuples, which are not read yet.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryField<Model, Model>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        everything.select(fields)
    }

    /// Sorts the models by what a closure names.
    ///
    /// - Parameters:
    ///   - field: A closure that names what to sort by.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: A selection of all models.
    public func sorted<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> Selection<Model> {
        everything.sorted(by: field, direction)
    }

    /// Loads all models as values of another type, usually a smaller one.
    ///
    /// - Parameter type: The type to make, by the keys that are stored.
    /// - Returns: The values.
    /// - Throws: As `Selection/all(as:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) throws -> [Value] {
        try everything.all(as: type)
    }
}

extension Selection {
    /// Restricts the selection further.
    ///
    /// - Parameter predicate: A predicate of Foundation's, as `#Predicate` makes it. What it says
    ///   that no query can say is an error when the selection is read.
    /// - Returns: The models that fulfil the predicate too.
    public func filter(_ predicate: Predicate<Model>) -> Selection {
        filter(QueryCondition(predicate))
    }
}

extension Repository {
    /// Restricts the repository to the models that fulfil a predicate.
    ///
    /// - Parameter predicate: A predicate of Foundation's, as `#Predicate` makes it. What it says
    ///   that no query can say is an error when the selection is read.
    /// - Returns: A selection that can be sorted, limited and read.
    public func filter(_ predicate: Predicate<Model>) -> Selection<Model> {
        everything.filter(predicate)
    }
}
