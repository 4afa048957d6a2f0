import SQLPlusPlus

/// A type whose values are the lines of a filter: `Bool`, `Bool?` and ``ConditionGroup``.
///
/// ```swift
/// let suitable = hotels.filter {
///     $0.stars >= 3
///     not { $0.tags.contains("loud") }
/// }
/// ```
public protocol ConditionLine {}

/// A builder that combines the lines of a filter, each of which is a condition.
///
/// The closure of `filter` may contain several lines. All of them must be true. The compiler checks
/// each line alone, so that it reports a mistake at its line, also in a long filter.
/// A line is a condition, a group such as `anyOf`, or an `if`, `switch` or `for` that contains such
/// lines:
///
/// ```swift
/// let found = hotels.filter {
///     $0.stars >= 3
///     if let city { $0.address.city == city }
///     anyOf {
///         $0.roomRate < 150
///         $0.petsWelcome
///     }
/// }
/// ```
///
/// If none of the conditions applies, the filter selects all models, and changing or deleting all
/// models of the selection throws an error.
///
/// The closures of `any`, `every` and `having(_:)` are those of
/// ``ItemConditionBuilder``.
@resultBuilder
public enum ConditionBuilder<Root>: ConditionBuilding {
    // The only function of this name: with another one for groups, the compiler would need many
    // times the steps for a long line. So a group is also a field.

    /// Returns the condition of a line.
    public static func buildExpression<Condition: ConditionLine>(
        _ condition: QueryField<Root, Condition>
    ) -> [QueryCondition<Root>] {
        [condition.asCondition]
    }
}

/// A builder that combines the lines of a condition on items or groups.
///
/// The closures of `any`, `every` and
/// ``GroupedSelection/having(_:)`` may contain several lines, like those of a filter. The type
/// `Subject` is the type of the closure's parameter.
///
/// ```swift
/// let praised = hotels.filter {
///     $0.reviews.any {
///         $0.rating >= 4
///         $0.author != "me"
///     }
/// }
/// ```
@resultBuilder
public enum ItemConditionBuilder<Root, Subject>: ConditionBuilding {
    /// Returns the condition of a line.
    public static func buildExpression<Condition: QueryBoolean>(
        _ condition: QueryField<Root, Condition>
    ) -> [QueryCondition<Root>] {
        [condition.asCondition]
    }

    /// Returns the condition of a group, such as `anyOf { … }`.
    public static func buildExpression(
        _ group: ItemConditionGroup<Root, Subject>
    ) -> [QueryCondition<Root>] {
        [group.condition]
    }
}

/// The common functions of ``ConditionBuilder`` and ``ItemConditionBuilder``.
///
/// The compiler calls them for closures with lines, and with `if`, `switch` and `for`:
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
public protocol ConditionBuilding<Root> {
    /// The model.
    associatedtype Root
}

extension ConditionBuilding {
    /// Returns the conditions of all lines.
    public static func buildBlock(_ lines: [QueryCondition<Root>]...) -> [QueryCondition<Root>] {
        buildArray(lines)
    }

    /// Returns the conditions of an `if` without `else`, or none.
    public static func buildOptional(_ lines: [QueryCondition<Root>]?) -> [QueryCondition<Root>] {
        lines ?? []
    }

    /// Returns the conditions of the first branch of an `if` or `switch`.
    public static func buildEither(first lines: [QueryCondition<Root>]) -> [QueryCondition<Root>] {
        lines
    }

    /// Returns the conditions of another branch of an `if` or `switch`.
    public static func buildEither(second lines: [QueryCondition<Root>]) -> [QueryCondition<Root>] {
        lines
    }

    /// Returns the conditions of all iterations of a `for` loop.
    public static func buildArray(_ lines: [[QueryCondition<Root>]]) -> [QueryCondition<Root>] {
        lines.flatMap { $0 }
    }

    /// Returns the conditions of an `if #available`.
    public static func buildLimitedAvailability(
        _ lines: [QueryCondition<Root>]
    ) -> [QueryCondition<Root>] {
        lines
    }

    /// Returns the lines of a group.
    public static func buildFinalResult(
        _ lines: [QueryCondition<Root>]
    ) -> [QueryCondition<Root>] {
        lines
    }

    /// Returns the condition that is true if all lines are true.
    public static func buildFinalResult(_ lines: [QueryCondition<Root>]) -> QueryCondition<Root> {
        .joining(lines, by: .and)
    }
}
