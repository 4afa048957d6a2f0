import Testing

@testable import SQLPlusPlus

@Suite struct WriteStatementTests {
    static let texts = [
        "UPDATE hotels SET stars = 4", "UPDATE s.hotels AS h SET a.b[0] = h.c + 1 UNSET d, e.f",
        "UPDATE hotels UNSET a WHERE b = 1 LIMIT 10 RETURNING META().id, a AS x",
        "UPDATE `set` SET `unset` = 1, `a.b` = 'it''s'", "DELETE FROM _",
        "DELETE FROM hotels AS h WHERE h.stars < 3 LIMIT $n RETURNING *",
        "UPSERT INTO hotels (KEY, VALUE) VALUES ('a', {'b': [1, 2.5]})",
        "INSERT INTO s.hotels (KEY, VALUE) VALUES ('a', {}), ($id, $body) RETURNING META().id",
    ]

    @Test(arguments: texts)
    func `a printed statement is parsed to the same tree`(text: String) throws {
        let statement = try #require(try WriteStatement.parse(text))
        #expect(try WriteStatement.parse(statement.description + ";") == statement)
    }

    @Test(arguments: 1...5)
    func `generated statements survive a round trip`(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed)
        for _ in 0..<200 {
            let select = trees.statement()
            guard select.joinClauses.isEmpty, select.grouping.isEmpty else { continue }
            var statement = WriteStatement(select.source, .delete, where: select.condition)
            if select.columns.count.isMultiple(of: 2) {
                statement.action = .update([
                    .init(PropertyPath([.key("a"), .key("set")]), select.condition ?? .missing),
                    .init(PropertyPath([.key("unset")]), nil),
                ])
            }
            // Columns of the query can be used in its condition, but a write has none.
            guard let parsed = try? WriteStatement.parse(statement.description) else { continue }
            #expect(try WriteStatement.parse(parsed.description) == parsed)
        }
    }

    @Test(arguments: ["SELECT 1 FROM _", "", "upda", "`UPDATE` _ SET a = 1", "EXPLAIN"])
    func `other texts are not statements that change documents`(text: String) throws {
        #expect(try WriteStatement.parse(text) == nil)
    }

    @Test(arguments: [
        "UPDATE", "UPDATE _", "UPDATE _ SET", "UPDATE _ SET a", "UPDATE _ SET a = 1,",
        "UPDATE _ SET META().id = 1", "UPDATE _ UNSET a SET b = 1", "UPDATE _ SET 1 = 1",
        "DELETE", "DELETE FROM", "DELETE FROM _ WHERE", "DELETE FROM a, b", "DELETE FROM _ x y",
        "UPSERT INTO _", "UPSERT INTO _ (KEY) VALUES ('a')",
        "UPSERT INTO _ (KEY, VALUE) VALUES ('a')",
        "UPSERT INTO _ (KEY, VALUE) VALUES (META().id, {})",
        "UPDATE _ SET a = 9223372036854775808", "UPDATE _ SET a = 99999999999999999999",
        "INSERT _ (KEY, VALUE) VALUES ('a', {})", "UPDATE _ SET a = 1; DELETE FROM _",
    ])
    func `invalid statements are rejected`(text: String) {
        #expect(throws: SQLPlusPlusError.self) { try WriteStatement.parse(text) }
    }
}
