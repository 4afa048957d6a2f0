import CouchbaseLiteSwift
import Testing

/// Every name and label of Couchbase Lite 4 for queries and logging.
@Suite struct QuerySpellingTests {
    let test: TestDatabase

    init() throws {
        test = try TestDatabase([("a", #"{"n":1,"s":"a","a":[1]}"#)])
    }

    @Test func `classes of built queries`() throws {
        let n: any PropertyExpressionProtocol = Expression.property("n")
        let column: any SelectResultAs = SelectResult.property("x.n")
        let all: any SelectResultFrom = SelectResult.all()
        let columns: [any SelectResultProtocol] = [
            column.as("n"), all.from("x"), SelectResult.expression(n.from("x")).as(nil),
        ]
        let source: any DataSourceAs = DataSource.collection(test.collection)
        let named: any DataSourceProtocol = source.as("x")
        let other = DataSource.database(test.database).as("y")
        let select: Select = QueryBuilder.select(columns)
        let from: From = select.from(named)
        let condition = Meta.id.from("x").equalTo(Meta.id.from("y"))
        let pending: any JoinOnProtocol = Join.join(other)
        let joins: [any JoinProtocol] = [pending.on(condition)]
        let joined: Joins = from.join(joins)
        _ = from.join(Join.leftJoin(other).on(condition), Join.crossJoin(other))
        _ = from.join(Join.leftOuterJoin(other).on(condition), Join.innerJoin(other).on(condition))
        let filtered: Where = joined.where(n.from("x").greaterThan(Expression.int(0)))
        let order: any QuerySortOrder = Ordering.property("x.n")
        let orders: [any OrderingProtocol] = [order.ascending(), order.descending(), order]
        let sorted: OrderBy = filtered.orderBy(orders)
        let limited: Limit = sorted.limit(Expression.int(2), offset: Expression.int(0))
        _ = sorted.limit(Expression.int(2))
        let rows: ResultSet = try limited.execute()
        let row: Result = try #require(rows.next())
        #expect(row.int(forKey: "n") == 1 && rows.allResults().isEmpty)
        let query: Query = limited
        #expect(try query.explain().contains("SELECT") && query.description.contains("SELECT"))
        let grouped: GroupBy = from.groupBy(n.from("x"))
        _ = from.groupBy([n]).orderBy(Ordering.expression(n))
        let having: Having = grouped.having(Function.count(Expression.all()).isValued())
        _ = (having.orderBy(order).limit(Expression.int(1)), having.limit(Expression.int(1)))
        _ = QueryBuilder.selectDistinct(column, all)
        _ = QueryBuilder.selectDistinct([column])
        _ = QueryBuilder.select(column)
    }

    @Test func `expressions`() {
        let n: any ExpressionProtocol = Expression.property("n")
        let values: [any ExpressionProtocol] = [
            Expression.all(), Expression.value(1), Expression.string("s"), Expression.number(1),
            Expression.int(1), Expression.int64(1), Expression.float(1), Expression.double(1),
            Expression.boolean(true), Expression.date(Date()), Expression.dictionary(["a": 1]),
            Expression.array([1]), Expression.parameter("p"), Expression.negated(n),
            Expression.not(n), n.multiply(n), n.divide(n), n.modulo(n), n.add(n), n.subtract(n),
            n.lessThan(n), n.lessThanOrEqualTo(n), n.greaterThan(n), n.greaterThanOrEqualTo(n),
            n.equalTo(n), n.notEqualTo(n), n.like(n), n.regex(n), n.is(n), n.isNot(n),
            n.isValued(), n.isNotValued(), n.and(n), n.or(n), n.between(n, and: n), n.in([n]),
            n.collate(Collation.ascii().ignoreCase(true)),
            n.collate(Collation.unicode().ignoreCase(true).ignoreAccents(true).locale("en")),
        ]
        #expect(values.count == 38)
        let variable: any VariableExpressionProtocol = ArrayExpression.variable("v")
        let conditions = [
            ArrayExpression.any(variable).in(n).satisfies(variable.isValued()),
            ArrayExpression.every(variable).in(n).satisfies(variable.isValued()),
            ArrayExpression.anyAndEvery(variable).in(n).satisfies(variable.isValued()),
            ArrayFunction.contains(n, value: n), ArrayFunction.length(n),
        ]
        #expect(conditions.count == 5)
        let metadata: [any MetaExpressionProtocol] = [
            Meta.id, Meta.revisionID, Meta.sequence, Meta.isDeleted, Meta.expiration,
        ]
        #expect(metadata.map { $0.from("x") }.count == 5)
        let index: any FullTextIndexExpressionProtocol = Expression.fullTextIndex("i")
        let general: any IndexExpressionProtocol = index.from("x")
        _ = (FullTextFunction.rank(general), FullTextFunction.match(index, query: "q"))
    }

    @Test func `functions`() {
        let n: any ExpressionProtocol = Expression.property("n")
        let functions: [any ExpressionProtocol] = [
            Function.avg(n), Function.count(n), Function.max(n), Function.min(n), Function.sum(n),
            Function.abs(n), Function.acos(n), Function.asin(n), Function.atan(n),
            Function.atan2(y: n, x: n), Function.ceil(n), Function.cos(n), Function.degrees(n),
            Function.e(), Function.exp(n), Function.floor(n), Function.ln(n), Function.log(n),
            Function.pi(), Function.power(base: n, exponent: n), Function.radians(n),
            Function.round(n), Function.round(n, digits: n), Function.sign(n), Function.sin(n),
            Function.sqrt(n), Function.tan(n), Function.trunc(n), Function.trunc(n, digits: n),
            Function.contains(n, substring: n), Function.length(n), Function.lower(n),
            Function.ltrim(n), Function.rtrim(n), Function.trim(n), Function.upper(n),
            Function.stringToMillis(n), Function.stringToUTC(n), Function.millisToString(n),
            Function.millisToUTC(n),
        ]
        #expect(functions.count == 40)
    }

    @Test func `parameters`() throws {
        let parameters = Parameters().setValue(1, forName: "a").setString("s", forName: "b")
            .setInt(1, forName: "c").setInt64(1, forName: "d").setFloat(1, forName: "e")
            .setDouble(1, forName: "f").setBoolean(true, forName: "g")
            .setDate(Date(), forName: "h").setBlob(nil, forName: "i")
            .setArray(MutableArrayObject(), forName: "j")
            .setDictionary(MutableDictionaryObject(), forName: "k")
        let query = try test.database.createQuery("SELECT $b AS b FROM _")
        query.parameters = Parameters(parameters: parameters)
        #expect(query.parameters?.value(forName: "b") as? String == "s")
        let row = try #require(try query.execute().next())
        #expect(row.string(forKey: "b") == "s" && row[0].string == "s")
        #expect(row.toDictionary().count == 1 && row.toArray().count == 1)
        #expect(row.keys == ["b"] && row.contains(key: "b") && row.toJSON() == #"{"b":"s"}"#)
        let built = QueryBuilder.select(SelectResult.expression(Expression.parameter("b")))
            .from(test.source)
        built.parameters = parameters
        #expect(built.parameters?.value(forName: "c") as? Int == 1)
        #expect(try built.execute().next()?.string(at: 0) == "s")
        built.parameters = nil
        #expect(thrownCode { _ = try built.execute() } == CBLError.invalidQueryParam)
    }

    @Test func `logging`() {
        struct Sink: LogSinkProtocol {
            func writeLog(level: LogLevel, domain: LogDomain, message: String) {}
        }
        let domains: [LogDomain] = [
            .database, .query, .replicator, .network, .listener, .peerDiscovery, .mdns,
            .multipeer,
        ]
        #expect(domains.map { Int($0.rawValue) } == [1, 2, 4, 8, 16, 32, 64, 512])
        let levels: [LogLevel] = [.debug, .verbose, .info, .warning, .error, .none]
        #expect(levels.count == 6)
        _ = ConsoleLogSink(level: .none, domains: [.database, .query])
        _ = CustomLogSink(level: .none, logSink: Sink())
        _ = CustomLogSink(level: .none, domains: .all, logSink: Sink())
        let file = FileLogSink(
            level: .none, directory: test.directory, usePlainText: true, maxKeptFiles: 1,
            maxFileSize: 1024)
        #expect(file.usePlaintext && file.maxKeptFiles == 1 && file.maxFileSize == 1024 as UInt64)
        #expect(!FileLogSink.defaultUsePlaintext && FileLogSink.defaultMaxKeptFiles == 2)
        #expect(FileLogSink.defaultMaxSize == 524_288)
        _ = (LogSinks.console, LogSinks.file, LogSinks.custom)
        Log.log(domain: .database, level: .debug, message: "message")
    }
}
