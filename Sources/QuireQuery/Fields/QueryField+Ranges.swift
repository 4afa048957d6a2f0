import SQLPlusPlus

extension QueryField where Value: Encodable {
    /// Returns a condition that is true if the property equals one of the given values.
    ///
    /// ```swift
    /// let inNorway = hotels.filter { $0.address.city.in(["Bergen", "Oslo"]) }
    /// ```
    ///
    /// - Parameter values: The values. `nil` equals null and a missing value.
    /// - Returns: The condition, which is never true if the array is empty.
    public func `in`(_ values: [Value]) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.isOne(of: values) }
    }

    /// Returns a condition that is true if the property is within the given inclusive bounds.
    ///
    /// ```swift
    /// let midRange = hotels.filter { $0.roomRate.between(100, 200) }
    /// ```
    ///
    /// - Parameters:
    ///   - lower: The lower bound.
    ///   - upper: The upper bound.
    /// - Returns: The condition, which is not true for `nil`.
    public func between(_ lower: Value, _ upper: Value) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in
            try operand.isIn(RangeBounds(lower: lower, upper: upper))
        }
    }
}

extension QueryField {
    /// Returns a condition that is true if the property is within a range.
    ///
    /// The expression `(3...5).contains($0.stars)` is equivalent.
    ///
    /// ```swift
    /// let mid = hotels.filter { $0.roomRate.in(100..<200) }
    /// ```
    ///
    /// - Parameter range: A range of any of Swift's range types.
    /// - Returns: The condition.
    public func `in`<Bounds: RangeExpression>(
        _ range: Bounds
    ) -> QueryCondition<Root> where Bounds.Bound == Value, Value: Encodable {
        isIn(range)
    }

    /// Returns a condition that is true if the property is within a range.
    ///
    /// - Parameter range: A range of any of Swift's range types.
    /// - Returns: The condition, which is not true for `nil`.
    public func `in`<Bounds: RangeExpression>(
        _ range: Bounds
    ) -> QueryCondition<Root> where Value == Bounds.Bound?, Bounds.Bound: Encodable {
        isIn(range)
    }

    private func isIn(_ range: some RangeExpression) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in
            guard let bounds = (range as? any BoundedRange)?.bounds else {
                throw QuireError(
                    .invalidQuery, "Queries cannot use ranges of type \(type(of: range)).")
            }
            return try operand.isIn(bounds)
        }
    }

    /// A condition that is true if the property is missing.
    ///
    /// Null is not a missing value.
    public var isMissing: QueryCondition<Root> {
        stored { .test(.isMissing, $0) }
    }

    /// A condition that is true if the property is null.
    ///
    /// A missing value is not null.
    public var isNull: QueryCondition<Root> {
        stored { .operation(.is, [$0, .literal(.null)]) }
    }

    /// A condition that is true if the property has a value other than null.
    public var isValued: QueryCondition<Root> {
        stored { .test(.isValued, $0) }
    }

    /// Returns a condition on the stored value, without the default value of the property.
    private func stored(_ make: (QueryTerm) -> QueryTerm) -> QueryCondition<Root> {
        QueryCondition(
            condition: operand.map { make($0.storedTerm).requiring($0.requirements) })
    }
}
