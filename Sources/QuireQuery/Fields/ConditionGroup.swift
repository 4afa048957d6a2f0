package import SQLPlusPlus

/// The type of the groups `anyOf`, `allOf` and `not`, which are lines of a filter.
///
/// A closure whose lines are all groups has no `$0`, so it begins with `_ in`:
///
/// ```swift
/// let special = hotels.filter { _ in
///     anyOf {
///         $0.stars == 5
///         $0.petsWelcome
///     }
/// }
/// ```
public enum ConditionGroup: ConditionLine {}

/// A group of conditions on an item or a group of models, which is a line of its closure.
///
/// The functions `anyOf`, `allOf` and `not` return it inside `any`,
/// `every` and ``GroupedSelection/having(_:)``.
///
/// ```swift
/// let excellent = hotels.filter {
///     $0.reviews.any { _ in
///         anyOf {
///             $0.rating == 5
///             $0.author == "Guide"
///         }
///     }
/// }
/// ```
public struct ItemConditionGroup<Root, Subject> {
    let condition: QueryCondition<Root>

    /// Creates a group from the lines of a closure, whose parameter is that of the enclosing one.
    fileprivate init(
        _ lines: (Subject) -> [QueryCondition<Root>],
        combinedBy combine: ([QueryCondition<Root>]) -> QueryCondition<Root>
    ) {
        guard let subject: Subject = ConditionSubject.current() else {
            let error = QuireError(
                .invalidQuery,
                """
                The parameter of a group of conditions is not that of the enclosing closure. Write \
                anyOf, allOf and not as lines of the closure that compares the same items.
                """)
            condition = QueryCondition(condition: .failure(error))
            return
        }
        condition = combine(lines(subject))
    }
}

// MARK: Groups in filters

/// Groups conditions of which at least one must be true.
///
/// ```swift
/// let words = ["harbour", "grand"]
/// let named = hotels.filter {
///     $0.petsWelcome
///     anyOf {
///         for word in words { $0.name.lowercased().contains(word) }
///     }
/// }
/// ```
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of a filter. Without conditions, it is never true, as a list of no values
///   contains none.
public func anyOf<Root>(
    @ConditionBuilder<Root> _ conditions: (QueryField<Root, Root>) -> [QueryCondition<Root>]
) -> QueryField<Root, ConditionGroup> {
    QueryCondition.joining(conditions(.model), by: .or).asGroup
}

/// Groups conditions all of which must be true, inside `anyOf`.
///
/// ```swift
/// let found = hotels.filter {
///     $0.tags.isEmpty
///     anyOf {
///         $0.petsWelcome
///         allOf {
///             $0.stars >= 4
///             $0.roomRate < 200
///         }
///     }
/// }
/// ```
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of a filter. Without conditions, it is always true.
public func allOf<Root>(
    @ConditionBuilder<Root> _ conditions: (QueryField<Root, Root>) -> [QueryCondition<Root>]
) -> QueryField<Root, ConditionGroup> {
    QueryCondition.joining(conditions(.model), by: .and).asGroup
}

/// Groups conditions not all of which may be true.
///
/// With one line, it is the negation of this line. To exclude models that meet one of several
/// conditions, write several `not`, or `not { anyOf { … } }`.
///
/// ```swift
/// let quiet = hotels.filter {
///     $0.stars >= 2
///     not { $0.tags.contains("loud") }
///     not { $0.name.hasPrefix("Party") }
/// }
/// ```
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of a filter. Without conditions, it is never true: put an `if` around the
///   `not`, and not into it.
public func not<Root>(
    @ConditionBuilder<Root> _ conditions: (QueryField<Root, Root>) -> [QueryCondition<Root>]
) -> QueryField<Root, ConditionGroup> {
    (!QueryCondition.joining(conditions(.model), by: .and)).asGroup
}

// MARK: Groups in conditions on items and groups

/// Groups conditions of which at least one must be true, inside a condition on items or groups.
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of the closure. Without conditions, it is never true.
public func anyOf<Root, Subject>(
    @ItemConditionBuilder<Root, Subject> _ conditions: (Subject) -> [QueryCondition<Root>]
) -> ItemConditionGroup<Root, Subject> {
    ItemConditionGroup(conditions) { .joining($0, by: .or) }
}

/// Groups conditions all of which must be true, inside a condition on items or groups.
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of the closure. Without conditions, it is always true.
public func allOf<Root, Subject>(
    @ItemConditionBuilder<Root, Subject> _ conditions: (Subject) -> [QueryCondition<Root>]
) -> ItemConditionGroup<Root, Subject> {
    ItemConditionGroup(conditions) { .joining($0, by: .and) }
}

/// Groups conditions not all of which may be true, inside a condition on items or groups.
///
/// - Parameter conditions: A closure with one condition in each line.
/// - Returns: A line of the closure. Without conditions, it is never true.
public func not<Root, Subject>(
    @ItemConditionBuilder<Root, Subject> _ conditions: (Subject) -> [QueryCondition<Root>]
) -> ItemConditionGroup<Root, Subject> {
    ItemConditionGroup(conditions) { !.joining($0, by: .and) }
}

/// The parameter of the innermost closure of `any`, `every` or `having` that is being called.
///
/// The groups in such a closure compare the same item, but only the closure receives it.
package enum ConditionSubject {
    @TaskLocal private static var subject: (@Sendable () -> Any)?

    /// Calls a closure with its parameter, which the groups inside it use too.
    package static func withSubject<Subject, Value>(
        _ subject: Subject, _ body: (Subject) -> Value
    ) -> Value {
        // Only groups read it, which are created during the call, on the same thread. The types are
        // ``QueryField`` and `QueryGroup`, which contain nothing but fields.
        nonisolated(unsafe) let shared = subject
        return $subject.withValue({ shared }) { body(subject) }
    }

    /// Returns the parameter, or `nil` if it has another type.
    static func current<Subject>() -> Subject? { subject?() as? Subject }
}

extension QueryField {
    /// The field as a condition.
    ///
    /// Only fields of lines are conditions, whose types are Booleans or groups.
    var asCondition: QueryCondition<Root> {
        QueryCondition(
            condition: source.flatMap { source in
                Result { () throws(QuireError) in try source.condition() }
            })
    }
}

extension QueryField where Value == Bool {
    /// The condition as a line of a filter.
    fileprivate var asGroup: QueryField<Root, ConditionGroup> { QueryField<_, _>(source) }

    /// Whether the condition is true for all documents, such as that of a filter without lines.
    package var isAlwaysTrue: Bool {
        if case .success(.literal(.boolean(true))) = condition { true } else { false }
    }

    /// Returns a condition that combines conditions by AND or OR.
    ///
    /// Without conditions, the result of AND is true, and that of OR is false.
    package static func joining(
        _ conditions: [QueryCondition<Root>], by operation: BinaryOperator
    ) -> QueryCondition<Root> {
        if conditions.count == 1 { return conditions[0] }
        return QueryCondition(
            condition: Result { () throws(QuireError) in
                var terms: [QueryTerm] = []
                for condition in conditions { terms.append(try condition.condition.get()) }
                guard !terms.isEmpty else { return .literal(.boolean(operation == .and)) }
                return .operation(operation, terms)
            })
    }
}
