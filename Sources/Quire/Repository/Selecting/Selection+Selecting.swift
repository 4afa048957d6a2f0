public import Foundation
import SQLPlusPlus

extension Selection {
    /// Selects a property of the models.
    ///
    /// ```swift
    /// let names = try hotels.select(\.name).all()
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: A projection, which runs when you read its values.
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
    /// for (name, city) in try hotels.select({ ($0.name, $0.address.city) }).all() {
    ///     print(name, city)
    /// }
    /// ```
    ///
    /// - Parameter fields: A closure that returns the properties.
    /// - Returns: A projection, which runs when you read its values.
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

    /// Loads the models as values of another type, usually one with fewer properties.
    ///
    /// From each document, only the properties that the type decodes are read. If the type has a
    /// ``DocumentID``, it receives the ID and the revision.
    ///
    /// - Parameter type: The type to decode, which uses the stored keys.
    /// - Returns: The values, in the order of `all()`.
    /// - Throws: `DecodingError` if a document does not match the type. Also the errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) throws -> [Value] {
        var run = DecodingRun(repository.decoder)
        return try repository.values(selectedBy: documents()) { record in
            let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
            return try run.decode(type, from: record.body.value, identity: identity)
        }
    }

    /// Loads the models as values of another type, usually one with fewer properties.
    ///
    /// - Parameter type: The type to decode, which uses the stored keys.
    /// - Returns: The values, in the order of `all()`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) async throws -> [Value] {
        try await repository.reading { try all(as: type) }
    }

    /// Sorts the selection by a field.
    ///
    /// Unlike `sorted(by:_:)` with a key path, this method can sort by values in arrays and
    /// dictionaries and by computed values: `sorted(by: { $0.reviews.count })`. A selection that is
    /// sorted by computed values cannot be read page by page.
    ///
    /// - Parameters:
    ///   - field: A closure that returns the field to sort by.
    ///   - direction: The sort direction.
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
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: A projection, which runs when you read its values.
    public func select<Value: Decodable & Sendable>(
        _ field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> Projection<Value> {
        everything.select(field)
    }

    /// Selects properties of all models, as tuples.
    ///
    /// - Parameter fields: A closure that returns the properties.
    /// - Returns: A projection, which runs when you read its values.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryField<Model, Model>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        everything.select(fields)
    }

    /// Returns a selection of all models, sorted by a field.
    ///
    /// - Parameters:
    ///   - field: A closure that returns the field to sort by.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by field: (QueryField<Model, Model>) -> QueryField<Model, Value>,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> Selection<Model> {
        everything.sorted(by: field, direction)
    }

    /// Loads all models as values of another type, usually one with fewer properties.
    ///
    /// - Parameter type: The type to decode, which uses the stored keys.
    /// - Returns: The values.
    /// - Throws: The errors of `Selection/all(as:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all<Value: Decodable & Sendable>(as type: Value.Type) throws -> [Value] {
        try everything.all(as: type)
    }
}

extension Selection {
    /// Restricts the selection to models that also satisfy a predicate.
    ///
    /// - Parameter predicate: A Foundation predicate, created with `#Predicate`. If it contains an
    ///   expression that queries do not support, reading the selection throws an error.
    /// - Returns: The filtered selection.
    public func filter(_ predicate: Predicate<Model>) -> Selection {
        filter(QueryCondition(predicate))
    }
}

extension Repository {
    /// Returns a selection of the models that satisfy a predicate.
    ///
    /// - Parameter predicate: A Foundation predicate, created with `#Predicate`. If it contains an
    ///   expression that queries do not support, reading the selection throws an error.
    /// - Returns: A selection that you can sort, limit and read.
    public func filter(_ predicate: Predicate<Model>) -> Selection<Model> {
        everything.filter(predicate)
    }
}
