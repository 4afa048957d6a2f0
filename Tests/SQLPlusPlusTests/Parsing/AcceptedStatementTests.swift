import SQLPlusPlus
import Testing

@Suite struct AcceptedStatementTests {
    /// Texts and their printed forms.
    static let statements: [(text: String, canonical: String)] = [
        // Clauses
        ("select name from _", "SELECT name FROM _"),
        ("SELECT ALL name FROM _;", "SELECT name FROM _"),
        ("SELECT DISTINCT name, city FROM _", "SELECT DISTINCT name, city FROM _"),
        ("SELECT DISTINCT ALL type FROM _", "SELECT DISTINCT `ALL` AS type FROM _"),
        ("\tSELECT\r\n name\nFROM _ ; ", "SELECT name FROM _"),
        ("SELECT * FROM shop.orders", "SELECT * FROM shop.orders"),
        ("SELECT name n FROM orders o", "SELECT name AS n FROM orders AS o"),
        ("SELECT 1 FROM _ WHERE a = 1", "SELECT 1 FROM _ WHERE a = 1"),
        (
            "SELECT a FROM _ ORDER BY a ASC, b DESC, c",
            "SELECT a FROM _ ORDER BY a, b DESC, c"
        ),
        ("SELECT a FROM _ LIMIT 5 OFFSET 2", "SELECT a FROM _ LIMIT 5 OFFSET 2"),
        ("SELECT a FROM _ OFFSET 2 LIMIT 5", "SELECT a FROM _ LIMIT 5 OFFSET 2"),
        ("SELECT a FROM _ OFFSET $start", "SELECT a FROM _ OFFSET $start"),
        ("SELECT a FROM _ LIMIT $limit", "SELECT a FROM _ LIMIT $limit"),
        ("SELECT a FROM _ LIMIT 2 * -1", "SELECT a FROM _ LIMIT 2 * -1"),
        (
            "SELECT a FROM _ WHERE b ORDER BY c LIMIT d OFFSET e",
            "SELECT a FROM _ WHERE b ORDER BY c LIMIT d OFFSET e"
        ),
        // Names
        ("SELECT `a b`, `select`, `c``d` FROM `x y`", "SELECT `a b`, `select`, `c``d` FROM `x y`"),
        ("SELECT `plain` AS `too` FROM `_`", "SELECT plain AS too FROM _"),
        ("SELECT a . b [ 0 ] [ -1 ] . c FROM _", "SELECT a.b[0][-1].c FROM _"),
        ("SELECT META, raw, count, some FROM _", "SELECT META, raw, count, `some` FROM _"),
        ("SELECT _id, meta().sequence FROM _", "SELECT META().id, META().sequence FROM _"),
        ("SELECT a._id, _id.a FROM _", "SELECT a._id, _id.a FROM _"),
        (
            "SELECT o.name, o._id, META(o).id FROM t o",
            "SELECT name, META().id, META().id FROM t AS o"
        ),
        ("SELECT a.b FROM t WHERE t.b > 1", "SELECT a.b FROM t WHERE b > 1"),
        ("SELECT s.t.b, t.s FROM s.t", "SELECT b, s FROM s.t"),
        ("SELECT o.o.o, t.o FROM t AS o", "SELECT o.o.o, t.o FROM t AS o"),
        ("SELECT t.t FROM t", "SELECT t.t FROM t"),
        ("SELECT o[0] FROM _ o", "SELECT o[0] FROM _ AS o"),
        (
            "SELECT a AS x FROM _ WHERE X > 1 ORDER BY x.y",
            "SELECT a AS x FROM _ WHERE x > 1 ORDER BY x.y"
        ),
        ("SELECT a AS x FROM _ WHERE _.x > 1", "SELECT a AS x FROM _ WHERE _.x > 1"),
        ("SELECT a AS x, x FROM _", "SELECT a AS x, x FROM _"),
        // Operands
        ("SELECT 'it''s', \"say \"\"hi\"\"\" FROM _", "SELECT 'it''s', 'say \"hi\"' FROM _"),
        ("SELECT true, False, NULL, missing FROM _", "SELECT TRUE, FALSE, NULL, MISSING FROM _"),
        (
            "SELECT [], [1,'a',[b]], {}, {'a':1,\"b\":{}} FROM _",
            "SELECT [], [1, 'a', [b]], {}, {'a': 1, 'b': {}} FROM _"
        ),
        ("SELECT $a, $_b1 FROM _", "SELECT $a, $_b1 FROM _"),
        ("SELECT upper(a), f(), Count(*) FROM _", "SELECT UPPER(a), F(), COUNT(*) FROM _"),
        (
            "SELECT {'a':[5]}.a[0], (a).b, f(x).y, $p.q FROM _",
            "SELECT {'a': [5]}.a[0], (a).b, F(x).y, $p.q FROM _"
        ),
        ("SELECT ((a)) FROM _", "SELECT a FROM _"),
        ("SELECT * + 1 FROM _", "SELECT * + 1 FROM _"),
        (
            "SELECT case when a then 1 end, CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE z END FROM _",
            "SELECT CASE WHEN a THEN 1 END, CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE z END FROM _"
        ),
        // Operators
        ("SELECT a==b, a<>b, a!=b FROM _", "SELECT a = b, a != b, a != b FROM _"),
        (
            "SELECT - -5, +x, -+5, -(5), - x, 3--2 FROM _",
            "SELECT -(-5), x, -(5), -(5), -x, 3 - -2 FROM _"
        ),
        (
            "SELECT a NOT NULL, a is not null, a IS VALUED FROM _",
            "SELECT a IS NOT NULL, a IS NOT NULL, a IS VALUED FROM _"
        ),
        (
            "SELECT a IS b, a IS NOT b, a IS (NULL) FROM _",
            "SELECT a IS b, a IS NOT b, a IS (NULL) FROM _"
        ),
        ("SELECT a IS (NULL + 1), a IS NULLS FROM _", "SELECT a IS (NULL + 1), a IS NULLS FROM _"),
        ("SELECT a BETWEEN 1 AND 2 AND b FROM _", "SELECT a BETWEEN 1 AND 2 AND b FROM _"),
        (
            "SELECT a NOT BETWEEN 1+1 AND 2||3 FROM _",
            "SELECT a NOT BETWEEN 1 + 1 AND 2 || 3 FROM _"
        ),
        (
            "SELECT a LIKE 'x%', a NOT LIKE b||'%' FROM _",
            "SELECT a LIKE 'x%', a NOT LIKE b || '%' FROM _"
        ),
        (
            "SELECT a IN (1,2), a IN [1,2], a NOT IN () FROM _",
            "SELECT a IN [1, 2], a IN [1, 2], a NOT IN [] FROM _"
        ),
        (
            "SELECT a IN (tags), a IN tags, a IN $p, a IN f(), 1+1 IN a FROM _",
            "SELECT a IN [tags], a IN tags, a IN $p, a IN F(), 1 + 1 IN a FROM _"
        ),
        ("SELECT a IN +(b OR c), a IN +(b).c FROM _", "SELECT a IN +(b OR c), a IN +(b).c FROM _"),
        (
            "SELECT (a LIKE b) = c, a = (b LIKE c) FROM _",
            "SELECT (a LIKE b) = c, a = (b LIKE c) FROM _"
        ),
        ("SELECT a = NOT b FROM _", "SELECT a = (NOT b) FROM _"),
        ("SELECT a = b IS NULL FROM _", "SELECT (a = b) IS NULL FROM _"),
        // Sources
        (
            "SELECT * FROM _ h INNER JOIN s.t ON h.a=t.b LEFT OUTER JOIN c x ON TRUE CROSS JOIN d",
            "SELECT h.*, t.*, x.*, d.* FROM _ AS h JOIN s.t ON h.a = t.b LEFT JOIN c AS x ON TRUE "
                + "CROSS JOIN d"
        ),
        (
            "SELECT h.a, META().id, COUNT(*), x FROM _ h UNNEST tags UNNEST H.b x UNNEST x.c AS `y z`",
            "SELECT h.a, META(h).id, COUNT(*), x.* FROM _ AS h UNNEST h.tags AS tags "
                + "UNNEST h.b AS x UNNEST x.c AS `y z`"
        ),
        (
            "SELECT s.t.a, t.b, u.c FROM s.t JOIN u ON t.a = u.b",
            "SELECT t.a, t.b, u.c FROM s.t JOIN u ON t.a = u.b"
        ),
        // Groups
        (
            "SELECT a AS b FROM _ GROUP BY B, c HAVING COUNT() > 1 ORDER BY b",
            "SELECT a AS b FROM _ GROUP BY b, c HAVING COUNT() > 1 ORDER BY b"
        ),
        // Conditions
        (
            "SELECT any x IN a SATISFIES x.b = y END, SOME x IN a SATISFIES x END FROM _",
            "SELECT ANY x IN a SATISFIES x.b = y END, ANY x IN a SATISFIES x END FROM _"
        ),
        (
            "SELECT EVERY x IN a SATISFIES x END, ANY AND EVERY x IN x SATISFIES _.x = X END FROM _",
            "SELECT EVERY x IN a SATISFIES x END, ANY AND EVERY x IN x SATISFIES _.x = X END FROM _"
        ),
        (
            "SELECT SOME AND EVERY x IN a SATISFIES ANY y IN x SATISFIES y > x END END FROM _",
            "SELECT ANY AND EVERY x IN a SATISFIES ANY y IN x SATISFIES y > x END END FROM _"
        ),
        (
            "SELECT exists (select x.* from a x where x.b) FROM _ WHERE NOT EXISTS (SELECT 1 FROM b)",
            "SELECT EXISTS (SELECT * FROM a AS x WHERE b) FROM _ WHERE NOT EXISTS (SELECT 1 FROM b)"
        ),
        (
            "SELECT rank(o.i) FROM _ o WHERE MATCH(i, $q) ORDER BY Rank(i)",
            "SELECT RANK(i) FROM _ AS o WHERE MATCH(i, $q) ORDER BY RANK(i)"
        ),
        (
            "SELECT a.b FROM a JOIN b ON TRUE WHERE MATCH(i, 'x') AND MATCH(b.i, 'y')",
            "SELECT a.b FROM a JOIN b ON TRUE WHERE MATCH(a.i, 'x') AND MATCH(b.i, 'y')"
        ),
        // Collations
        (
            "SELECT a COLLATE NOCASE, (a COLLATE (UNICODE:sv NODIAC CASE)) = b FROM _ "
                + "ORDER BY a COLLATE NOUNICODE, f(a COLLATE (NOCASE UNICODE)) COLLATE UNICODE DESC",
            "SELECT a COLLATE NOCASE, (a COLLATE (UNICODE:sv NODIAC)) = b FROM _ "
                + "ORDER BY a COLLATE NOUNICODE, F(a COLLATE (UNICODE NOCASE)) COLLATE UNICODE DESC"
        ),
        ("SELECT a OR b COLLATE NOCASE FROM _", "SELECT a OR b COLLATE NOCASE FROM _"),
    ]

    @Test(arguments: statements)
    func `a statement prints in its canonical form`(text: String, canonical: String) throws {
        #expect(try SelectStatement.parse(text).description == canonical)
    }

    @Test(arguments: statements)
    func `the canonical form has the same meaning`(text: String, canonical: String) throws {
        #expect(try SelectStatement.parse(canonical) == SelectStatement.parse(text))
    }

    @Test func `an expression can be parsed alone, and every name is a property`() throws {
        let expected = QueryTerm.operation(
            .equal,
            [.property(PropertyPath([.key("_"), .key("a")]), of: nil), .literal(.integer(1))])
        #expect(try QueryTerm.parse("_.a = 1") == expected)
    }
}
