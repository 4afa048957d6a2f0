import SQLPlusPlus
import Testing

@Suite struct PrecedenceTests {
    /// Expressions, and the same expressions with parentheses around every operation.
    static let expressions: [(bare: String, grouped: String)] = [
        ("a OR b AND c", "a OR (b AND c)"),
        ("NOT a AND b", "(NOT a) AND b"),
        ("NOT a = b", "NOT (a = b)"),
        ("NOT a IS NULL", "NOT (a IS NULL)"),
        ("NOT NOT a", "NOT (NOT a)"),
        ("a = b < c", "a = (b < c)"),
        ("a < b = c", "(a < b) = c"),
        ("a + b < c", "(a + b) < c"),
        ("a + b * c", "a + (b * c)"),
        ("a * b + c", "(a * b) + c"),
        ("a * b || c", "a * (b || c)"),
        ("-1 || 2", "(-1) || 2"),
        ("-a || b", "(-a) || b"),
        ("-a * b", "(-a) * b"),
        ("-a.b", "-(a.b)"),
        ("a - b + c", "(a - b) + c"),
        ("a / b * c % d", "((a / b) * c) % d"),
        ("a > b >= c", "(a > b) >= c"),
        ("a = b != c IS d", "((a = b) != c) IS d"),
        ("a = b IS NULL", "(a = b) IS NULL"),
        ("a + 1 IN b AND c", "((a + 1) IN b) AND c"),
        ("a IN b || c", "a IN +(b || c)"),
        ("a LIKE b || c OR d", "(a LIKE (b || c)) OR d"),
        ("a BETWEEN b + 1 AND c AND d", "(a BETWEEN (b + 1) AND c) AND d"),
        ("NOT a BETWEEN b AND c", "NOT (a BETWEEN b AND c)"),
        ("a < b IS NOT NULL", "(a < b) IS NOT NULL"),
        ("a = NOT b AND c", "(a = (NOT b)) AND c"),
    ]

    @Test(arguments: expressions)
    func `operators group by precedence, from left to right`(
        bare: String, grouped: String
    ) throws {
        #expect(try QueryTerm.parse(bare) == QueryTerm.parse(grouped))
    }

    static let a = QueryTerm.value(at: PropertyPath([.key("a")]))
    static let b = QueryTerm.value(at: PropertyPath([.key("b")]))

    @Test(arguments: BinaryOperator.allCases)
    func `a binary operator is parsed from its spelling`(binary: BinaryOperator) throws {
        #expect(
            try QueryTerm.parse("a \(binary.spelling) b")
                == .operation(binary, [Self.a, Self.b]))
    }

    @Test(arguments: BinaryOperator.allCases.filter(\.isChainable))
    func `a run of one operator is one node`(binary: BinaryOperator) throws {
        let text = "a \(binary.spelling) b \(binary.spelling) a"
        #expect(try QueryTerm.parse(text) == .operation(binary, [Self.a, Self.b, Self.a]))
    }

    @Test(arguments: UnaryOperator.allCases)
    func `a unary operator is parsed from its spelling`(unary: UnaryOperator) throws {
        #expect(try QueryTerm.parse("\(unary.spelling) a") == .unary(unary, Self.a))
    }

    @Test(arguments: NullTest.allCases)
    func `a test is parsed from its spelling`(test: NullTest) throws {
        #expect(try QueryTerm.parse("a \(test.spelling)") == .test(test, Self.a))
    }
}
