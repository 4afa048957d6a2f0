import SQLPlusPlus
import Testing

@Suite struct RejectedStatementTests {
    /// Texts, with the line, column and message of their errors.
    static let statements: [(text: String, line: Int, column: Int, message: String)] = [
        // Clauses
        ("", 1, 1, "expected SELECT, found the end of the text"),
        ("DELETE FROM _", 1, 1, "expected SELECT, found 'DELETE'"),
        ("SELECT", 1, 7, "expected an expression, found the end of the text"),
        ("SELECT FROM _", 1, 8, "expected an expression, found the reserved word 'FROM'"),
        ("SELECT a", 1, 9, "expected ',' or FROM, found the end of the text"),
        ("SELECT a b c FROM _", 1, 12, "expected ',' or FROM, found 'c'"),
        ("SELECT a, FROM _", 1, 11, "expected an expression, found the reserved word 'FROM'"),
        ("SELECT a\nFROM", 2, 5, "expected the name of a collection, found the end of the text"),
        ("SELECT a FROM 'x'", 1, 15, "expected the name of a collection, found ''x''"),
        ("SELECT a FROM s.t.u", 1, 18, "expected the end of the statement, found '.'"),
        ("SELECT a FROM _, b", 1, 16, "expected the end of the statement, found ','"),
        ("SELECT a FROM _ AS", 1, 19, "expected an alias, found the end of the text"),
        ("SELECT a AS select FROM _", 1, 13, "expected an alias, found the reserved word 'select'"),
        ("SELECT a FROM _ WHERE", 1, 22, "expected an expression, found the end of the text"),
        ("SELECT a FROM _ ORDER a", 1, 23, "expected BY, found 'a'"),
        ("SELECT a FROM _ LIMIT 1, 2", 1, 24, "expected the end of the statement, found ','"),
        (
            "SELECT a FROM _ WHERE 1 WHERE 2", 1, 25,
            "expected the end of the statement, found 'WHERE'"
        ),
        ("SELECT a FROM _;;", 1, 17, "expected the end of the statement, found ';'"),
        // An error in the columns is reported before later ones.
        ("SELECT a + FROM", 1, 12, "expected an expression, found the reserved word 'FROM'"),
        ("SELECT 1 2 FROM 'x'", 1, 10, "expected ',' or FROM, found '2'"),
        // Names
        ("SELECT a. FROM _", 1, 11, "expected a name, found the reserved word 'FROM'"),
        ("SELECT a.by FROM _", 1, 10, "expected a name, found the reserved word 'by'"),
        ("SELECT a..b FROM _", 1, 10, "expected a name, found '.'"),
        ("SELECT a['b'] FROM _", 1, 10, "expected an index, found ''b''"),
        ("SELECT a[0:2] FROM _", 1, 11, "expected ']', found ':'"),
        ("SELECT a[9999999999999999999] FROM _", 1, 10, "the index is out of range"),
        ("SELECT x.* FROM _ AS o", 1, 8, "'x' is not the name of a source"),
        ("SELECT o.x.* FROM _ AS o", 1, 8, "'o.x' is not the name of a source"),
        ("SELECT META(x).id FROM _ AS o", 1, 13, "'x' is not the name of a source"),
        ("SELECT META() FROM _", 1, 15, "expected '.', found 'FROM'"),
        (
            "SELECT META().ID FROM _", 1, 15,
            "expected one of id, sequence, revisionID, deleted, expiration, found 'ID'"
        ),
        (
            "SELECT META().id.x FROM _", 1, 17,
            "expected an operator or the end of the expression, found '.'"
        ),
        ("SELECT a AS x, b AS X FROM _", 1, 21, "the alias 'X' is used for two columns"),
        ("SELECT a o FROM _ AS O", 1, 10, "the alias 'o' is already the name of the source 'O'"),
        // Operands and operators
        ("SELECT [1,] FROM _", 1, 11, "expected an expression, found ']'"),
        ("SELECT [1 FROM _", 1, 11, "expected ',' or ']', found 'FROM'"),
        ("SELECT [1][0] FROM _", 1, 11, "expected ',' or FROM, found '['"),
        ("SELECT {a: 1} FROM _", 1, 9, "expected a key in quotes, found 'a'"),
        ("SELECT {'a' 1} FROM _", 1, 13, "expected ':', found '1'"),
        ("SELECT f(a FROM _", 1, 12, "expected ',' or ')', found 'FROM'"),
        ("SELECT a.f(1) FROM _", 1, 11, "expected ',' or FROM, found '('"),
        ("SELECT CASE END FROM _", 1, 13, "expected an expression, found the reserved word 'END'"),
        ("SELECT CASE a THEN 1 END FROM _", 1, 15, "expected WHEN, found 'THEN'"),
        ("SELECT CASE WHEN a THEN 1 FROM _", 1, 27, "expected WHEN, ELSE or END, found 'FROM'"),
        ("SELECT 1 FROM _ WHERE (a", 1, 25, "expected ')', found the end of the text"),
        ("SELECT 1 FROM _ WHERE a)", 1, 24, "expected the end of the statement, found ')'"),
        (
            "SELECT 1 FROM _ WHERE a NOT b", 1, 29,
            "expected IN, LIKE, BETWEEN or NULL after NOT, found 'b'"
        ),
        ("SELECT 1 FROM _ WHERE a BETWEEN 1 OR 2", 1, 35, "expected AND, found 'OR'"),
        (
            "SELECT 1 FROM _ WHERE a LIKE b = TRUE", 1, 32,
            "expected AND, OR, parentheses or the end of the expression, found '='"
        ),
        (
            "SELECT 1 FROM _ WHERE a = b LIKE c", 1, 29,
            "expected AND, OR, parentheses or the end of the expression, found 'LIKE'"
        ),
        (
            "SELECT 1 FROM _ WHERE a IN [1] IN b", 1, 32,
            "expected AND, OR, parentheses or the end of the expression, found 'IN'"
        ),
        (
            "SELECT 1 FROM _ WHERE a IN (1) + 2", 1, 32,
            "expected AND, OR, parentheses or the end of the expression, found '+'"
        ),
        (
            "SELECT 1 FROM _ WHERE a IS NULL = b", 1, 33,
            "expected AND, OR, parentheses or the end of the expression, found '='"
        ),
        // Sources
        ("SELECT a.b FROM _ a JOIN _ b", 1, 29, "expected ON, found the end of the text"),
        ("SELECT a.b FROM _ a CROSS JOIN _ b ON TRUE", 1, 36, "a CROSS JOIN has no condition"),
        ("SELECT a.b FROM _ a JOIN _ A ON TRUE", 1, 21, "the name 'A' is used for two sources"),
        (
            "SELECT b FROM _ a JOIN c ON TRUE", 1, 8,
            "'b' must begin with the name of a source: a, c"
        ),
        (
            "SELECT a.b FROM _ a RIGHT JOIN c ON TRUE", 1, 21,
            "expected the end of the statement, found 'RIGHT'"
        ),
        ("SELECT x FROM _ UNNEST [1] AS x", 1, 24, "UNNEST takes the path of an array"),
        (
            "SELECT x FROM _ h UNNEST h.a.b", 1, 31,
            "expected an alias of the items, found the end of the text"
        ),
        // Groups
        ("SELECT a FROM _ HAVING a", 1, 17, "expected the end of the statement, found 'HAVING'"),
        ("SELECT a FROM _ GROUP a", 1, 23, "expected BY, found 'a'"),
        // Conditions
        ("SELECT ANY x a SATISFIES x END FROM _", 1, 14, "expected IN, found 'a'"),
        ("SELECT ANY x IN a END FROM _", 1, 19, "expected SATISFIES, found 'END'"),
        ("SELECT EVERY x IN a SATISFIES x FROM _", 1, 33, "expected END, found 'FROM'"),
        ("SELECT EXISTS (SELECT 1) FROM _", 1, 24, "expected ',' or FROM, found ')'"),
        ("SELECT MATCH('i', 'x') FROM _", 1, 14, "expected the name of an index, found ''i''"),
        ("SELECT a FROM _ WHERE MATCH(i)", 1, 30, "expected ',', found ')'"),
        ("SELECT RANK(x.i) FROM _ o", 1, 13, "'x' is not the name of a source"),
        // Collations
        (
            "SELECT a COLLATE BINARY FROM _", 1, 18,
            "expected UNICODE, NOUNICODE, CASE, NOCASE, DIAC or NODIAC, found 'BINARY'"
        ),
        (
            "SELECT a COLLATE () FROM _", 1, 19,
            "expected UNICODE, NOUNICODE, CASE, NOCASE, DIAC or NODIAC, found ')'"
        ),
        // Lexis
        ("SELECT 'abc FROM _", 1, 8, "the string that begins here has no closing '"),
        ("SELECT a, `b FROM _", 1, 11, "the name that begins here has no closing `"),
        ("SELECT 12abc FROM _", 1, 8, "malformed number '12abc'"),
        ("SELECT 1.2.3 FROM _", 1, 8, "malformed number '1.2.3'"),
        ("SELECT 1e FROM _", 1, 8, "malformed number '1e'"),
        ("SELECT 1, 1e999 FROM _", 1, 11, "the number '1e999' is out of range"),
        ("SELECT $ FROM _", 1, 8, "expected the name of a parameter after '$'"),
        ("SELECT $1 FROM _", 1, 8, "expected the name of a parameter after '$'"),
        ("SELECT a /* b */ FROM _", 1, 10, "comments are not part of the dialect"),
        ("SELECT a FROM _ -- b", 1, 17, "expected the end of the statement, found '-'"),
        ("SELECT a << 1 FROM _", 1, 10, "the operator '<<' is not part of the dialect"),
        ("SELECT ? FROM _", 1, 8, "unexpected character '?'"),
        (
            "SELECT 'é', é FROM _", 1, 13,
            "unexpected character 'é'; names with non-ASCII letters need backticks"
        ),
        ("SELECT a,\r\n  b,\r  ! FROM _", 3, 3, "unexpected character '!'"),
        (
            "SELECT a FROM _ '\(String(repeating: "x", count: 50))'", 1, 17,
            "expected the end of the statement, found ''\(String(repeating: "x", count: 39))…'"
        ),
    ]

    @Test(arguments: statements)
    func `an invalid statement is rejected with the expected and actual tokens`(
        text: String, line: Int, column: Int, message: String
    ) {
        let error = #expect(throws: SQLPlusPlusError.self) { try SelectStatement.parse(text) }
        #expect(error?.description == "line \(line), column \(column): \(message)")
    }
}
