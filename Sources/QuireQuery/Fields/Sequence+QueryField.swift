// `contains` with the property as its argument, as in Swift: `[.hotel, .hostel].contains($0.kind)`.
// A range of integers is also a sequence, so the methods of sequences are disfavored.

extension Sequence where Element: Encodable {
    /// Returns a condition that is true if the sequence contains the value of a property.
    ///
    /// ```swift
    /// let inNorway = hotels.filter { ["Bergen", "Oslo"].contains($0.address.city) }
    /// ```
    ///
    /// - Parameter field: The property.
    /// - Returns: The condition, which is never true if the sequence is empty.
    @_disfavoredOverload
    public func contains<Root>(
        _ field: QueryField<Root, Element>
    ) -> QueryCondition<Root> {
        field.in(Array(self))
    }

    /// Returns a condition that is true if the sequence contains the value of an optional property.
    ///
    /// - Parameter field: The property.
    /// - Returns: The condition, which is not true for `nil`.
    @_disfavoredOverload
    public func contains<Root>(
        _ field: QueryField<Root, Element?>
    ) -> QueryCondition<Root> {
        field.in(map { $0 })
    }
}

extension RangeExpression where Bound: Encodable {
    /// Returns a condition that is true if the range contains the value of a property.
    ///
    /// ```swift
    /// let midRange = hotels.filter { (100...200).contains($0.roomRate) }
    /// ```
    ///
    /// - Parameter field: The property.
    /// - Returns: The condition.
    public func contains<Root>(_ field: QueryField<Root, Bound>) -> QueryCondition<Root> {
        field.in(self)
    }

    /// Returns a condition that is true if the range contains the value of an optional property.
    ///
    /// - Parameter field: The property.
    /// - Returns: The condition, which is not true for `nil`.
    public func contains<Root>(_ field: QueryField<Root, Bound?>) -> QueryCondition<Root> {
        field.in(self)
    }
}
