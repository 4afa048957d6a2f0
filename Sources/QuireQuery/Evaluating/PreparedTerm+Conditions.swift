import Fleece
import SQLPlusPlus

extension PreparedTerm {
    /// Evaluates the term as a condition.
    package func logic(_ evaluation: inout Evaluation) -> TernaryLogic {
        logic(of: root, &evaluation)
    }

    package func logic(of node: Int, _ evaluation: inout Evaluation) -> TernaryLogic {
        switch nodes[node] {
        case .compare(let comparison, let left, let right):
            return holds(
                comparison, for: operand(left, &evaluation), and: operand(right, &evaluation),
                adjustment: nil,
                in: &evaluation)
        case .all(let children): return all(children, &evaluation)
        case .any(let children): return any(children, &evaluation)
        case .not(let operand): return !logic(of: operand, &evaluation)
        case .test(let test, let operand): return test.logic(of: self.operand(operand, &evaluation))
        case .oneOf(let operand, let items, let adjustment):
            return isOne(operand, of: items, adjustment: adjustment, in: &evaluation)
        case .compareAdjusted(let comparison, let left, let right, let adjustment):
            return holds(
                comparison, for: operand(left, &evaluation), and: operand(right, &evaluation),
                adjustment: adjustments[adjustment], in: &evaluation)
        case .quantified(let quantifier, let variable, let collection, let condition):
            return quantified(
                quantifier, variable: variable, in: collection, satisfies: condition,
                evaluation: &evaluation)
        default: return TernaryLogic(value(of: node, &evaluation))
        }
    }

    /// Returns the value of an operand, with a fast path for properties and constants.
    @inline(__always)
    private func operand(_ node: Int, _ evaluation: inout Evaluation) -> LanguageValue {
        switch nodes[node] {
        case .property(let number): evaluation.property(number)
        case .constant(let number): constants[number]
        default: value(of: node, &evaluation)
        }
    }

    private func all(_ children: TermNode.Children, _ evaluation: inout Evaluation) -> TernaryLogic
    {
        var logic = TernaryLogic.isTrue
        for index in children.start..<children.start + children.count {
            logic = logic && self.logic(of: operands[index], &evaluation)
            if logic == .isFalse { break }
        }
        return logic
    }

    private func any(_ children: TermNode.Children, _ evaluation: inout Evaluation) -> TernaryLogic
    {
        var logic = TernaryLogic.isFalse
        for index in children.start..<children.start + children.count {
            logic = logic || self.logic(of: operands[index], &evaluation)
            if logic == .isTrue { break }
        }
        return logic
    }

    private func isOne(
        _ operand: Int, of items: TermNode.Children, adjustment: Int?,
        in evaluation: inout Evaluation
    ) -> TernaryLogic {
        let value = self.operand(operand, &evaluation)
        let adjustment = adjustment.map { adjustments[$0] }
        var logic = TernaryLogic.isFalse
        for index in items.start..<items.start + items.count {
            let item = self.operand(operands[index], &evaluation)
            logic =
                logic
                || holds(.equal, for: value, and: item, adjustment: adjustment, in: &evaluation)
            if logic == .isTrue { break }
        }
        return logic
    }

    // MARK: Comparisons

    @inline(__always)
    private func holds(
        _ comparison: TermNode.Comparison, for left: LanguageValue, and right: LanguageValue,
        adjustment: OperandAdjustment?, in evaluation: inout Evaluation
    ) -> TernaryLogic {
        if case .same = comparison {
            return isSame(left, as: right, adjustment: adjustment, in: &evaluation)
        }
        if left.isMissing || right.isMissing { return .isMissing }
        if left.isUnknown || right.isUnknown { return .unknown }
        guard let order = order(of: left, and: right, adjustment: adjustment, in: &evaluation)
        else { return .unknown }
        return switch comparison {
        case .equal, .same: TernaryLogic(order == 0)
        case .notEqual: TernaryLogic(order != 0)
        case .lessThan: TernaryLogic(order < 0)
        case .lessThanOrEqual: TernaryLogic(order <= 0)
        case .greaterThan: TernaryLogic(order > 0)
        case .greaterThanOrEqual: TernaryLogic(order >= 0)
        }
    }

