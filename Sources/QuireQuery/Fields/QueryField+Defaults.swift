import SQLPlusPlus

// `??` replaces `nil` with a constant.
extension QueryField {
    /// Returns the value of an optional property, or a constant instead of `nil`.
    public static func ?? <Wrapped: Encodable>(
        field: Self, value: Wrapped
    ) -> QueryField<Root, Wrapped> where Value == Wrapped? {
        field.computed { operand throws(QuireError) in
            .call("IFMISSINGORNULL", [operand.term, .literal(try Literal(stored: value))])
        }
    }
}

extension Optional where Wrapped: QueryOperand {
    /// Returns the value of an optional property, or a constant instead of `nil`.
    public static func ?? <Value: Encodable>(
        field: Self, value: Value
    ) -> QueryField<Wrapped.Root, Value> where Wrapped.Value == Value? {
        field.queryField ?? value
    }
}
