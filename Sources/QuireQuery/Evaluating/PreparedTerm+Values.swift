import Fleece
import SQLPlusPlus

extension PreparedTerm {
    /// Evaluates the term.
    package func value(_ evaluation: inout Evaluation) -> LanguageValue {
        value(of: root, &evaluation)
    }

    package func value(of node: Int, _ evaluation: inout Evaluation) -> LanguageValue {
        switch nodes[node] {
        case .unknown: .unknown
        case .constant(let number): constants[number]
        case .property(let number): evaluation.property(number)
        case .document: evaluation.wholeBody
        case .metadata(let field): evaluation.metadata(field)
        case .computed(let number): evaluation.computed(number)
        case .variable(let number): evaluation.variables[number]
        case .aggregate(let number): evaluation.aggregates[number]
        case .member(let base, let path): member(value(of: base, &evaluation), path)
        case .negate(let operand):
            Arithmetic.apply(.subtract, to: .integer(0), and: value(of: operand, &evaluation))
        case .arithmetic(let operation, let operands):
            arithmetic(operation, on: operands, in: &evaluation)
        case .choice(let conditions, let results, let otherwise):
            choice(conditions, results: results, otherwise: otherwise, in: &evaluation)
        case .call(let site, let arguments): call(site, with: arguments, in: &evaluation)
        case .exists(let number): .boolean(evaluation.innerResults[number])
        case .not, .all, .any, .compare, .compareAdjusted, .test, .oneOf, .quantified:
            logic(of: node, &evaluation).value
        }
    }

    private func member(_ base: LanguageValue, _ path: Int) -> LanguageValue {
        if base.isUnknown { return .unknown }
        return LanguageValue(base.collection?.value(at: paths[path]))
    }

    private func arithmetic(
        _ operation: BinaryOperator, on children: TermNode.Children, in evaluation: inout Evaluation
    ) -> LanguageValue {
        var result = value(of: operands[children.start], &evaluation)
        for index in children.start + 1..<children.start + children.count {
            result = Arithmetic.apply(
                operation, to: result, and: value(of: operands[index], &evaluation))
        }
        return result
    }

    private func choice(
        _ conditions: TermNode.Children, results: TermNode.Children, otherwise: Int,
        in evaluation: inout Evaluation
    ) -> LanguageValue {
        for index in 0..<conditions.count {
            let logic = self.logic(of: operands[conditions.start + index], &evaluation)
            if logic == .isTrue {
                return value(of: operands[results.start + index], &evaluation)
            }
            if logic.contains(.isTrue) { return .unknown }
        }
        return value(of: otherwise, &evaluation)
    }

    private func call(
        _ site: Int, with children: TermNode.Children, in evaluation: inout Evaluation
    ) -> LanguageValue {
        withUnsafeTemporaryAllocation(
            of: LanguageValue.self, capacity: max(children.count, 1)
        ) { buffer in
            for index in 0..<children.count {
                let argument = value(of: operands[children.start + index], &evaluation)
                if argument.isUnknown { return .unknown }
                buffer.initializeElement(at: index, to: argument)
            }
            let arguments = UnsafeBufferPointer(rebasing: buffer[..<children.count])
            do throws(FunctionFailure) {
                return try evaluation.environment.call(calls[site], arguments)
            } catch {
                evaluation.note(error)
                return .unknown
            }
        }
    }
}

/// The arithmetic of the query language.
///
/// Integer operations have an integer result if it is in range. Otherwise, they are computed with
/// floating-point numbers.
enum Arithmetic {
    static func apply(
        _ operation: BinaryOperator, to left: LanguageValue, and right: LanguageValue
    ) -> LanguageValue {
        if left.isMissing || right.isMissing { return .missing }
        guard let first = left.numericValue, let second = right.numericValue else {
            return .unknown
        }
        if case .integer(let left) = first, case .integer(let right) = second,
            let result = apply(operation, to: left, and: right)
        {
            return result
        }
        if operation == .remainder {
            guard let left = left.wholeValue, let right = right.wholeValue, right != 0 else {
                return .missing
            }
            return LanguageValue(number: Double(right == -1 ? 0 : left % right))
        }
        return apply(operation, to: first.double, and: second.double)
    }

    private static func apply(
        _ operation: BinaryOperator, to left: Double, and right: Double
    ) -> LanguageValue {
        switch operation {
        case .add: LanguageValue(number: left + right)
        case .subtract: LanguageValue(number: left - right)
        case .multiply: LanguageValue(number: left * right)
        case .divide: right == 0 ? .missing : LanguageValue(number: left / right)
        default: .missing
        }
    }

    /// Returns the integer result, or `nil` if the result is not an integer.
    private static func apply(
        _ operation: BinaryOperator, to left: Int64, and right: Int64
    ) -> LanguageValue? {
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
