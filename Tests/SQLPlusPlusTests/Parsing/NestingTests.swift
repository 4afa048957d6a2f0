import SQLPlusPlus
import Testing

@Suite struct NestingTests {
    @Test(arguments: BinaryOperator.allCases.filter(\.isChainable))
    func `a chain of ten thousand operands survives a round trip`(
        binary: BinaryOperator
    ) throws {
        let text = (0..<10_000).map { "a\($0)" }.joined(separator: " \(binary.spelling) ")
        let term = try QueryTerm.parse(text)
        #expect(try term.description == text && QueryTerm.parse(term.description) == term)
    }

    @Test(arguments: ["a IN (", "a IN [", "f("])
    func `a list can have ten thousand elements`(opening: String) throws {
        let elements = (0..<10_000).map(String.init).joined(separator: ", ")
        let closing = opening.hasSuffix("[") ? "]" : ")"
        #expect(throws: Never.self) { try QueryTerm.parse(opening + elements + closing) }
    }

    /// A repeated prefix, a term, and a repeated suffix.
    static let forms: [(opening: String, middle: String, closing: String)] = [
        ("(", "a", ")"),
        ("(a + ", "a", ")"),
        ("[", "a", "]"),
        ("{'a': ", "a", "}"),
        ("f(", "a", ")"),
        ("(", "a", ").b"),
        ("-", "a", ""),
        ("NOT ", "a", ""),
        ("a = NOT ", "a", ""),
        ("a IN (", "a", ")"),
        ("a IN +(", "a", " OR b)"),
        ("a BETWEEN 1 AND (", "a", ")"),
        ("CASE WHEN a THEN ", "a", " END"),
        ("CASE ", "a", " WHEN a THEN a END"),
        ("", "a", " + a - a"),
        ("a OR b AND c = d < e + f * g || (", "a", ")"),
        ("ANY x IN a SATISFIES ", "x", " END"),
        ("EVERY x IN ", "a", " SATISFIES x END"),
        ("EXISTS (SELECT ", "a", " FROM _)"),
        ("EXISTS (SELECT 1 FROM _ WHERE ", "a", ")"),
        ("EXISTS (SELECT 1 FROM _ AS t JOIN b ON ", "t.x", ")"),
        ("MATCH(i, ", "a", ")"),
        ("(", "a", " COLLATE NOCASE)"),
    ]

    private static func text(
        _ form: (opening: String, middle: String, closing: String), _ count: Int
    ) -> String {
        String(repeating: form.opening, count: count) + form.middle
            + String(repeating: form.closing, count: count)
    }

    @Test(arguments: forms)
    func `endless nesting is rejected and does not crash`(
        opening: String, middle: String, closing: String
    ) {
        let text = Self.text((opening, middle, closing), 5_000)
        let error = #expect(throws: SQLPlusPlusError.self) { try QueryTerm.parse(text) }
        #expect(error?.message.hasPrefix("expressions are nested more than") == true)
    }

    @Test(arguments: forms)
    func `the deepest accepted tree survives a round trip`(
        opening: String, middle: String, closing: String
    ) throws {
        let form = (opening, middle, closing)
        let accepted = (1...1_000).prefix { (try? QueryTerm.parse(Self.text(form, $0))) != nil }
        let term = try QueryTerm.parse(Self.text(form, try #require(accepted.last)))
        #expect(try QueryTerm.parse(term.description) == term)
    }

    @Test(arguments: ["(", "[", "{'a':", "f(", "-", "NOT ", "CASE ", "a IN (", "META("])
    func `an endlessly repeated opening token is rejected`(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(throws: SQLPlusPlusError.self) { try QueryTerm.parse(text) }
    }
}
