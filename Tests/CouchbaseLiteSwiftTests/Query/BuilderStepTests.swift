import CouchbaseLiteSwift
import Testing

@Suite struct BuilderStepTests {
    let built: TestDatabase

    init() throws {
        built = try TestDatabase(
            (1...12).map { number in
                (
                    "doc\(number)",
                    #"{"n":\#(number),"even":\#(number.isMultiple(of: 2)),"g":\#(number % 3)}"#
                )
            })
    }

    @Test func `every step is a query, and its class is a final subclass`() throws {
        let select = QueryBuilder.select(SelectResult.property("n"))
        let from = select.from(built.source)
        var query: Query = from
        #expect(try query.json().count == 12)
        let filtered = from.where(Expression.property("n").greaterThan(Expression.int(4)))
        query = filtered
        #expect(try query.json().count == 8)
        query = filtered.orderBy(Ordering.property("n").descending())
        #expect(try query.json().first == #"{"n":12}"#)
        query = filtered.orderBy(Ordering.property("n").descending())
            .limit(Expression.int(2), offset: Expression.int(1))
        #expect(try query.json() == [#"{"n":11}"#, #"{"n":10}"#])
        #expect(query is Limit)
        #expect(try from.json().count == 12)
    }

    @Test func `groups have conditions and aggregates`() throws {
        let g = Expression.property("g")
        let query = QueryBuilder.select(
            SelectResult.expression(g),
            SelectResult.expression(Function.sum(Expression.property("n"))).as("sum"),
            SelectResult.expression(Function.count(Expression.all()))
        )
        .from(built.source).groupBy(g)
        .having(Function.sum(Expression.property("n")).greaterThan(Expression.int(22)))
        .orderBy(Ordering.property("sum").descending()).limit(Expression.int(5))
        #expect(
            try query.json() == [#"{"g":0,"sum":30,"$1":4}"#, #"{"g":2,"sum":26,"$1":4}"#])
        #expect(
            query.description
                == "SELECT g, SUM(n) AS sum, COUNT(*) FROM _default GROUP BY g "
                + "HAVING SUM(n) > 22 ORDER BY sum DESC LIMIT 5")
    }

    @Test func `distinct rows are returned once`() throws {
        let query = QueryBuilder.selectDistinct([SelectResult.property("even")]).from(built.source)
        #expect(try query.json() == [#"{"even":false}"#, #"{"even":true}"#])
    }

    @Test(arguments: [
        ("join", 3), ("left", 12), ("cross", 144),
    ])
    func `sources are joined`(kind: String, count: Int) throws {
        let other = built.source.as("other")
        let condition = Expression.property("n").from("main").multiply(Expression.int(4))
            .equalTo(Expression.property("other.n"))
        let join: any JoinProtocol =
            switch kind {
            case "join": Join.join(other).on(condition)
            case "left": Join.leftOuterJoin(other).on(condition)
            default: Join.crossJoin(other)
            }
        let query = QueryBuilder.select(
            SelectResult.expression(Meta.id.from("main")).as("one"),
            SelectResult.expression(Expression.property("n").from("other")),
            SelectResult.all().from("main")
        ).from(built.source.as("main")).join(join)
        let rows = try query.execute().allResults()
        #expect(rows.count == count && rows[0].keys == ["one", "n", "main"])
    }

    static let bad: [(text: String, part: String, any: @Sendable (TestDatabase) -> Query)] = [
        ("no source", "no data source", { _ in QueryBuilder.select(SelectResult.all()) }),
        (
            "path", "a..b",
            { QueryBuilder.select(SelectResult.property("a..b")).from($0.source) }
        ),
        (
            "source", "nobody",
            {
                QueryBuilder.select(
                    SelectResult.expression(Expression.property("a").from("nobody"))
                )
                .from($0.source)
            }
        ),
        (
            "infinite", "finite",
            {
                QueryBuilder.select(SelectResult.expression(Expression.double(.infinity))).from(
                    $0.source)
            }
        ),
        (
            "unsigned", "greater",
            {
                QueryBuilder.select(SelectResult.expression(Expression.value(UInt64.max))).from(
                    $0.source)
            }
        ),
        (
            "condition", "condition",
            {
                QueryBuilder.select(SelectResult.all().from("a")).from($0.source.as("a"))
                    .join(Join.join($0.source.as("b")))
            }
        ),
        (
            "variable", "variable",
            {
                QueryBuilder.select(SelectResult.expression(ArrayExpression.variable("x")))
                    .from($0.source)
            }
        ),
        (
            "limit", "an integer",
            {
                QueryBuilder.select(SelectResult.all()).from($0.source).limit(
                    Expression.string("a"))
            }
        ),
        (
            "depth", "levels",
            { built in
                var deep = Expression.property("n").equalTo(Expression.int(1))
                for _ in 0..<100_000 { deep = Expression.not(deep) }
                return QueryBuilder.select(SelectResult.all()).from(built.source).where(deep)
            }
        ),
    ]

    @Test(arguments: bad.indices)
    func `a meaningless query throws when it runs`(number: Int) throws {
        let (_, part, make) = Self.bad[number]
        let query = make(built)
        let error = #expect(throws: NSError.self) { try query.execute() }
        #expect(
            error?.code == CBLError.invalidQuery
                && error?.localizedDescription.contains(part) == true)
        #expect(throws: NSError.self) { try query.explain() }
    }

    @Test func `sources of two databases cannot be joined`() throws {
        let other = try built.open("other")
        let query = QueryBuilder.select(SelectResult.all().from("a")).from(built.source.as("a"))
            .join(Join.crossJoin(DataSource.database(other)))
        let error = #expect(throws: NSError.self) { try query.execute() }
        #expect(error?.localizedDescription.contains("other") == true)
    }

    @Test func `a chain of a thousand conditions runs`() throws {
        var condition = Expression.property("n").equalTo(Expression.int(-1))
        for number in 1...1000 {
            let next = Expression.property("n").equalTo(Expression.int(number))
            condition = number.isMultiple(of: 2) ? condition.or(next) : next.or(condition)
        }
        #expect(try built.ids(where: condition).count == 12)
    }

    @Test func `values and names are never part of the SQL text`() throws {
        let text = #"x' OR 1=1; DROP TABLE kv_default -- "`"#
        let query = QueryBuilder.select(
            SelectResult.property("`\(text.replacing("`", with: "``"))`").as("a" + text)
        )
        .from(built.source.as(text)).where(
            Expression.property("n").equalTo(Expression.string(text)))
        #expect(try query.json().isEmpty)
        #expect(built.collection.count == 12)
    }

    @Test func `an expression index serves a built query`() throws {
        let doubled = Expression.property("n").multiply(Expression.int(2))
        try built.collection.createIndex(
            IndexBuilder.valueIndex(items: ValueIndexItem.expression(doubled)), name: "byDoubled")
        let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(built.source)
            .where(doubled.greaterThan(Expression.int(20)))
        #expect(try query.explain().contains("USING INDEX byDoubled "))
        #expect(try query.json() == [#"{"id":"doc11"}"#, #"{"id":"doc12"}"#])
    }
}
