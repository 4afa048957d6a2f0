// Swift's names of operations that have another name in filters, or that filters cannot compute.
// With them, the compiler names the alternative. They hide no properties of models, because the
// compiler prefers a property to an unavailable method.

extension QueryField where Value: QueryText {
    /// Unavailable: use ``hasPrefix(_:)``.
    ///
    /// - Parameter prefix: The prefix.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(*, unavailable, renamed: "hasPrefix(_:)", message: "use hasPrefix(_:) in a filter")
    public func starts(with prefix: String) -> QueryCondition<Root> { .unavailable }

    /// Unavailable: use ``localizedStandardContains(_:)``.
    ///
    /// - Parameter text: The string to search for.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(
        *, unavailable, renamed: "localizedStandardContains(_:)",
        message: "use localizedStandardContains(_:), which also ignores accents"
    )
    public func localizedCaseInsensitiveContains(_ text: String) -> QueryCondition<Root> {
        .unavailable
    }
}

extension QueryField where Value: QueryArray {
    /// Unavailable: use ``any(_:)``.
    ///
    /// - Parameter condition: A condition on an item.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(
        *, unavailable, renamed: "any(_:)", message: "use any { … } for a condition on an item"
    )
    public func contains<Condition: QueryBoolean>(
        where condition: (QueryField<Root, Value.QueryItem>) -> QueryField<Root, Condition>
    ) -> QueryCondition<Root> {
        .unavailable
    }

    /// Unavailable: use ``every(_:)``.
    ///
    /// - Parameter condition: A condition on an item.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(
        *, unavailable, renamed: "every(_:)",
        message: "use every { … } for a condition on all items"
    )
    public func allSatisfy<Condition: QueryBoolean>(
        _ condition: (QueryField<Root, Value.QueryItem>) -> QueryField<Root, Condition>
    ) -> QueryCondition<Root> {
        .unavailable
    }
}

extension QueryField where Value: QueryNumber {
    /// Unavailable: compare the number with a range.
    ///
    /// - Returns: A field that is an error. Calls of this method do not compile.
    @available(
        *, unavailable,
        message: "a filter cannot round; compare with a range: (2.5..<3.5).contains($0.rate)"
    )
    public func rounded() -> QueryField { QueryField(.failure(.unavailable)) }

    /// Unavailable: use `%`.
    ///
    /// - Parameter divisor: The divisor.
    /// - Returns: A condition that is an error. Calls of this method do not compile.
    @available(*, unavailable, message: "use the remainder: $0.stars % 2 == 0")
    public func isMultiple(of divisor: Value.QueryConstant) -> QueryCondition<Root> {
        .unavailable
    }
}

extension QueryField {
    /// Unavailable: compute the other side of the comparison in Swift.
    ///
    /// - Parameters:
    ///   - field: A property of a type without arithmetic, such as `Decimal` or `Date`.
    ///   - value: The other operand.
    /// - Returns: A field that is an error. Calls of this operator do not compile.
    @available(
        *, unavailable,
        message:
            "a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit / 2"
    )
    @_disfavoredOverload
    public static func * (field: Self, value: some Encodable) -> Self {
        QueryField(.failure(.unavailable))
    }

    /// Unavailable: compute the other side of the comparison in Swift.
    ///
    /// - Parameters:
    ///   - field: A property of a type without arithmetic, such as `Decimal` or `Date`.
    ///   - value: The other operand.
    /// - Returns: A field that is an error. Calls of this operator do not compile.
    @available(
        *, unavailable,
        message:
            "a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit * 2"
    )
    @_disfavoredOverload
    public static func / (field: Self, value: some Encodable) -> Self {
        QueryField(.failure(.unavailable))
    }

    /// Unavailable: compute the other side of the comparison in Swift.
    ///
    /// - Parameters:
    ///   - field: A property of a type without arithmetic, such as `Decimal` or `Date`.
    ///   - value: The other operand.
    /// - Returns: A field that is an error. Calls of this operator do not compile.
    @available(
        *, unavailable,
        message:
            "a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit - 2"
    )
    @_disfavoredOverload
    public static func + (field: Self, value: some Encodable) -> Self {
        QueryField(.failure(.unavailable))
    }

    /// Unavailable: compute the other side of the comparison in Swift.
    ///
    /// - Parameters:
    ///   - field: A property of a type without arithmetic, such as `Decimal` or `Date`.
    ///   - value: The other operand.
    /// - Returns: A field that is an error. Calls of this operator do not compile.
    @available(
        *, unavailable,
        message:
            "a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit + 2"
    )
    @_disfavoredOverload
    public static func - (field: Self, value: some Encodable) -> Self {
        QueryField(.failure(.unavailable))
    }
}

extension QueryField where Value == Bool {
    fileprivate static var unavailable: QueryField { QueryField(.failure(.unavailable)) }
}

extension QuireError {
    fileprivate static var unavailable: QuireError {
        QuireError(.invalidQuery, "The operation is not available in filters.")
    }
}
