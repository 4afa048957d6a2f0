import Testing

@testable import SQLPlusPlus

/// The texts of statements without their values.
@Suite struct WithoutValuesTests {
    static let statements = [
        (
            "SELECT name FROM _ WHERE a = 'x' AND b < 1.5",
            "SELECT name FROM _ WHERE a = $1 AND b < $2"
        ),
        (
            "SELECT * FROM _ WHERE type = 'hotel' AND kind = 'x'",
            "SELECT * FROM _ WHERE type = 'hotel' AND kind = $1"
        ),
        ("SELECT * FROM _ WHERE type IN ['a', 'b']", "SELECT * FROM _ WHERE type IN ['a', 'b']"),
        ("SELECT * FROM _ WHERE type IN ['a', 1]", "SELECT * FROM _ WHERE type IN $1"),
        ("SELECT * FROM _ WHERE a IN [1, 'x', [2]]", "SELECT * FROM _ WHERE a IN $1"),
        ("SELECT * FROM _ WHERE a IN [1, b]", "SELECT * FROM _ WHERE a IN [$1, b]"),
        ("SELECT {'k': 1}, {'k': a} FROM _", "SELECT $1, {'k': a} FROM _"),
        (
            "SELECT a FROM _ WHERE b = TRUE AND c IS NOT NULL AND d = $p",
            "SELECT a FROM _ WHERE b = TRUE AND c IS NOT NULL AND d = $p"
        ),
        (
            "SELECT UPPER('x') FROM _ GROUP BY a HAVING COUNT(*) > 3 ORDER BY a LIMIT 5 OFFSET 10",
            "SELECT UPPER($1) FROM _ GROUP BY a HAVING COUNT(*) > $2 ORDER BY a LIMIT $3 OFFSET $4"
        ),
        (
            "SELECT a FROM _ WHERE EXISTS (SELECT b FROM c WHERE d = 'x')",
            "SELECT a FROM _ WHERE EXISTS (SELECT b FROM c WHERE d = $1)"
        ),
        (
            "SELECT a FROM _ WHERE ANY x IN b SATISFIES x.c = 'y' END AND NOT d LIKE 'z%'",
            "SELECT a FROM _ WHERE ANY x IN b SATISFIES x.c = $1 END AND NOT d LIKE $2"
        ),
    ]

    @Test(arguments: statements)
    func `strings and numbers are replaced, and names of types remain`(
        statement: String, expected: String
    ) throws {
        #expect(try SelectStatement.parse(statement).descriptionWithoutValues == expected)
    }
}
