import Foundation
import SQLPlusPlus

// An aggregate is the database's where that is exact, and otherwise Swift's over the selected values.

extension Selection {
    /// Finds the least value of a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try extreme("MIN", field(.model), Value.self) { $0.min() }
    }

    /// Finds the least value of a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func minimum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try extreme("MIN", field(.model), Value.self) { $0.min() }
    }

    /// Finds the greatest value of a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value? {
        try extreme("MAX", field(.model), Value.self) { $0.max() }
    }

    /// Finds the greatest value of a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value, or `nil` if there is none.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func maximum<Value: Comparable & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value? {
        try extreme("MAX", field(.model), Value.self) { $0.max() }
    }

    /// Adds up a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The sum; zero if there are no models.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the sum of integers is too large. Or as
    ///   `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Value {
        try total(field(.model), Value.self)
    }

    /// Adds up a property; `nil` adds nothing.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The sum; zero if there are no values.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the sum of integers is too large. Or as
    ///   `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func sum<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Value {
        try total(field(.model), Value.self)
    }

    /// Finds the mean of a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The mean, or `nil` if there are no values.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) throws -> Double? {
        try mean(field(.model), Value.self)
    }

    /// Finds the mean of a property over the models that have a value for it.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The mean, or `nil` if there are no values.
    /// - Throws: As `Projection/all()`.
    /// - Complexity: O(*n*) in the number of documents that no index leaves out.
    public func average<Value: Numeric & Decodable & Sendable>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) throws -> Double? {
        try mean(field(.model), Value.self)
    }

    // MARK: Making

    private func extreme<Stored, Value: Decodable & Sendable>(
        _ function: String, _ field: QueryField<Model, Stored>, _ type: Value.Type,
        inMemory: ([Value]) -> Value?
    ) throws -> Value? {
        // Another type may have an order of its own.
        guard type == String.self || type == Date.self || isExact(type) || type == Float.self else {
            return inMemory(try values(of: field, type))
        }
        return try aggregate(function, field, type)
    }

    private func total<Stored, Value: Numeric & Decodable & Sendable>(
        _ field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> Value {
        if isExact(type) { return try aggregate("SUM", field, type) ?? .zero }
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

    private func mean<Stored, Value: Numeric & Decodable & Sendable>(
        _ field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> Double? {
        guard type == Decimal.self else { return try aggregate("AVG", field, Double.self) }
        let values = try values(of: field, Decimal.self)
        guard !values.isEmpty else { return nil }
        let mean = values.reduce(0, +) / Decimal(values.count)
        return NSDecimalNumber(decimal: mean).doubleValue
    }

    /// Whether the database reckons with all values of a type as Swift does.
    private func isExact(_ type: any Any.Type) -> Bool {
        if type == Double.self || type == Int.self || type == Int64.self { return true }
        return (type as? any FixedWidthInteger.Type).map { $0.bitWidth <= 32 } ?? false
    }

    /// The values that are there.
    private func values<Stored, Value: Decodable & Sendable>(
        of field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> [Value] {
        let values = QueryField<Model, Value?>(field.source)
        return try select { _ in values }.all().compactMap { $0 }
    }

    private func aggregate<Stored, Value: Decodable & Sendable>(
        _ function: String, _ field: QueryField<Model, Stored>, _ type: Value.Type
    ) throws -> Value? {
        let column = field.operand.flatMap { operand in
            Result { () throws(QuireError) in
                FieldOperand(try operand.aggregated(function), type: Value?.self)
            }
        }
        let statement = Result {
            SelectStatement(
                [], from: .own, where: try wholeCondition())
        }
        return try Projection([column], of: repository.store, in: statement) { row in
            var reader = RowReader(row)
            return try reader.next(Value?.self)
        }.all().first ?? nil
    }
}
