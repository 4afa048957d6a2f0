/// An operator or test that follows an operand, with its number of tokens.
struct Infix {
    enum Meaning: Equatable {
        case operation(BinaryOperator)
        case test(NullTest)
        case between(isNegated: Bool)
        case membership(isNegated: Bool)
    }

    var meaning: Meaning
    var length: Int

    init(_ meaning: Meaning, length: Int = 1) {
        self.meaning = meaning
        self.length = length
    }

    var precedence: Precedence {
        switch meaning {
        case .operation(let binary): binary.precedence
        case .test, .between, .membership: .equality
        }
    }

    /// Whether the left operand must not itself be an operation of the equality level.
    var needsBareOperand: Bool {
        switch meaning {
        case .operation(let binary): !binary.isChainable
        case .test: false
        case .between, .membership: true
        }
    }
}

extension Parser {
    /// Returns the operator or test at the current token, which follows an operand.
    func infixAhead() -> Infix? {
        switch current {
        case .symbol(let symbol): BinaryOperator(symbol).map { Infix(.operation($0)) }
        case .keyword(.and): Infix(.operation(.and))
        case .keyword(.or): Infix(.operation(.or))
        case .keyword(.like): Infix(.operation(.like))
        case .keyword(.in): Infix(.membership(isNegated: false))
        case .keyword(.between): Infix(.between(isNegated: false))
        case .keyword(.is): infixWithIs()
        case .keyword(.not): infixWithNot()
        default: nil
        }
    }

    private func infixWithIs() -> Infix {
        let isNegated = token(ahead: 1) == .keyword(.not)
        let length = isNegated ? 3 : 2
        return switch token(ahead: length - 1) {
        case .keyword(.null):
            Infix(.test(isNegated ? .isNotNull : .isNull), length: length)
        case .keyword(.missing):
            Infix(.test(isNegated ? .isNotMissing : .isMissing), length: length)
        case .keyword(.valued):
            Infix(.test(isNegated ? .isNotValued : .isValued), length: length)
        default:
            Infix(.operation(isNegated ? .isNot : .is), length: length - 1)
        }
    }

    private func infixWithNot() -> Infix? {
        switch token(ahead: 1) {
        case .keyword(.null): Infix(.test(.isNotNull), length: 2)
        case .keyword(.like): Infix(.operation(.notLike), length: 2)
        case .keyword(.in): Infix(.membership(isNegated: true), length: 2)
        case .keyword(.between): Infix(.between(isNegated: true), length: 2)
        default: nil
        }
    }
}

extension BinaryOperator {
    private static let synonyms: [Symbol: BinaryOperator] = [
        .doubleEqual: .equal, .lessOrGreater: .notEqual,
    ]

    private static let bySymbol = allCases.reduce(into: synonyms) { operators, binary in
        guard let symbol = Symbol(rawValue: binary.spelling) else { return }
        operators[symbol] = binary
    }

    /// Creates the operator that a symbol represents.
    fileprivate init?(_ symbol: Symbol) {
        guard let binary = Self.bySymbol[symbol] else { return nil }
        self = binary
    }
}
