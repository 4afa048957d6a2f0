import CouchbaseLiteSwift
import Testing

/// Every operator and function as a built expression and as text, compared as query trees and by
/// their values for documents of all kinds.
@Suite struct BuilderTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let expression: any ExpressionProtocol

        init(_ text: String, _ expression: any ExpressionProtocol) {
            self.text = text
            self.expression = expression
        }

        var testDescription: String { text }
    }

    private static let n = Expression.property("n")
    private static let m = Expression.property("m")
    private static let s = Expression.property("s")
    private static let a = Expression.property("a")
    private static let d = Expression.property("d")
    private static let x = ArrayExpression.variable("x")

    static let values: [Case] = [
        Case("n", n), Case("*", Expression.all()), Case("o.p[1].`a b`", property("o.p[1].a b")),
        Case("a[-1]", property("a[-1]")), Case("NULL", Expression.value(nil)),
        Case("NULL", Expression.string(nil)), Case("NULL", Expression.date(nil)),
        Case("5", Expression.int(5)), Case("-5", Expression.int64(-5)),
        Case("2.5", Expression.double(2.5)), Case("0.5", Expression.float(0.5)),
        Case("TRUE", Expression.boolean(true)), Case("'it''s'", Expression.string("it's")),
        Case("7", Expression.number(7)), Case("1.5", Expression.value(1.5)),
        Case("[1, 'b', [TRUE, NULL]]", Expression.array([1, "b", [true, NSNull()] as [Any]])),
        Case("{'a': 1, 'b': [n]}", Expression.dictionary(["b": [n], "a": 1])),
        Case("'1970-01-01T00:00:01.500Z'", Expression.date(Date(timeIntervalSince1970: 1.5))),
        Case("$p", Expression.parameter("p")), Case("META().id", Meta.id),
        Case("META().sequence", Meta.sequence), Case("META().revisionID", Meta.revisionID),
        Case("META().expiration", Meta.expiration), Case("META().deleted", Meta.isDeleted),
        Case("_id", property("_id")),
    ]

    static let operators: [Case] = [
        Case("n * m", n.multiply(m)), Case("n / m", n.divide(m)), Case("n % m", n.modulo(m)),
        Case("n + m", n.add(m)), Case("n - m - 1", n.subtract(m).subtract(Expression.int(1))),
        Case("n - (m - 1)", n.subtract(m.subtract(Expression.int(1)))),
        Case("n + m * 2", n.add(m.multiply(Expression.int(2)))), Case("n < m", n.lessThan(m)),
        Case("n <= m", n.lessThanOrEqualTo(m)), Case("n > m", n.greaterThan(m)),
        Case("n >= m", n.greaterThanOrEqualTo(m)), Case("n = m", n.equalTo(m)),
        Case("n != m", n.notEqualTo(m)), Case("n IS m", n.is(m)), Case("n IS NOT m", n.isNot(m)),
        Case("s LIKE 'a%'", s.like(Expression.string("a%"))),
        Case("REGEXP_LIKE(s, '^[a-c]')", s.regex(Expression.string("^[a-c]"))),
        Case("n IS VALUED", n.isValued()), Case("n IS NOT VALUED", n.isNotValued()),
        Case("n = 1 AND m = 2 AND s = 'a'", one.and(two.and(three))),
        Case("n = 1 AND m = 2 AND s = 'a'", one.and(two).and(three)),
        Case("n = 1 OR m = 2 OR s = 'a'", one.or(two.or(three))),
        Case("n = 1 OR m = 2 AND s = 'a'", one.or(two.and(three))),
        Case("(n = 1 OR m = 2) AND s = 'a'", one.or(two).and(three)),
        Case("n BETWEEN 1 AND m", n.between(Expression.int(1), and: m)),
        Case("s IN ('a', 'B', n)", s.in([Expression.string("a"), Expression.string("B"), n])),
        Case("n IN []", n.in([])), Case("NOT n = 1", Expression.not(one)),
        Case("NOT n = 1", Expression.negated(one)),
        Case(
            "(s COLLATE NOCASE) = 'b'", s.collate(Collation.ascii().ignoreCase(true)).equalTo("b")),
        Case("s COLLATE NOUNICODE", s.collate(Collation.ascii())),
        Case("s COLLATE UNICODE", s.collate(Collation.unicode())),
        Case(
            "(s COLLATE (UNICODE:sv NOCASE NODIAC)) < 'e'",
            s.collate(Collation.unicode().ignoreCase(true).ignoreAccents(true).locale("sv"))
                .lessThan("e")),
        Case("ANY x IN a SATISFIES x > 1 END", ArrayExpression.any(x).in(a).satisfies(x > 1)),
        Case("EVERY x IN a SATISFIES x > 1 END", ArrayExpression.every(x).in(a).satisfies(x > 1)),
        Case(
            "ANY AND EVERY x IN a SATISFIES x.y.z[0] > 1 END",
            ArrayExpression.anyAndEvery(x).in(a)
                .satisfies(ArrayExpression.variable("x.y.z[0]") > 1)),
    ]

    static let functions: [Case] = [
        Case("ABS(n)", Function.abs(n)), Case("ACOS(n)", Function.acos(n)),
        Case("ASIN(n)", Function.asin(n)), Case("ATAN(n)", Function.atan(n)),
        Case("ATAN2(n, m)", Function.atan2(y: n, x: m)),
        Case("CEIL(n)", Function.ceil(n)), Case("COS(n)", Function.cos(n)),
        Case("DEGREES(n)", Function.degrees(n)), Case("E()", Function.e()),
        Case("EXP(n)", Function.exp(n)), Case("FLOOR(n)", Function.floor(n)),
        Case("LN(n)", Function.ln(n)), Case("LOG(n)", Function.log(n)),
        Case("PI()", Function.pi()),
        Case("POWER(n, m)", Function.power(base: n, exponent: m)),
        Case("RADIANS(n)", Function.radians(n)), Case("ROUND(n)", Function.round(n)),
        Case("ROUND(n, 1)", Function.round(n, digits: Expression.int(1))),
        Case("SIGN(n)", Function.sign(n)), Case("SIN(n)", Function.sin(n)),
        Case("SQRT(n)", Function.sqrt(n)), Case("TAN(n)", Function.tan(n)),
        Case("TRUNC(n)", Function.trunc(n)),
        Case("TRUNC(n, -1)", Function.trunc(n, digits: Expression.int(-1))),
        Case("CONTAINS(s, 'e')", Function.contains(s, substring: Expression.string("e"))),
        Case("LENGTH(s)", Function.length(s)), Case("LOWER(s)", Function.lower(s)),
        Case("LTRIM(s)", Function.ltrim(s)), Case("RTRIM(s)", Function.rtrim(s)),
        Case("TRIM(s)", Function.trim(s)), Case("UPPER(s)", Function.upper(s)),
        Case("STR_TO_MILLIS(d)", Function.stringToMillis(d)),
        Case("STR_TO_UTC(d)", Function.stringToUTC(d)),
        Case("MILLIS_TO_STR(n)", Function.millisToString(n)),
        Case("MILLIS_TO_UTC(n)", Function.millisToUTC(n)),
        Case("ARRAY_CONTAINS(a, 2)", ArrayFunction.contains(a, value: Expression.int(2))),
        Case("ARRAY_LENGTH(a)", ArrayFunction.length(a)),
        Case("COUNT(n)", Function.count(n)), Case("COUNT(*)", Function.count(all)),
        Case("COUNT('*')", Function.count(Expression.string("*"))),
        Case("SUM(n)", Function.sum(n)), Case("AVG(n)", Function.avg(n)),
        Case("MIN(s)", Function.min(s)), Case("MAX(s)", Function.max(s)),
    ]

    /// The functions for which Couchbase Lite's builder has no method either.
    static let withoutMethod: Set<String> = [
        "APPROX_VECTOR_DISTANCE", "ARRAY_AGG", "ARRAY_AVG", "ARRAY_COUNT", "ARRAY_IFNULL",
        "ARRAY_MAX", "ARRAY_MIN",
        "ARRAY_OF", "ARRAY_SUM", "CONCAT", "DATA_TO_BASE64", "DATE_ADD_MILLIS", "DATE_ADD_STR",
        "DATE_DIFF_MILLIS", "DATE_DIFF_STR", "DATE_PART", "DATE_START", "DECIMAL_AVG",
        "DECIMAL_KEY", "DECIMAL_SUM", "DECIMAL_VALUE", "DICT_ENTRIES", "DICT_KEYS", "DICT_VALUES",
        "DIV", "GREATEST", "IDIV", "IFMISSING", "IFMISSINGORNULL", "IFNULL",
        "ISARRAY", "ISATOM", "ISBOOLEAN", "ISNUMBER", "ISOBJECT", "ISSTRING", "LEAST",
        "MILLIS_TO_TZ", "MISSINGIF", "NULLIF", "REGEXP_POSITION", "REGEXP_REPLACE", "ROUND_EVEN",
        "STR_TO_TZ", "TOARRAY", "TOATOM", "TOBOOLEAN", "TONUMBER", "TOOBJECT", "TOSTRING", "TYPE",
        "UNSIGNED_ADD", "UNSIGNED_AVG", "UNSIGNED_DIVIDE", "UNSIGNED_MULTIPLY",
        "UNSIGNED_REMAINDER", "UNSIGNED_SUBTRACT", "UNSIGNED_SUM", "VECTOR_DISTANCE",
        "WITH_DEFAULTS",
    ]

    private static let all = Expression.all()
    private static let one = n.equalTo(Expression.int(1))
    private static let two = m.equalTo(Expression.int(2))
    private static let three = s.equalTo(Expression.string("a"))

    private static func property(_ path: String) -> any PropertyExpressionProtocol {
        Expression.property(path)
    }

    static let documents: [(id: String, json: String)] = [
        ("a", #"{"n":1,"m":2,"s":" a ","a":[1,2,3],"d":"2020-02-29T12:30:00.500-0700"}"#),
        (
            "b",
            #"{"n":-2.75,"m":1,"s":"B","a":[2,{"y":{"z":[5]}}],"d":"2018-12-32","o":{"p":[0,{"a b":true}]}}"#
        ),
        ("c", #"{"n":null,"m":0,"s":"\u00e9clair","a":[],"d":""}"#),
        ("d", #"{"n":"12","m":1.5,"s":null,"a":"b","d":null}"#),
        ("e", #"{"m":true,"s":"abc","a":{"k":4}}"#), ("f", "{}"),
        ("g", #"{"n":9007199254740993,"m":-7,"s":"a%_","a":null,"d":"1985-10-26 01:21:00Z"}"#),
    ]

    private static let shared = Swift.Result { try TestDatabase(documents) }

    @Test func `every function has a method here, or is in the list of those without one`() {
        let tested = Set(
            (Self.functions + Self.operators).map { String($0.text.prefix { $0 != "(" }) })
        let names = Set(QueryFunction.all.values.map(\.name))
        #expect(names.subtracting(tested) == Self.withoutMethod)
    }

    @Test(arguments: values + operators + functions)
    func `a built expression equals its parsed text and has the same values`(_ row: Case) throws {
        let built = try Self.shared.get()
        let query = QueryBuilder.select(SelectResult.expression(row.expression)).from(built.source)
        let text = try built.database.createQuery("SELECT \(row.text) FROM _default")
        for each in [query, text] { each.parameters = ["p": [1, "x", nil]] }
        #expect(query.description == text.description)
        #expect(try query.json() == text.json())
    }

    @Test(arguments: operators)
    func `a built condition selects the same documents as its text`(_ row: Case) throws {
        let built = try Self.shared.get()
        let text = try built.database.createQuery("SELECT META().id FROM _ WHERE \(row.text)")
        let ids = try text.execute().compactMap { $0.string(at: 0) }
        #expect(try built.ids(where: row.expression) == ids)
    }
}

private func > (left: any ExpressionProtocol, right: Int) -> any ExpressionProtocol {
    left.greaterThan(Expression.int(right))
}

extension ExpressionProtocol {
    fileprivate func equalTo(_ string: String) -> any ExpressionProtocol {
        equalTo(Expression.string(string))
    }

    fileprivate func lessThan(_ string: String) -> any ExpressionProtocol {
        lessThan(Expression.string(string))
    }
}
