import SQLPlusPlus

/// The keys or values of a dictionary in a query, whose order is undefined.
///
/// ```swift
/// let translated = hotels.filter {
///     $0.names.keys.contains("nb") && $0.names.values.contains("Havnehuset")
/// }
/// ```
public enum QueryItems<Item>: QueryArray {
    /// The type of the items.
    public typealias QueryItem = Item
}

// In these methods, `nil` is equivalent to an empty dictionary.
extension QueryField where Value: QueryDictionary {
    /// The parameters of a closure for a key and its value, which are a tuple in groups such as `anyOf`.
    ///
    /// ```swift
    /// let outstanding = hotels.filter {
    ///     $0.ratings.any { key, value in
    ///         value == 5
    ///         anyOf {
    ///             $0.key == "food"
    ///             $0.key == "location"
    ///         }
    ///     }
    /// }
    /// ```
    public typealias Entry = (
        key: QueryField<Root, Value.QueryKey>, value: QueryField<Root, Value.QueryItem>
    )

    /// The keys, with the methods of arrays.
    ///
    /// ```swift
    /// let norwegian = hotels.filter { $0.names.keys.any { $0.hasPrefix("n") } }
    /// ```
    ///
    /// The keys must be strings, UUIDs, or types with a string as raw value. To test for another key,
    /// compare its value with `nil`.
    public var keys: QueryField<Root, QueryItems<Value.QueryKey>> {
        computed { operand throws(QuireError) in
            try Self.checkKeys(operand)
            return .call("DICT_KEYS", [operand.plainTerm])
        }
    }

    /// The values, with the methods of arrays.
    ///
    /// ```swift
    /// let praised = hotels.filter { $0.ratings.values.every { $0 >= 4 } }
    /// ```
    public var values: QueryField<Root, QueryItems<Value.QueryItem>> {
        computed { operand throws(QuireError) in .call("DICT_VALUES", [operand.term]) }
    }

    /// The number of keys.
    public var count: QueryField<Root, Int> {
        computed { operand throws(QuireError) in
            .call("ARRAY_LENGTH", [.call("DICT_KEYS", [operand.plainTerm])])
        }
    }

    /// A condition that is true if the dictionary is empty.
    public var isEmpty: QueryCondition<Root> { count == 0 }

    /// Returns the value for a key, or a constant if the dictionary doesn't contain the key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The constant.
    public subscript(
        key: Value.QueryKey, default value: Value.QueryItem
    ) -> QueryField<Root, Value.QueryItem> where Value.QueryItem: Encodable {
        self[key] ?? value
    }

    /// Returns a condition that is true if a key and its value satisfy the given condition.
    ///
    /// ```swift
    /// let rated = hotels.filter { $0.ratings.any { key, value in key != "old" && value >= 4 } }
    /// ```
    ///
    /// - Parameter condition: A closure with one condition for a key and its value in each line, all
    ///   of which must be true; see ``ItemConditionBuilder``. The conditions may also refer to the
    ///   model.
    /// - Returns: The condition.
    public func any(
        @ItemConditionBuilder<Root, Entry> _ condition: (
            _ key: QueryField<Root, Value.QueryKey>, _ value: QueryField<Root, Value.QueryItem>
        ) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.any, condition)
    }

    /// Returns a condition that is true if all keys and their values satisfy the given condition.
    ///
    /// The condition is true for an empty dictionary.
    ///
    /// - Parameter condition: A closure with one condition for a key and its value in each line, all
    ///   of which must be true.
    /// - Returns: The condition.
    public func every(
        @ItemConditionBuilder<Root, Entry> _ condition: (
            _ key: QueryField<Root, Value.QueryKey>, _ value: QueryField<Root, Value.QueryItem>
        ) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.every, condition)
    }

    /// Returns a condition that is true if the dictionary is not empty, and all keys and their values
    /// satisfy the given condition.
    ///
    /// - Parameter condition: A closure with one condition for a key and its value in each line, all
    ///   of which must be true.
    /// - Returns: The condition.
    public func anyAndEvery(
        @ItemConditionBuilder<Root, Entry> _ condition: (
            _ key: QueryField<Root, Value.QueryKey>, _ value: QueryField<Root, Value.QueryItem>
        ) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        quantified(.anyAndEvery, condition)
    }

    /// Returns a condition that is true if no key and its value satisfy the given condition.
    ///
    /// - Parameter condition: A closure with one condition for a key and its value in each line, all
    ///   of which must be true.
    /// - Returns: The condition.
    public func none(
        @ItemConditionBuilder<Root, Entry> _ condition: (
            _ key: QueryField<Root, Value.QueryKey>, _ value: QueryField<Root, Value.QueryItem>
        ) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        !quantified(.any, condition)
    }

    private func quantified(
        _ quantifier: QuantifiedTerm.Quantifier,
        _ condition: (
            QueryField<Root, Value.QueryKey>, QueryField<Root, Value.QueryItem>
        ) -> QueryCondition<Root>
    ) -> QueryCondition<Root> {
        self.condition { operand throws(QuireError) in
            try Self.checkKeys(operand)
            let entries = QueryTerm.call("DICT_ENTRIES", [operand.term])
            return try operand.quantified(quantifier, in: entries) { name in
                let entry: Entry = (
                    QueryField<_, _>(.item(name, key: "key", operand.keys)),
                    QueryField<_, _>(.item(name, key: "value", operand.keys))
                )
                return ConditionSubject.withSubject(entry) { condition($0.key, $0.value) }
                    .condition
            }.get()
        }
    }

    /// Throws an error unless keys are stored in the same form as values of their type.
    private static func checkKeys(_ operand: FieldOperand) throws(QuireError) {
        guard DictionaryKeyForm<Value.QueryKey>.of(Value.QueryKey.self)?.isValueForm == true else {
            throw QuireError(
                .invalidQuery,
                """
                The keys of \(operand.plainTerm) cannot be compared, because \(Value.QueryKey.self) is no \
                type with the form of a string. Compare the value of a key with nil, or use values.
                """)
        }
    }
}

extension FieldPath {
    /// Returns the location of a part of an entry of a dictionary.
    fileprivate static func item(
        _ name: String, key: String, _ keys: KeyStrategy
    ) -> FieldPath {
        FieldPath(base: .item(name), location: .body(PropertyPath([.key(key)])), keys: keys)
    }
}
