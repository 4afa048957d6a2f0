import SQLPlusPlus

extension QueryField where Value: Encodable {
    /// Whether the property equals one of some values.
    ///
    /// - Parameter values: The values; `nil` among them equals null and a missing value.
    /// - Returns: The condition, which never holds if there are no values.
    public func `in`(_ values: [Value]) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.isOne(of: values) }
    }

    /// Whether the property lies between two values, or is one of them.
    ///
    /// - Parameters:
    ///   - lower: The least value.
    ///   - upper: The greatest value.
    /// - Returns: The condition; it does not hold of `nil`.
    public func between(_ lower: Value, _ upper: Value) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.isBetween(lower, upper) }
    }
}

extension QueryField {
    /// Whether the property lies in a range.
    ///
    /// - Parameter range: The range with both its ends.
    /// - Returns: The condition.
    public func `in`(
        _ range: ClosedRange<Value>
    ) -> QueryCondition<Root> where Value: Comparable & Encodable {
        condition { operand throws(QuireError) in
            try operand.isBetween(range.lowerBound, range.upperBound)
        }
    }

    /// Whether the property lies in a range.
    ///
    /// - Parameter range: The range with both its ends.
    /// - Returns: The condition; it does not hold of `nil`.
    public func `in`<Bound: Encodable>(
        _ range: ClosedRange<Bound>
    ) -> QueryCondition<Root> where Value == Bound? {
        condition { operand throws(QuireError) in
            try operand.isBetween(range.lowerBound, range.upperBound)
        }
    }

    /// Whether the property lies in a range.
    ///
    /// - Parameter range: The range without its upper end.
    /// - Returns: The condition.
    public func `in`(
        _ range: Range<Value>
    ) -> QueryCondition<Root> where Value: Comparable & Encodable {
        condition { operand throws(QuireError) in
            try operand.isBetween(
                range.lowerBound, range.upperBound, isUpperIncluded: false)
        }
    }

    /// Whether the property lies in a range.
    ///
    /// - Parameter range: The range without its upper end.
    /// - Returns: The condition; it does not hold of `nil`.
    public func `in`<Bound: Encodable>(
        _ range: Range<Bound>
    ) -> QueryCondition<Root> where Value == Bound? {
        condition { operand throws(QuireError) in
            try operand.isBetween(
                range.lowerBound, range.upperBound, isUpperIncluded: false)
        }
    }

    /// Whether nothing is stored for the property, not even null.
    public var isMissing: QueryCondition<Root> {
        condition { operand throws(QuireError) in .test(.isMissing, operand.term) }
    }

    /// Whether null is stored for the property; a missing value is not null.
    public var isNull: QueryCondition<Root> {
        condition { operand throws(QuireError) in
            .operation(.is, [operand.term, .literal(.null)])
        }
    }

    /// Whether a value is stored for the property that is not null.
    public var isValued: QueryCondition<Root> {
        condition { operand throws(QuireError) in operand.isValued }
    }
}
