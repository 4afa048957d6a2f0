import Foundation
package import SQLPlusPlus

/// An arithmetic operation on fields and constants.
enum ArithmeticOperation {
    case add, subtract, multiply, divide, remainder

    /// Returns the result of the operation.
    ///
    /// - Parameters:
    ///   - left: The left operand.
    ///   - right: The right operand.
    ///   - constantType: The type of both operands without `Optional`.
    /// - Returns: A computed source.
    /// - Throws: ``QuireError`` with code `invalidQuery` if an operand is a `Decimal`.
    func source(
        _ left: FieldOperand, _ right: FieldOperand, constantType: any Any.Type
    ) throws(QuireError) -> FieldSource {
        var requirements = left.requirements + right.requirements
        var first = try left.numberOrMissing()
        let second = try right.numberOrMissing()
        if self == .divide || self == .remainder {
            if case .literal(let divisor) = second {
                if divisor.isZero { requirements.append(.literal(.boolean(false))) }
            } else {
                requirements.append(.operation(.isNot, [second, .literal(.integer(0))]))
            }
        }
        // Other programs can store 3.0 as an integer, and the quotient of integers is an integer.
        if self == .divide, constantType is any BinaryFloatingPoint.Type {
            first = .operation(.multiply, [first, .literal(.double(1))])
        }
        if FieldOperand.isUnsigned(constantType) {
            return unsigned(
                first, second, requirements: requirements,
                isOptional: left.isOptional || right.isOptional)
        }
        let operation = operation(on: constantType)
        return .computed(.operation(operation, [first, second]), requirements: requirements)
    }

    /// Returns the result of the operation on integers that can be above `Int64.max`.
    ///
    /// A result that no `UInt64` is equal to is undefined. In Swift, it would end the program.
    private func unsigned(
        _ left: QueryTerm, _ right: QueryTerm, requirements: [QueryTerm], isOptional: Bool
    ) -> FieldSource {
        let result = QueryTerm.call("UNSIGNED_\(self)".uppercased(), [left, right])
        var isDefined = QueryTerm.test(.isValued, result)
        if isOptional {
            isDefined = .operation(
                .or, [isDefined, .test(.isNotValued, left), .test(.isNotValued, right)])
        }
        return .computed(result, requirements: requirements + [isDefined])
    }

    private func operation(on type: any Any.Type) -> BinaryOperator {
        switch self {
        case .add: type is any QueryText.Type ? .concatenate : .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .remainder: .remainder
        }
    }
}

extension FieldOperand {
    /// Creates the operand of a constant.
    package init(arithmetic constant: some Encodable) throws(QuireError) {
        self.init(.literal(try Literal(stored: constant)), type: Never.self)
    }

    /// Returns the negative of the operand.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the values have no sign, or if some may be
    ///   stored as strings.
    package func negated() throws(QuireError) -> QueryTerm {
        guard !isUnsigned else {
            throw QuireError(
                .invalidQuery, "Queries cannot negate \(term): its numbers do not have a sign.")
        }
        return .unary(.negate, try numberOrMissing())
    }

    /// Returns the operand, or missing instead of null.
    ///
    /// In the database, an operation on null has a result that is not null.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if some values may be stored as strings.
    func numberOrMissing() throws(QuireError) -> QueryTerm {
        guard !isDecimal else {
            throw QuireError(
                .invalidQuery,
                "Queries cannot compute with \(term): a Decimal can be stored as a string.")
        }
        let number = term.uncollated
        return isOptional ? number.missingIfNull : number
    }
}

extension Literal {
    fileprivate var isZero: Bool {
        switch self {
        case .integer(let value): value == 0
        case .double(let value): value == 0
        case .null, .boolean, .string: false
        }
    }
}
