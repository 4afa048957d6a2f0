import SQLPlusPlus
import Testing

@Suite struct LiteralTests {
    static let literals: [(text: String, literal: Literal)] = [
        ("0", .integer(0)),
        ("007", .integer(7)),
        ("-0", .integer(0)),
        ("- 5", .integer(-5)),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .integer(.max)),
        ("18446744073709551616", .integer(.max)),
        ("-9223372036854775809", .integer(.min)),
        ("-123456789012345678901234567890", .integer(.min)),
        ("1.5", .double(1.5)),
        (".5", .double(0.5)),
        ("-.5", .double(-0.5)),
        ("2.", .double(2)),
        ("1e3", .double(1000)),
        ("1E-3", .double(0.001)),
        ("1.5e+2", .double(150)),
        ("5e-324", .double(.leastNonzeroMagnitude)),
        ("1e-999", .double(0)),
        ("9223372036854775808.0", .double(9_223_372_036_854_775_808)),
        ("''", .string("")),
        ("'it''s'", .string("it's")),
        ("\"it's\"", .string("it's")),
        ("\"a\"\"b\"", .string("a\"b")),
        ("'back\\slash\\n'", .string("back\\slash\\n")),
        ("'line\nbreak'", .string("line\nbreak")),
        ("'naïve 😀'", .string("naïve 😀")),
        ("TRUE", .boolean(true)),
        ("fAlSe", .boolean(false)),
        ("Null", .null),
    ]

    @Test(arguments: literals)
    func `a literal is parsed to its value`(text: String, literal: Literal) throws {
        #expect(try QueryTerm.parse(text) == .literal(literal))
    }

    @Test(arguments: [
        (-0.0, "-0.0"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"), (0.1, "0.1"),
    ])
    func `a double is printed as the shortest text that parses to it`(number: Double, text: String)
    {
        #expect(QueryTerm.literal(.double(number)).description == text)
    }

    @Test func `the sign of zero is preserved`() throws {
        guard case .literal(.double(let zero)) = try QueryTerm.parse("-0.0") else {
            Issue.record("not a double")
            return
        }
        #expect(zero.sign == .minus)
    }
}
