import CouchbaseLiteSwift
import Testing

/// The semantics of expressions in built queries.
@Suite struct BuilderConditionTests {
    @Test func `isValued matches values that are neither null nor missing`() throws {
        let built = try TestDatabase([
            ("value", #"{"a":0}"#), ("null", #"{"a":null}"#), ("missing", "{}"),
        ])
        let a = Expression.property("a")
        #expect(try built.ids(where: a.isValued()) == ["value"])
        #expect(try built.ids(where: a.isNotValued()) == ["null", "missing"])
        #expect(try built.ids(where: a.is(Expression.value(nil))) == ["null"])
        #expect(try built.ids(where: a.isNot(Expression.value(nil))) == ["value", "missing"])
    }

    @Test func `EVERY is true for an empty array and ANY AND EVERY is not`() throws {
        let built = try TestDatabase([
            ("all", #"{"likes":["taxes","tea"]}"#), ("one", #"{"likes":["taxes",5]}"#),
            ("empty", #"{"likes":[]}"#), ("missing", "{}"),
        ])
        let like = ArrayExpression.variable("LIKE")
        let likes = Expression.property("likes")
        let begins = like.like(Expression.string("t%"))
        #expect(
            try built.ids(where: ArrayExpression.any(like).in(likes).satisfies(begins)) == [
                "all", "one",
            ])
        #expect(
            try built.ids(where: ArrayExpression.every(like).in(likes).satisfies(begins))
                == ["all", "empty", "missing"])
        #expect(
            try built.ids(where: ArrayExpression.anyAndEvery(like).in(likes).satisfies(begins))
                == ["all"])
    }

