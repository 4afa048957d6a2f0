import Foundation
import SQLPlusPlus

/// The models that are equal in something, to be told in numbers.
public struct QueryGroup<Model, Key> {
    /// What the models of the group are equal in.
    public let key: Key

    /// How many models there are.
    public var count: QueryField<Model, Int> {
        QueryField(.success(.computed(.call("COUNT", []))))
    }

    /// How many models have a value for a property.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The number.
    public func count<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Int> {
        field(.model).computed { operand throws(QuireError) in
            .call("COUNT", [operand.missingIfNull])
        }
    }

    /// The sum of a property; `nil` adds nothing.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The sum.
    public func sum<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value> {
        total(field(.model))
    }

    /// The sum of a property; `nil` adds nothing.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The sum.
    public func sum<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value> {
        total(field(.model))
    }

    private func total<Value, Sum>(_ field: QueryField<Model, Value>) -> QueryField<Model, Sum> {
        field.computed { operand throws(QuireError) in
            let sum = try operand.aggregated("SUM")
            return .call("IFMISSINGORNULL", [sum, .literal(.integer(0))])
        }
    }

    /// The mean of a property over the models that have a value for it; `nil` if none has.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The mean.
    public func average<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Double?> {
        aggregated("AVG", field(.model))
    }

    /// The mean of a property over the models that have a value for it; `nil` if none has.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The mean.
    public func average<Value: Numeric>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Double?> {
        aggregated("AVG", field(.model))
    }

    /// The least value of a property, in the order of what is stored; `nil` if there is none.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value.
    public func minimum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value?> {
        aggregated("MIN", field(.model))
    }

    /// The least value of a property, in the order of what is stored; `nil` if there is none.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value.
    public func minimum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value?> {
        aggregated("MIN", field(.model))
    }

    /// The greatest value of a property, in the order of what is stored; `nil` if there is none.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value.
    public func maximum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value>
    ) -> QueryField<Model, Value?> {
        aggregated("MAX", field(.model))
    }

    /// The greatest value of a property, in the order of what is stored; `nil` if there is none.
    ///
    /// - Parameter field: A closure that names the property, or a key path.
    /// - Returns: The value.
    public func maximum<Value>(
        of field: (QueryField<Model, Model>) -> QueryField<Model, Value?>
    ) -> QueryField<Model, Value?> {
        aggregated("MAX", field(.model))
    }

    private func aggregated<Value, Aggregate>(
        _ function: String, _ field: QueryField<Model, Value>
    ) -> QueryField<Model, Aggregate> {
        field.computed { operand throws(QuireError) in try operand.aggregated(function) }
    }
}

extension FieldOperand {
    /// What an aggregate makes of the values that are there.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if some values may be stored as text.
    func aggregated(_ function: String) throws(QuireError) -> QueryTerm {
        guard !isDecimal else {
            throw QuireError(
                .invalidQuery,
                "\(function) of \(term) would not be exact: a Decimal may be stored as text.")
        }
        return .call(function, [isOptional ? missingIfNull : term])
    }
}
