package import SQLPlusPlus

/// A type whose values are arrays in queries.
///
/// The types `Array`, `ContiguousArray` and `Set` conform to it, and optional types of these.
///
/// ```swift
/// let quiet = hotels.filter { $0.tags.contains("quiet") && $0.reviews.count >= 2 }
/// ```
public protocol QueryArray<QueryItem> {
    /// The type of the items.
    associatedtype QueryItem
}

extension Array: QueryArray {
    /// The type of the items.
    public typealias QueryItem = Element
}

extension ContiguousArray: QueryArray {
    /// The type of the items.
    public typealias QueryItem = Element
}

extension Set: QueryArray {
    /// The type of the items.
    public typealias QueryItem = Element
}

extension Optional: QueryArray where Wrapped: QueryArray {
    /// The type of the items.
    public typealias QueryItem = Wrapped.QueryItem
}

// In these methods, `nil` is equivalent to an empty array.
extension QueryField where Value: QueryArray {
    /// Returns a condition that is true if an item satisfies the given condition.
    ///
    /// ```swift
    /// let praised = hotels.filter { $0.reviews.any { $0.rating >= 4 && $0.author != "me" } }
    /// ```
    ///
    /// - Parameter condition: A closure with one condition for an item in each line, all of which
    ///   must be true; see ``ItemConditionBuilder``. The conditions may also refer to the model.
    /// - Returns: The condition, for which an array index is used if there is one. Without lines, it
    ///   is true for each array with an item.
    public func any(
        @ItemConditionBuilder<Root, QueryField<Root, Value.QueryItem>> _ condition:
            (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.any, condition)
    }

    /// Returns a condition that is true if all items satisfy the given condition.
    ///
    /// The condition is true for an empty array.
    ///
    /// ```swift
    /// let flawless = hotels.filter { !$0.reviews.isEmpty && $0.reviews.every { $0.rating >= 4 } }
    /// ```
    ///
    /// - Parameter condition: A closure with one condition for an item in each line, all of which
    ///   must be true; see ``ItemConditionBuilder``. The conditions may also refer to the model.
    /// - Returns: The condition. Without lines, it is always true.
    public func every(
        @ItemConditionBuilder<Root, QueryField<Root, Value.QueryItem>> _ condition:
            (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.every, condition)
    }

    /// Returns a condition that is true if the array is not empty, and all items satisfy the given
    /// condition.
    ///
    /// ```swift
    /// let flawless = hotels.filter { $0.reviews.anyAndEvery { $0.rating >= 4 } }
    /// ```
    ///
    /// - Parameter condition: A closure with one condition for an item in each line, all of which
    ///   must be true; see ``ItemConditionBuilder``. The conditions may also refer to the model.
    /// - Returns: The condition. Without lines, it is true for each array with an item.
    public func anyAndEvery(
        @ItemConditionBuilder<Root, QueryField<Root, Value.QueryItem>> _ condition:
            (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.anyAndEvery, condition)
    }

    /// Returns a condition that is true if no item satisfies the given condition.
    ///
    /// The condition is true for an empty array.
    ///
    /// ```swift
    /// let calm = hotels.filter { $0.reviews.none { $0.rating <= 2 } }
    /// ```
    ///
    /// - Parameter condition: A closure with one condition for an item in each line, all of which
    ///   must be true; see ``ItemConditionBuilder``. The conditions may also refer to the model.
    /// - Returns: The condition. Without lines, it is true for an empty array.
    public func none(
        @ItemConditionBuilder<Root, QueryField<Root, Value.QueryItem>> _ condition:
            (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        !quantified(.any, condition)
    }

    private func quantified(
        _ quantifier: QuantifiedTerm.Quantifier,
        _ condition: (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        self.condition { operand throws(QuireError) in
            try operand.quantified(quantifier) { name in
                let item = QueryField<Root, Value.QueryItem>(.item(name, keys: operand.keys))
                return ConditionSubject.withSubject(item, condition).condition
            }.get()
        }
    }

    /// Returns a condition that is true if the array contains the given value.
    ///
    /// ```swift
    /// let seaside = hotels.filter { $0.tags.contains("sea") }
    /// ```
    ///
    /// - Parameter item: The value.
    /// - Returns: The condition.
    public func contains(
        _ item: Value.QueryItem
    ) -> QueryCondition<Root> where Value.QueryItem: Encodable {
        condition { operand throws(QuireError) in try operand.contains(item: item) }
    }

    /// The item at an index, or `nil` if the index is out of range.
    ///
    /// - Parameter index: The index, which begins at 0. A negative index counts from the end.
    public subscript(index: Int) -> QueryField<Root, Value.QueryItem?> {
        below { fieldPath throws(QuireError) in try fieldPath.item(at: index) }
    }

    /// The first item, or `nil` if the array is empty.
    public var first: QueryField<Root, Value.QueryItem?> { self[0] }

    /// The last item, or `nil` if the array is empty.
    public var last: QueryField<Root, Value.QueryItem?> { self[-1] }

    /// The number of items.
    public var count: QueryField<Root, Int> {
        computed { operand throws(QuireError) in operand.itemCount }
    }

    /// A condition that is true if the array is empty.
    public var isEmpty: QueryCondition<Root> { count == 0 }
}

extension FieldOperand {
    /// The number of quantified conditions that enclose the current one.
    @TaskLocal private static var depth = 0

    package var itemCount: QueryTerm { .call("ARRAY_LENGTH", [plainTerm]) }

    /// Returns a quantified condition.
    ///
    /// The name of its items differs from the names in enclosing conditions.
    ///
    /// - Parameters:
    ///   - quantifier: Whether all items must meet the condition, or any.
    ///   - array: The array, or `nil` if it is the value without the default values inside it.
    ///   - condition: A closure that returns the condition for the name of an item.
    /// - Returns: The condition.
    package func quantified(
        _ quantifier: QuantifiedTerm.Quantifier, in array: QueryTerm? = nil,
        _ condition: (String) -> Result<QueryTerm, QuireError>
    ) -> Result<QueryTerm, QuireError> {
        let depth = Self.depth + 1
        let name = depth == 1 ? "item" : "item\(depth)"
        return Self.$depth.withValue(depth) { condition(name) }.map { condition in
            let quantified = QueryTerm.quantified(
                QuantifiedTerm(
                    quantifier, name, in: array ?? plainTerm,
                    satisfies: counted(condition, for: quantifier)))
            // Without this test, a stored null would count as an item.
            guard isOptional else { return quantified }
            return quantifier == .every
                ? .operation(.or, [.test(.isNotValued, term), quantified])
                : .operation(.and, [isValued, quantified])
        }
    }

    /// Returns a condition that is false instead of missing for items of other types.
    private func counted(
        _ condition: QueryTerm, for quantifier: QuantifiedTerm.Quantifier
    ) -> QueryTerm {
        quantifier == .any
            ? condition : .operation(.is, [condition, .literal(.boolean(true))])
    }

    /// Returns a condition that is true if the array contains a value.
    package func contains(item: some Encodable) throws(QuireError) -> QueryTerm {
        let operand = try StoredOperand(item, keys: keys)
        switch operand {
        case .literal(let literal) where literal != .null:
            return .membership(.literal(literal), in: term, isNegated: false)
        case .dictionary(let dictionary):
            return .membership(dictionary, in: term, isNegated: false)
        case .literal, .array, .data:
            let isEqual = quantified(.any, in: term) { name in
                Result { () throws(QuireError) in
                    try FieldOperand(.variable(name, PropertyPath()), type: type(of: item))
                        .isEqual(to: operand, item)
                }
            }
            return try isEqual.get()
        }
    }
}
