import CouchbaseLiteSwift
import Foundation
import Quire
import QuireTestSupport
import Testing

/// One condition in four languages.
struct TypedCondition: CustomTestStringConvertible, Sendable {
    typealias Field = QueryField<Lodge, Lodge>

    let text: String
    /// The condition for `QueryBuilder`.
    let built: any ExpressionProtocol
    let typed: QueryCondition<Lodge>
    let inMemory: @Sendable (Lodge) -> Bool

    init(
        _ text: String, built: any ExpressionProtocol,
        _ typed: (Field) -> QueryCondition<Lodge>,
        _ inMemory: @escaping @Sendable (Lodge) -> Bool
    ) {
        self.init(text, built, typed(.model), inMemory)
    }

    private init(
        _ text: String, _ built: any ExpressionProtocol,
        _ typed: QueryCondition<Lodge>, _ inMemory: @escaping @Sendable (Lodge) -> Bool
    ) {
        self.text = text
        self.built = built
        self.typed = typed
        self.inMemory = inMemory
    }

    var testDescription: String { text }

    /// Returns combinations of conditions.
    static func combined(_ conditions: [TypedCondition], count: Int) -> [TypedCondition] {
        var random = SplitMix64(seed: 3)
        func one(_ depth: Int) -> TypedCondition {
            let choice = depth == 0 ? 3 : random.next(below: 4)
            if choice == 3 { return conditions[random.next(below: conditions.count)] }
            let left = one(depth - 1)
            if choice == 2 {
                let built = left.built.isNot(QueryExpression.boolean(true))
                return TypedCondition("(\(left.text)) IS NOT TRUE", built, !left.typed) {
                    !left.inMemory($0)
                }
            }
            let right = one(depth - 1)
            return choice == 0
                ? TypedCondition(
                    "(\(left.text)) AND (\(right.text))", left.built.and(right.built),
                    left.typed && right.typed
                ) { left.inMemory($0) && right.inMemory($0) }
                : TypedCondition(
                    "(\(left.text)) OR (\(right.text))", left.built.or(right.built),
                    left.typed || right.typed
                ) { left.inMemory($0) || right.inMemory($0) }
        }
        return (0..<count).map { _ in one(3) }
    }
}

/// A required property, and values to compare it with.
struct RequiredProperty<Value: Comparable & Encodable & Sendable>: Sendable {
    let path: String
    let field: @Sendable (TypedCondition.Field) -> QueryField<Lodge, Value>
    let value: @Sendable (Lodge) -> Value
    /// Values with their literals.
    let samples: [(Value, String)]

    var conditions: [TypedCondition] {
        let value = value
        let property = QueryExpression.property(path)
        return samples.flatMap { sample, text in
            [
                TypedCondition(
                    "\(path) = \(text)", built: property.equalTo(literal(sample)),
                    { field($0) == sample }
                ) {
                    value($0) == sample
                },
                TypedCondition(
                    "\(path) IS NOT \(text)", built: property.isNot(literal(sample)),
                    { field($0) != sample }
                ) {
                    value($0) != sample
                },
                TypedCondition(
                    "\(path) < \(text)", built: property.lessThan(literal(sample)),
                    { field($0) < sample }
                ) {
                    value($0) < sample
                },
                TypedCondition(
                    "\(path) <= \(text)", built: property.lessThanOrEqualTo(literal(sample)),
                    { field($0) <= sample }
                ) {
                    value($0) <= sample
                },
                TypedCondition(
                    "\(path) > \(text)", built: property.greaterThan(literal(sample)),
                    { field($0) > sample }
                ) {
                    value($0) > sample
                },
                TypedCondition(
                    "\(path) >= \(text)", built: property.greaterThanOrEqualTo(literal(sample)),
                    { field($0) >= sample }
                ) {
                    value($0) >= sample
                },
            ]
        } + lists
    }

