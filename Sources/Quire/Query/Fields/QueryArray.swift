import SQLPlusPlus

/// A type whose values queries look into as arrays: `Array`, `ContiguousArray`, `Set`, and optional
/// ones.
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

// To all of these `nil` is an array without items.
extension QueryField where Value: QueryArray {
    /// Whether an item meets a condition.
    ///
    /// ```swift
    /// hotels.filter { $0.reviews.any { $0.rating >= 4 && $0.author != "me" } }
    /// ```
    ///
    /// - Parameter condition: A closure that compares the item; it may compare the model too.
    /// - Returns: The condition, which an array index serves where there is one.
    public func any(
        _ condition: (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.any, condition)
    }

    /// Whether all items meet a condition, as they do where there are none.
    ///
    /// - Parameter condition: A closure that compares the item; it may compare the model too.
    /// - Returns: The condition.
    public func every(
        _ condition: (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.every, condition)
    }

    private func quantified(
        _ quantifier: QuantifiedTerm.Quantifier,
        _ condition: (QueryField<Root, Value.QueryItem>) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        QueryCondition(
            operand.flatMap { operand in
                operand.quantified(quantifier) { condition(QueryField<_, _>(.item($0))).term }
            })
    }

    /// Whether a value is among the items.
    ///
    /// - Parameter item: The value.
    /// - Returns: The condition.
    public func contains(
        _ item: Value.QueryItem
    ) -> QueryCondition<Root> where Value.QueryItem: Encodable {
        condition { operand throws(QuireError) in try operand.contains(item: item) }
    }

    /// The item at a position, which is `nil` behind the end.
    ///
    /// - Parameter index: The position, from 0; a negative one counts from the end.
    public subscript(index: Int) -> QueryField<Root, Value.QueryItem?> {
        below { place throws(QuireError) in try place.item(at: index) }
    }

    /// The first item, which is `nil` if there is none.
    public var first: QueryField<Root, Value.QueryItem?> { self[0] }

    /// The last item, which is `nil` if there is none.
    public var last: QueryField<Root, Value.QueryItem?> { self[-1] }

    /// The number of items.
    public var count: QueryField<Root, Int> {
        computed { operand throws(QuireError) in operand.itemCount }
    }

    /// Whether there are no items.
    public var isEmpty: QueryCondition<Root> { count == 0 }
}

extension FieldOperand {
    /// How many quantified conditions there are around the one that is being made.
    @TaskLocal private static var depth = 0

    var itemCount: QueryTerm { .call("ARRAY_LENGTH", [term]) }

    /// A condition on items, whose name is different from those of the conditions around it.
    func quantified(
        _ quantifier: QuantifiedTerm.Quantifier,
        _ condition: (String) -> Result<QueryTerm, QuireError>
    ) -> Result<QueryTerm, QuireError> {
        let depth = Self.depth + 1
        let name = depth == 1 ? "item" : "item\(depth)"
        return Self.$depth.withValue(depth) { condition(name) }.map { condition in
            let quantified = QueryTerm.quantified(
                QuantifiedTerm(
                    quantifier, name, in: term, satisfies: counted(condition, for: quantifier)))
            // A null that is stored would be an item.
            guard isOptional else { return quantified }
            return quantifier == .any
                ? .operation(.and, [isValued, quantified])
                : .operation(.or, [.test(.isNotValued, term), quantified])
        }
    }

    /// A condition that cannot be told of an item must not hold of it either.
    private func counted(
        _ condition: QueryTerm, for quantifier: QuantifiedTerm.Quantifier
    ) -> QueryTerm {
        quantifier == .any
            ? condition : .operation(.is, [condition, .literal(.boolean(true))])
    }

    /// Whether a value is an item.
    func contains(item: some Encodable) throws(QuireError) -> QueryTerm {
        let literal = try Literal(stored: item)
        guard literal == .null else {
            return .membership(.literal(literal), in: term, isNegated: false)
        }
        let isNil = quantified(.any) {
            .success(.test(.isNotValued, .variable($0, PropertyPath())))
        }
        return try isNil.get()
    }
}
