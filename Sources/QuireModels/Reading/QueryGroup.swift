import Foundation
import SQLPlusPlus

/// A group of models with equal keys, from which you select the key and aggregates.
///
/// ```swift
/// let highest = try hotels.grouped(by: \.address.city)
///     .select { group in (group.key, group.count, group.maximum(of: \.roomRate)) }
///     .all()
/// for (city, count, rate) in highest { print(city, count, rate ?? 0) }
/// ```
public struct QueryGroup<Model, Key> {
    /// The key of the group: the property or properties that the models are grouped by.
    public let key: Key

    /// The number of models in the group.
    public var count: QueryField<Model, Int> {
        QueryField(.success(.computed(.call("COUNT", []))))
    }

    /// Returns the number of models that have a value for a property.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The number.
    public func count<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Int> {
        field(.model).computed { operand throws(QuireError) in
            .call("COUNT", [operand.term.missingIfNull])
        }
    }

    /// Returns the sum of a property; `nil` counts as 0.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum.
    public func sum<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value> {
        total(field(.model))
    }

    /// Returns the sum of a property; `nil` counts as 0.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The sum.
    public func sum<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value> {
        total(field(.model))
    }

    private func total<Value, Sum>(_ field: QueryField<Model, Value>) -> QueryField<Model, Sum> {
        field.computed { operand throws(QuireError) in
            .call("IFMISSINGORNULL", [operand.aggregated("SUM"), .literal(.integer(0))])
        }
    }

    /// Returns the average of a property over the models that have a value for it.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average; `nil` if no model has a value.
    public func average<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Double?> {
        aggregated("AVG", field(.model))
    }

    /// Returns the average of a property over the models that have a value for it.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The average; `nil` if no model has a value.
    public func average<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Double?> {
        aggregated("AVG", field(.model))
    }

    /// Returns the minimum of a property, in the order of the stored values.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum; `nil` if no model has a value.
    public func minimum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value?> {
        aggregated("MIN", field(.model))
    }

    /// Returns the minimum of a property, in the order of the stored values.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The minimum; `nil` if no model has a value.
    public func minimum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value?> {
        aggregated("MIN", field(.model))
    }

    /// Returns the maximum of a property, in the order of the stored values.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum; `nil` if no model has a value.
    public func maximum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value?> {
        aggregated("MAX", field(.model))
    }

    /// Returns the maximum of a property, in the order of the stored values.
    ///
    /// - Parameter field: A closure that returns the property, or a key path.
    /// - Returns: The maximum; `nil` if no model has a value.
    public func maximum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value?> {
        aggregated("MAX", field(.model))
    }

    private func aggregated<Value, Aggregate>(
        _ function: String, _ field: QueryField<Model, Value>
    ) -> QueryField<Model, Aggregate> {
        field.computed { $0.aggregated(function) }
    }
}

extension FieldOperand {
    /// Returns an aggregate of the values that are not missing.
    ///
    /// - Parameter function: The function in SQL++: `SUM`, `AVG`, `MIN` or `MAX`.
    /// - Returns: The aggregate.
    func aggregated(_ function: String) -> QueryTerm {
        if isDecimal { return decimalAggregate(function) }
        if isUnsigned { return unsignedAggregate(function) }
        return .call(function, [isOptional ? term.missingIfNull : term])
    }
}
