extension Printer {
    mutating func write(_ unary: UnaryOperator, _ operand: QueryTerm) {
        switch unary {
        case .not:
            write("NOT ")
            write(operand, atLeast: .negation)
        case .negate:
            write("-")
            // Without parentheses, the sign would become part of the number.
            if operand.isNumber {
                writeInParentheses(operand)
            } else {
                write(operand, atLeast: .primary)
            }
        }
    }

    mutating func write(_ binary: BinaryOperator, _ operands: [QueryTerm]) {
        for (index, operand) in operands.enumerated() {
            if index == 0 {
                writeFirst(operand, of: binary)
            } else {
                write(" \(binary.spelling) ")
                writeNext(operand, of: binary)
            }
        }
    }

    private mutating func writeFirst(_ operand: QueryTerm, of binary: BinaryOperator) {
        if case .operation(binary, _) = operand {
            // Without parentheses, the parser would merge the two operations into one.
            writeInParentheses(operand)
        } else {
            let mustBeTighter =
                binary.precedence == .equality && (operand.endsItsLevel || !binary.isChainable)
            write(operand, atLeast: mustBeTighter ? .relational : binary.precedence)
        }
    }

    private mutating func writeNext(_ operand: QueryTerm, of binary: BinaryOperator) {
        if binary == .is || binary == .isNot, operand.beginsLikeTest {
            // Without parentheses, `IS NULL` would be parsed as a test.
            writeInParentheses(operand)
        } else {
            write(operand, atLeast: binary.precedence.next)
        }
    }
}

extension QueryTerm {
    /// Whether the text of this term begins with NULL or MISSING.
    fileprivate var beginsLikeTest: Bool {
        switch self {
        case .missing, .literal(.null): true
        case .operation(let binary, let operands):
            operands.first.map { $0.precedence >= binary.precedence && $0.beginsLikeTest } ?? false
        default: false
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .literal(.integer), .literal(.double): true
        default: false
        }
    }
}
