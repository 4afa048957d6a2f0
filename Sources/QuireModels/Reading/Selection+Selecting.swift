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
        let columns = [field(.model).operand]
        let keys = columns.keys
        return Projection(columns, of: repository.store, in: statement) { row in
            var reader = RowReader(row, keys: keys)
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
        let keys = columns.keys
        return Projection(columns, of: repository.store, in: statement) { row in
            var reader = RowReader(row, keys: keys)
            return (repeat try reader.next((each Value).self))
        }
    }

    /// Selects the models as values of another type, usually one with fewer properties.
    ///
    /// From each document, only the properties that the type decodes are read. If the type has a
    /// ``DocumentID``, it receives the ID and the revision.
    ///
    /// ```swift
    /// struct HotelName: Decodable {
    ///     var name: String
    /// }
    /// let hotelNames = try hotels.filter { $0.stars >= 4 }.select(HotelName.self).limit(10).all()
    /// ```
    ///
    /// - Parameter type: The type to decode, which uses the stored keys.
    /// - Returns: A projection, which runs when you read its values.
    public func select<Value: Decodable & Sendable>(_ type: Value.Type) -> Projection<Value> {
        let repository = repository
        return Projection(documentsOf: repository.store, in: statement) { statement in
            var run = DecodingRun(repository.decoder)
            return try repository.values(selectedBy: statement) { record in
                try run.decode(
                    type, from: record.body, id: record.id, revision: record.revisionID)
            }
        }
    }

    /// Sorts the selection by a field.
    ///
    /// Unlike `sorted(by:_:)` with a key path, this method can sort by values in arrays and
    /// dictionaries and by computed values: `sorted { $0.reviews.count }`. A selection that is
    /// sorted by computed values cannot be read page by page.
    ///
    /// - Parameters:
    ///   - field: A closure that returns the field to sort by.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        _ field: (QueryField<Model, Model>) -> QueryField<Model, Value>,
        _ direction: Direction = .ascending
    ) -> Selection {
        sorted(by: field(.model).orderingTerms, direction)
    }

    /// The statement that reads columns of the selection's documents.
    var statement: Result<SelectStatement, any Error> {
        Result {
            let searches = try searchConditions()
            return SelectStatement(
                [], from: .own, where: try condition(searches),
                orderedBy: try orderingTerms(searches),
                limit: maximum.map { .literal(.integer(Int64($0))) },
                offset: skipped.map { .literal(.integer(Int64($0))) })
        }
    }
}

extension Repository {
    /// Selects a property of all models.
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
        selection.select(field)
    }

    /// Selects properties of all models, as tuples.
    ///
    /// - Parameter fields: A closure that returns the properties.
    /// - Returns: A projection, which runs when you read its values.
    public func select<each Value: Decodable & Sendable>(
        _ fields: (QueryField<Model, Model>) -> (repeat QueryField<Model, each Value>)
    ) -> Projection<(repeat each Value)> {
        selection.select(fields)
    }

    /// Returns a selection of all models, sorted by a field.
    ///
    /// - Parameters:
    ///   - field: A closure that returns the field to sort by.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        _ field: (QueryField<Model, Model>) -> QueryField<Model, Value>,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> Selection<Model> {
        selection.sorted(field, direction)
    }

    /// Selects all models as values of another type, usually one with fewer properties.
    ///
    /// - Parameter type: The type to decode, which uses the stored keys.
    /// - Returns: A projection, which runs when you read its values.
    public func select<Value: Decodable & Sendable>(_ type: Value.Type) -> Projection<Value> {
        selection.select(type)
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
        selection.filter(predicate)
    }
}
