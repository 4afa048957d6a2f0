import SQLPlusPlus

extension TermEvaluator {
    func operation(_ operation: BinaryOperator, _ operands: [QueryTerm]) throws -> TermValue {
        switch operation {
        case .and: return try logical(operands, decisive: false)
        case .or: return try logical(operands, decisive: true)
        case .concatenate:
            let texts = try operands.map { try value($0).concatenable }
            return texts.contains(nil) ? .missing : .text(texts.compactMap { $0 }.joined())
        default: break
        }
        guard let first = operands.first else { return .missing }
        // `a < b < c` is `(a < b) < c`.
        return try operands.dropFirst().reduce(try value(first)) { left, term in
            let right = try value(term)
            let isAboutID = [first, term].contains(.metadata(.id, of: nil))
            return isAboutID
                ? Self.apply(operation, left.asID, right.asID)
                : Self.apply(operation, left, right)
        }
    }

    /// AND and OR: one value decides, otherwise missing is passed on.
    private func logical(_ operands: [QueryTerm], decisive: Bool) throws -> TermValue {
        var hasMissing = false
        for operand in operands {
            switch try value(operand).truth {
            case nil: hasMissing = true
            case decisive?: return .boolean(decisive)
            default: break
            }
        }
        return hasMissing ? .missing : .boolean(!decisive)
    }

    private static func apply(
        _ operation: BinaryOperator, _ left: TermValue, _ right: TermValue
    ) -> TermValue {
        switch operation {
        case .is: .boolean(left.order(to: right) == 0)
        case .isNot: .boolean(left.order(to: right) != 0)
        case .equal: compare(left, right) { $0 == 0 }
        case .notEqual: compare(left, right) { $0 != 0 }
        case .lessThan: compare(left, right) { $0 < 0 }
        case .lessThanOrEqual: compare(left, right) { $0 <= 0 }
        case .greaterThan: compare(left, right) { $0 > 0 }
        case .greaterThanOrEqual: compare(left, right) { $0 >= 0 }
        case .like: TermValue(like(left, right))
        case .notLike: TermValue(like(left, right).map(!))
        case .add, .subtract, .multiply, .divide, .remainder: reckon(operation, left, right)
        case .and, .or, .concatenate: .missing
        }
    }

    private static func compare(
        _ left: TermValue, _ right: TermValue, _ isWanted: (Int) -> Bool
    ) -> TermValue {
        left.isMissing || right.isMissing ? .missing : .boolean(isWanted(left.order(to: right)))
    }

    /// LIKE; null, arrays and dictionaries have no text that could match.
    private static func like(_ text: TermValue, _ pattern: TermValue) -> Bool? {
        guard !text.isMissing, !pattern.isMissing else { return nil }
        guard let text = text.likeText, let pattern = pattern.likeText else { return false }
        return LikePattern(pattern).matches(text)
    }

    func between(
        _ operand: QueryTerm, _ lower: QueryTerm, _ upper: QueryTerm, isNegated: Bool
    ) throws -> TermValue {
        let both = try operation(
            .and,
            [
                .operation(.greaterThanOrEqual, [operand, lower]),
                .operation(.lessThanOrEqual, [operand, upper]),
            ])
        return TermValue(both.truth.map { $0 != isNegated })
    }

    static func test(_ test: ValueTest, _ value: TermValue) -> TermValue {
        switch test {
        case .isNull: value.isMissing ? .missing : .boolean(value.isNull)
        case .isNotNull: value.isMissing ? .missing : .boolean(!value.isNull)
        case .isMissing: .boolean(value.isMissing)
        case .isNotMissing: .boolean(!value.isMissing)
        case .isValued: .boolean(!value.isMissing && !value.isNull)
        case .isNotValued: .boolean(value.isMissing || value.isNull)
        }
    }

    // MARK: Numbers

    static func negated(_ value: TermValue) -> TermValue {
        reckon(.subtract, .integer(0), value)
    }

    /// Reckons with integers as long as the result is one, and with doubles otherwise.
    static func reckon(
        _ operation: BinaryOperator, _ left: TermValue, _ right: TermValue
    ) -> TermValue {
        guard let first = left.number, let second = right.number else { return .missing }
        if case .integer(let left) = first, case .integer(let right) = second,
            let result = reckon(operation, left, right)
        {
            return result
        }
        if operation == .remainder {
            guard let left = left.wholeNumber, let right = right.wholeNumber, right != 0 else {
                return .missing
            }
            return TermValue(Double(right == -1 ? 0 : left % right))
        }
        return reckon(operation, first.double, second.double)
    }

    private static func reckon(
        _ operation: BinaryOperator, _ left: Double, _ right: Double
    ) -> TermValue {
        switch operation {
        case .add: return TermValue(left + right)
        case .subtract: return TermValue(left - right)
        case .multiply: return TermValue(left * right)
        case .divide: return right == 0 ? .missing : TermValue(left / right)
        default: return .missing
        }
    }

    /// Reckons with integers; `nil` if the result is none.
    private static func reckon(
        _ operation: BinaryOperator, _ left: Int64, _ right: Int64
    ) -> TermValue? {
        let result: (partialValue: Int64, overflow: Bool)
        switch operation {
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        case .divide where right == 0, .remainder where right == 0: return .missing
        case .divide: result = left.dividedReportingOverflow(by: right)
        case .remainder: result = (right == -1 ? 0 : left % right, false)
        default: return nil
        }
        return result.overflow ? nil : .integer(result.partialValue)
    }
}

extension TermValue {
    /// The value as it is compared with a document's ID, which is a text.
    fileprivate var asID: TermValue {
        switch self {
        case .boolean, .integer, .unsigned, .double: likeText.map { .text($0) } ?? self
        case .missing, .null, .text, .collection: self
        }
    }

    /// The text that LIKE compares.
    fileprivate var likeText: String? {
        switch self {
        case .missing, .null, .collection: nil
        case .boolean(let value): value ? "1" : "0"
        case .integer, .unsigned, .double, .text: concatenable
        }
    }
}