    @Test func `a nested condition can use the variable of the outer one`() throws {
        let built = try TestDatabase([
            ("yes", #"{"rooms":[{"beds":[1,2],"n":2}]}"#),
            ("no", #"{"rooms":[{"beds":[1],"n":2}]}"#),
        ])
        let room = ArrayExpression.variable("room")
        let bed = ArrayExpression.variable("bed")
        let inner = ArrayExpression.any(bed).in(ArrayExpression.variable("room.beds"))
            .satisfies(bed.equalTo(ArrayExpression.variable("room.n")))
        let outer = ArrayExpression.any(room).in(Expression.property("rooms")).satisfies(inner)
        #expect(try built.ids(where: outer) == ["yes"])
    }

    static let orders: [(collation: any CollationProtocol, letters: String)] = [
        (Collation.ascii(), "A B Z Å"), (Collation.unicode(), "A Å B Z"),
        (Collation.unicode().locale("se"), "A B Z Å"),
        (Collation.unicode().locale("sv"), "A B Z Å"),
    ]

    @Test(arguments: orders.indices)
    func `a locale determines the sort order`(number: Int) throws {
        let (collation, letters) = Self.orders[number]
        let built = try TestDatabase.values([#""Z""#, #""Å""#, #""B""#, #""A""#])
        let value = Expression.property("value")
        let query = QueryBuilder.select(SelectResult.expression(value)).from(built.source)
            .orderBy(Ordering.expression(value.collate(collation)))
        #expect(
            try query.execute().compactMap { $0.string(at: 0) }.joined(separator: " ") == letters)
    }

    static let comparisons:
        [(left: String, right: String, collation: Collation.Unicode, isEqual: Bool)] = [
            ("a", "A", .exact, false), ("a", "A", .exact.ignoreCase(true), true),
            ("é", "e", .exact, false), ("é", "e", .exact.ignoreAccents(true), true),
            ("É", "e", .exact.ignoreAccents(true), false),
            ("É", "e", .exact.ignoreAccents(true).ignoreCase(true), true),
            ("ß", "s", .exact.ignoreAccents(true), false),
            ("Å", "å", .exact.ignoreCase(true), true),
        ]

    @Test(arguments: comparisons.indices)
    func `a Unicode collation compares case and accents if configured`(number: Int) throws {
        let (left, right, collation, isEqual) = Self.comparisons[number]
        let built = try TestDatabase.values(["\"\(left)\""])
        let condition = Expression.property("value").collate(collation).equalTo(
            Expression.string(right))
        #expect(try built.ids(where: condition).isEmpty == !isEqual)
    }

    @Test func `the Unicode collation sorts lowercase first`() throws {
        let built = try TestDatabase.values([#""A""#, #""a""#])
        let condition = Expression.property("value").collate(Collation.unicode())
            .lessThan(Expression.string("A"))
        #expect(try built.ids(where: condition) == ["d1"])
    }

    static let mathematics: [(expression: any ExpressionProtocol, value: Double)] = [
        (Function.abs(n), 0.6), (Function.acos(n), acos(0.6)),
        (Function.asin(n), asin(0.6)), (Function.atan(n), atan(0.6)),
        (Function.atan2(y: n, x: Expression.int(90)), atan2(0.6, 90)),
        (Function.ceil(n), 1),
        (Function.cos(n), cos(0.6)), (Function.degrees(n), 0.6 * 180 / .pi),
        (Function.e(), M_E), (Function.exp(n), exp(0.6)), (Function.floor(n), 0),
        (Function.ln(n), log(0.6)), (Function.log(n), log10(0.6)),
        (Function.pi(), .pi),
        (Function.power(base: n, exponent: Expression.int(2)), pow(0.6, 2)),
        (Function.radians(n), 0.6 * .pi / 180), (Function.round(n), 1),
        (Function.round(n, digits: Expression.int(1)), 0.6), (Function.sign(n), 1),
        (Function.sin(n), sin(0.6)), (Function.sqrt(n), sqrt(0.6)),
        (Function.tan(n), tan(0.6)), (Function.trunc(n), 0),
        (Function.trunc(n, digits: Expression.int(1)), 0.6),
    ]

    private static let n = Expression.property("value")

    @Test(arguments: mathematics.indices)
    func `numeric functions match the C library exactly`(number: Int) throws {
        let (expression, value) = Self.mathematics[number]
        let built = try TestDatabase.values(["0.6"])
        #expect(try built.values(of: expression)[0].double(at: 0) == value)
    }

    static let quotients: [(left: String, right: String, quotient: String)] = [
        ("5", "15", "0"), ("15", "5", "3"), ("-7", "2", "-3"), ("5.0", "15", "\(5.0 / 15)"),
        ("5", "15.0", "\(5.0 / 15)"), ("55", "11", "5"), ("0", "144", "0"),
    ]

    @Test(arguments: quotients)
    func `integer division yields an integer`(left: String, right: String, quotient: String) throws
    {
        let built = try TestDatabase([("d", #"{"a":\#(left),"b":\#(right)}"#)])
        let expression = Expression.property("a").divide(Expression.property("b"))
        #expect(try built.values(of: expression)[0].toJSON() == #"{"$1":\#(quotient)}"#)
    }

    @Test func `deleted documents are found by an explicit condition`() throws {
        let built = try TestDatabase([("a", "{}"), ("b", "{}")])
        let document = try #require(try built.collection.document(id: "a"))
        try built.collection.delete(document: document)
        #expect(try built.ids(where: Meta.isDeleted) == ["a"])
        #expect(try built.ids(where: Expression.not(Meta.isDeleted)) == ["b"])
        let query = QueryBuilder.select(
            SelectResult.expression(Meta.id), SelectResult.expression(Meta.sequence),
            SelectResult.expression(Meta.revisionID)
        ).from(built.source).where(Meta.isDeleted)
        let row = try #require(try query.execute().next())
        #expect(row.keys == ["id", "sequence", "revisionID"])
        #expect(row.string(at: 2) == document.revisionID && row.int(at: 1) == 3)
    }

    @Test func `an expiration date is in milliseconds or missing`() throws {
        let built = try TestDatabase([("a", "{}"), ("b", "{}"), ("c", "{}")])
        let soon = Date(timeIntervalSinceNow: 60)
        try built.collection.setDocumentExpiration(id: "a", expiration: soon)
        try built.collection.setDocumentExpiration(
            id: "b", expiration: Date(timeIntervalSinceNow: 3600))
        let rows = try built.values(of: Meta.expiration)
        #expect(rows[2].value(at: 0) == nil && rows[2].keys == ["expiration"])
        #expect(abs(rows[0].double(at: 0) - soon.timeIntervalSince1970 * 1000) <= 1)
        let inFiveMinutes = Date(timeIntervalSinceNow: 60 * 5).timeIntervalSince1970 * 1000
        let condition = Meta.expiration.lessThan(Expression.double(inFiveMinutes))
        #expect(try built.ids(where: condition) == ["a"])
    }

    @Test func `full text is found and ranked by every way to name an index`() throws {
        let built = try TestDatabase([
            ("one", #"{"text":"a cat-like-name"}"#), ("two", #"{"text":"cats and cats"}"#),
            ("three", #"{"text":"dogs"}"#),
        ])
        try built.collection.createIndex(
            IndexBuilder.fullTextIndex(items: .property("text")).language("en"), name: "words")
        let index = Expression.fullTextIndex("words")
        let pairs: [(any DataSourceProtocol, any ExpressionProtocol, any ExpressionProtocol)] = [
            (
                built.source, FullTextFunction.match(index, query: "cat"),
                FullTextFunction.rank(index)
            ),
            (
                built.source, FullTextFunction.match(indexName: "words", query: "cat"),
                FullTextFunction.rank("words")
            ),
            (
                built.source, FullTextExpression.index("words").match("cat"),
                FullTextFunction.rank("_default.words")
            ),
            (
                built.source.as("s"), FullTextFunction.match(index.from("s"), query: "cat"),
                FullTextFunction.rank("s.words")
            ),
        ]
        for (source, match, rank) in pairs {
            let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(source)
                .where(match).orderBy(Ordering.expression(rank).descending())
            #expect(try query.json() == [#"{"id":"two"}"#, #"{"id":"one"}"#])
        }
        let wrong = QueryBuilder.select().from(built.source)
            .where(FullTextFunction.match(indexName: "nowhere", query: "cat"))
        let error = #expect(throws: NSError.self) { try wrong.execute() }
        #expect(error?.code == CBLError.missingIndex)
    }
}

extension Collation.Unicode {
    fileprivate static var exact: Collation.Unicode { Collation.unicode() }
}
