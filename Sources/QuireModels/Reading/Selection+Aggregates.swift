import Foundation
import SQLPlusPlus

// The database computes an aggregate if its result is exact. Otherwise Swift computes it from the
// selected values.

extension Selection {
    /// Returns the minimum of a property.
    ///
    /// ```swift
    /// let lowestRate = try hotels.filter { $0.stars >= 4 }.minimum(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try extreme("MIN", of: field(.model), as: Value.self) { $0.min() }
    }

    /// Returns the minimum of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try extreme("MIN", of: field(.model), as: Value.self) { $0.min() }
    }

    /// Returns the maximum of a property.
    ///
    /// ```swift
    /// let highestRate = try hotels.filter { $0.stars >= 4 }.maximum(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try extreme("MAX", of: field(.model), as: Value.self) { $0.max() }
    }

    /// Returns the maximum of an optional property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try extreme("MAX", of: field(.model), as: Value.self) { $0.max() }
    }

    /// Returns the sum of a property.
    ///
    /// ```swift
    /// let stars = try hotels.filter { $0.address.city == "Bergen" }.sum(of: \.stars)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no models.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the sum of integers is too large. Also
    ///   the errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value {
        try total(field(.model), Value.self)
    }

    /// Returns the sum of an optional property; `nil` counts as 0.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum, or zero if there are no values.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the sum of integers is too large. Also
    ///   the errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value {
        try total(field(.model), Value.self)
    }

    /// Returns the average of a property.
    ///
    /// ```swift
    /// let averageRate = try hotels.filter { $0.stars >= 4 }.average(of: \.roomRate)
    /// ```
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Double? {
        try aggregate("AVG", of: field(.model), as: Double.self)
    }

    /// Returns the average of an optional property over the models that have a value for it.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average, or `nil` if there are no values.
    /// - Throws: The errors of `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that are not excluded by an index.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Double? {
        try aggregate("AVG", of: field(.model), as: Double.self)
    }

    // MARK: Computing aggregates

    private func extreme<Stored, Value: Decodable & Sendable>(
        _ function: String, of field: QueryField<Model, Stored>, as type: Value.Type,
        inMemory: ([Value]) -> Value?
    ) throws -> Value? {
        // Values of other types can have a different order in Swift than in their stored form.
        guard type == String.self || type == Date.self || isExact(type) || type == Float.self else {
            return inMemory(try values(of: field, type))
        }
        return try aggregate(function, of: field, as: type)
    }

    private func total<Stored, Value: Numeric & Decodable & Sendable>(
        _ field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> Value {
        if isExact(type) { return try aggregate("SUM", of: field, as: type) ?? .zero }
        var sum = Value.zero
        for value in try values(of: field, type) { sum = try Self.add(sum, value) }
        return sum
    }

    private static func add<Value: Numeric>(_ sum: Value, _ value: Value) throws -> Value {
        func add<Number: FixedWidthInteger>(_ sum: Number) -> Value? {
            guard let value = value as? Number else { return nil }
            let (sum, isTooLarge) = sum.addingReportingOverflow(value)
            return isTooLarge ? nil : sum as? Value
        }
        guard let integer = sum as? any FixedWidthInteger else { return sum + value }
        guard let sum = add(integer) else {
            throw QuireError(.invalidQuery, "The sum is too large for \(Value.self).")
        }
        return sum
    }

    /// Returns whether the database computes the same results as Swift for all values of a type.
    private func isExact(_ type: any Any.Type) -> Bool {
        if type == Double.self || type == Decimal.self { return true }
        if type == Int.self || type == Int64.self || FieldOperand.isUnsigned(type) { return true }
        return (type as? any FixedWidthInteger.Type).map { $0.bitWidth <= 32 } ?? false
    }

    /// Returns the values that are not missing.
    private func values<Stored, Value: Decodable & Sendable>(
        of field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> [Value] {
        let values = QueryField<Model, Value?>(field.source)
        return try select { _ in values }.all().compactMap { $0 }
    }

    private func aggregate<Stored, Value: Decodable & Sendable>(
        _ function: String, of field: QueryField<Model, Stored>, as type: Value.Type
    ) throws -> Value? {
        let column = field.operand.map {
            FieldOperand($0.aggregated(function), type: Value?.self)
        }
        let statement = Result { SelectStatement([], from: .own, where: try condition()) }
        return try Projection(
            [column], of: repository.store, in: statement, within: limitCondition
        ) { row in
            var reader = RowReader(row)
            return try reader.next(Value?.self)
        }.all().first ?? nil
    }
}
