import SQLPlusPlus

/// A condition of a query as far as a single document decides it, evaluated without SQLite.
///
/// What it says is what SQLite says of the compiled condition; of everything else it says that it
/// does not know.
indirect enum DocumentCondition: Sendable {
    /// A value that is compared.
    enum Operand: Sendable {
        case unknown
        case missing
        case null
        case integer(Int64)
        case double(Double)
        case text(ConstantText)
        /// What the document has at a place.
        case place(Int)
    }

    /// How two values are compared; a missing one makes the comparison missing.
    enum Comparison: Sendable {
        case equal
        case notEqual
        case lessThan
        case lessThanOrEqual
        case greaterThan
        case greaterThanOrEqual
    }

    case constant(Truth)
    case compare(Comparison, Operand, Operand)
    /// `IS`, to which missing is a value.
    case same(Operand, Operand)
    case test(ValueTest, Operand)
    case between(Operand, lower: Operand, upper: Operand)
    case oneOf(Operand, [Operand])
    /// Whether a value counts as true.
    case holds(Operand)
    case not(DocumentCondition)
    case all([DocumentCondition])
    case any([DocumentCondition])
}

extension DocumentCondition {
    /// What the condition is of a document.
    func evaluate(_ sample: inout DocumentSample) -> Truth {
        switch self {
        case .constant(let truth): return truth
        case .compare(let comparison, let left, let right):
            return comparison.evaluate(left.value(&sample), right.value(&sample))
        case .same(let left, let right):
            return Self.same(left.value(&sample), right.value(&sample))
        case .test(let test, let operand): return test.evaluate(operand.value(&sample))
        case .between(let operand, let lower, let upper):
            let value = operand.value(&sample)
            return Comparison.greaterThanOrEqual.evaluate(value, lower.value(&sample))
                && Comparison.lessThanOrEqual.evaluate(value, upper.value(&sample))
        case .oneOf(let operand, let items):
            let value = operand.value(&sample)
            var truth = Truth.isFalse
            for item in items {
                truth = truth || Comparison.equal.evaluate(value, item.value(&sample))
            }
            return truth
        case .holds(let operand): return Self.holds(operand.value(&sample))
        case .not(let condition): return !condition.evaluate(&sample)
        case .all(let conditions):
            var truth = Truth.isTrue
            for condition in conditions {
                truth = truth && condition.evaluate(&sample)
                if truth == .isFalse { break }
            }
            return truth
        case .any(let conditions):
            var truth = Truth.isFalse
            for condition in conditions {
                truth = truth || condition.evaluate(&sample)
                if truth == .isTrue { break }
            }
            return truth
        }
    }

    private static func same(_ left: ScalarValue, _ right: ScalarValue) -> Truth {
        if left.isUnknown || right.isUnknown { return [.isTrue, .isFalse] }
        if left.isMissing || right.isMissing { return Truth(left.isMissing && right.isMissing) }
        guard let order = left.order(to: right) else { return [.isTrue, .isFalse] }
        return Truth(order == 0)
    }

    private static func holds(_ value: ScalarValue) -> Truth {
        switch value {
        case .missing: .isMissing
        case .integer(let value): Truth(value != 0)
        case .double(let value): Truth(value != 0)
        case .unknown, .null, .text, .collection: .unknown
        }
    }
}

extension DocumentCondition.Operand {
    @inline(__always)
    fileprivate func value(_ sample: inout DocumentSample) -> ScalarValue {
        switch self {
        case .unknown: .unknown
        case .missing: .missing
        case .null: .null
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .text(let text): .text(text.bytes)
        case .place(let place): sample.value(place)
        }
    }
}

extension DocumentCondition.Comparison {
    fileprivate func evaluate(_ left: ScalarValue, _ right: ScalarValue) -> Truth {
        if left.isMissing || right.isMissing { return .isMissing }
        if left.isUnknown || right.isUnknown { return .unknown }
        // Both are there.
        guard let order = left.order(to: right) else { return [.isTrue, .isFalse] }
        return switch self {
        case .equal: Truth(order == 0)
        case .notEqual: Truth(order != 0)
        case .lessThan: Truth(order < 0)
        case .lessThanOrEqual: Truth(order <= 0)
        case .greaterThan: Truth(order > 0)
        case .greaterThanOrEqual: Truth(order >= 0)
        }
    }
}

extension ValueTest {
    fileprivate func evaluate(_ value: ScalarValue) -> Truth {
        if value.isUnknown { return .unknown }
        let isNull = if case .null = value { true } else { false }
        return switch self {
        case .isNull: value.isMissing ? .isMissing : Truth(isNull)
        case .isNotNull: value.isMissing ? .isMissing : Truth(!isNull)
        case .isMissing: Truth(value.isMissing)
        case .isNotMissing: Truth(!value.isMissing)
        case .isValued: Truth(!value.isMissing && !isNull)
        case .isNotValued: Truth(value.isMissing || isNull)
        }
    }
}