    private var lists: [TypedCondition] {
        let value = value
        let property = QueryExpression.property(path)
        let values = samples.map(\.0)
        let literals = samples.map(\.1).joined(separator: ", ")
        guard let (first, firstLiteral) = samples.min(by: { $0.0 < $1.0 }),
            let (last, lastLiteral) = samples.max(by: { $0.0 < $1.0 })
        else { return [] }
        return [
            TypedCondition(
                "\(path) IN [\(literals)]", built: property.in(values.map(literal)),
                { field($0).in(values) }
            ) {
                values.contains(value($0))
            },
            TypedCondition("FALSE", built: QueryExpression.boolean(false), { field($0).in([]) }) {
                _ in false
            },
            TypedCondition(
                "\(path) BETWEEN \(firstLiteral) AND \(lastLiteral)",
                built: property.between(literal(first), and: literal(last)),
                { field($0).in(first...last) }
            ) { (first...last).contains(value($0)) },
            TypedCondition(
                "\(path) >= \(firstLiteral) AND \(path) < \(lastLiteral)",
                built: property.greaterThanOrEqualTo(literal(first))
                    .and(property.lessThan(literal(last))),
                { field($0).in(first..<last) }
            ) { (first..<last).contains(value($0)) },
            TypedCondition(
                "\(path) BETWEEN \(lastLiteral) AND \(firstLiteral)",
                built: property.between(literal(last), and: literal(first)),
                { field($0).between(last, first) }
            ) { value($0) >= last && value($0) <= first },
        ]
    }
}

/// An optional property, and values to compare it with.
struct OptionalProperty<Value: Comparable & Encodable & Sendable>: Sendable {
    let path: String
    let field: @Sendable (TypedCondition.Field) -> QueryField<Lodge, Value?>
    let value: @Sendable (Lodge) -> Value?
    /// Values with their literals.
    let samples: [(Value, String)]

    var conditions: [TypedCondition] {
        let value = value
        let property = QueryExpression.property(path)
        let null = QueryExpression.value(nil)
        let values: [Value?] = samples.map(\.0) + [nil]
        let literals = samples.map(\.1).joined(separator: ", ")
        return samples.flatMap { sample, text in
            [
                TypedCondition(
                    "\(path) = \(text)", built: property.equalTo(literal(sample)),
                    { field($0) == sample }
                ) {
                    value($0) == sample
                },
                TypedCondition(
                    "\(path) IS NOT \(text)", built: property.isNot(literal(sample)),
                    { field($0) != sample }
                ) {
                    value($0) != sample
                },
                TypedCondition(
                    "\(path) < \(text)", built: property.lessThan(literal(sample)),
                    { field($0) < sample }
                ) {
                    value($0).map { $0 < sample } ?? false
                },
                TypedCondition(
                    "\(path) <= \(text)", built: property.lessThanOrEqualTo(literal(sample)),
                    { field($0) <= sample }
                ) {
                    value($0).map { $0 <= sample } ?? false
                },
                TypedCondition(
                    "\(path) > \(text) AND \(path) < NULL",
                    built: property.greaterThan(literal(sample)).and(property.lessThan(null)),
                    { field($0) > sample }
                ) { value($0).map { $0 > sample } ?? false },
                TypedCondition(
                    "\(path) >= \(text) AND \(path) < NULL",
                    built: property.greaterThanOrEqualTo(literal(sample)).and(
                        property.lessThan(null)),
                    { field($0) >= sample }
                ) { value($0).map { $0 >= sample } ?? false },
                TypedCondition(
                    "\(path) BETWEEN \(text) AND \(text)",
                    built: property.between(literal(sample), and: literal(sample)),
                    { field($0).in(sample...sample) }
                ) { value($0) == sample },
            ]
        } + [
            TypedCondition(
                "\(path) IS NOT VALUED", built: property.isNotValued(), { field($0) == nil }
            ) { value($0) == nil },
            TypedCondition("\(path) IS VALUED", built: property.isValued(), { field($0) != nil }) {
                value($0) != nil
            },
            TypedCondition("\(path) IS VALUED", built: property.isValued(), { field($0).isValued })
            { value($0) != nil },
            TypedCondition(
                "\(path) IN [\(literals)] OR \(path) IS NOT VALUED",
                built: property.in(samples.map { literal($0.0) }).or(property.isNotValued()),
                { field($0).in(values) }
            ) { values.contains(value($0)) },
        ]
    }
}

/// Returns a sample value for `QueryBuilder`.
private func literal<Value>(_ value: Value) -> any ExpressionProtocol {
    QueryExpression.value(value)
}