    private func isSame(
        _ left: LanguageValue, as right: LanguageValue, adjustment: OperandAdjustment?,
        in evaluation: inout Evaluation
    ) -> TernaryLogic {
        if left.isUnknown || right.isUnknown { return .trueOrFalse }
        if left.isMissing || right.isMissing {
            return TernaryLogic(left.isMissing && right.isMissing)
        }
        guard let order = order(of: left, and: right, adjustment: adjustment, in: &evaluation)
        else { return .trueOrFalse }
        return TernaryLogic(order == 0)
    }

    /// Returns the order of two values, or `nil` after an error.
    @inline(__always)
    private func order(
        of left: LanguageValue, and right: LanguageValue, adjustment: OperandAdjustment?,
        in evaluation: inout Evaluation
    ) -> Int? {
        do throws(FunctionFailure) {
            guard let adjustment else { return try ValueOrder.compare(left, right) }
            let (left, right) = try adjustment.converted(
                left, right, in: evaluation.environment.memory)
            return try ValueOrder.compare(
                left, right, collation: adjustment.collation, work: evaluation.environment.work)
        } catch {
            evaluation.note(error)
            return nil
        }
    }

    // MARK: Quantified conditions

    private func quantified(
        _ quantifier: QuantifiedTerm.Quantifier, variable: Int, in collection: Int,
        satisfies condition: Int, evaluation: inout Evaluation
    ) -> TernaryLogic {
        let items = value(of: collection, &evaluation)
        if items.isUnknown { return .unknown }
        // The result of the condition for one item that decides the whole term: true for ANY, false
        // for the other quantifiers.
        let decisive: TernaryLogic = quantifier == .any ? .isTrue : .isFalse
        var isFound = false
        var isPossible = false
        items.forEachItem { item in
            if (try? evaluation.environment.work.charge(8)) == nil {
                isPossible = true
                return false
            }
            evaluation.variables[variable] = item
            let logic = self.logic(of: condition, &evaluation)
            isFound = logic == decisive
            isPossible = isPossible || logic.contains(decisive)
            return !isFound
        }
        let example: TernaryLogic =
            isFound ? .isTrue : isPossible ? .trueOrFalse : .isFalse
        switch quantifier {
        case .any: return example
        case .every: return !example
        case .anyAndEvery:
            guard let collection = items.collection else { return .isMissing && !example }
            let isEmpty = collection.array?.isEmpty ?? collection.dictionary?.isEmpty ?? true
            return TernaryLogic(!isEmpty) && !example
        }
    }
}

extension OperandAdjustment {
    package func converted(
        _ left: LanguageValue, _ right: LanguageValue, in memory: ValueMemory
    ) throws(FunctionFailure) -> (LanguageValue, LanguageValue) {
        switch conversion {
        case .none: (left, right)
        case .leftToText: (try left.asText(memory), right)
        case .rightToText: (left, try right.asText(memory))
        case .leftToNumber: (left.asNumeric, right)
        case .rightToNumber: (left, right.asNumeric)
        }
    }
}

extension LanguageValue {
    /// Returns a number converted to a string, or any other value unchanged.
    fileprivate func asText(_ memory: ValueMemory) throws(FunctionFailure) -> LanguageValue {
        guard storedNumber != nil, let text = convertedText else { return self }
        return try memory.string(text)
    }

    /// Calls a closure with each item until it returns `false`.
    ///
    /// The items are those of an array or the values of a dictionary. Any other value is its own
    /// item, and a missing value has no items.
    func forEachItem(_ body: (LanguageValue) -> Bool) {
        if isMissing { return }
        guard let collection else {
            _ = body(self)
            return
        }
        if let array = collection.array {
            for item in array where item.kind != .undefined {
                if !body(LanguageValue(item)) { return }
            }
        } else if let dictionary = collection.dictionary {
            for (_, item) in dictionary where item.kind != .undefined {
                if !body(LanguageValue(item)) { return }
            }
        }
    }
}

extension NullTest {
    fileprivate func logic(of value: LanguageValue) -> TernaryLogic {
        if value.isUnknown {
            return self == .isNull || self == .isNotNull ? .unknown : .trueOrFalse
        }
        return switch self {
        case .isNull: value.isMissing ? .isMissing : TernaryLogic(value.isNull)
        case .isNotNull: value.isMissing ? .isMissing : TernaryLogic(!value.isNull)
        case .isMissing: TernaryLogic(value.isMissing)
        case .isNotMissing: TernaryLogic(!value.isMissing)
        case .isValued: TernaryLogic(!value.isMissing && !value.isNull)
        case .isNotValued: TernaryLogic(value.isMissing || value.isNull)
        }
    }
}
