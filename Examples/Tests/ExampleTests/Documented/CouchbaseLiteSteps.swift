import CouchbaseLiteSwift
import Testing

/// The examples in the documentation of the protocols and the steps of Couchbase Lite's queries.
@Suite struct CouchbaseLiteStepExamples {
    private let files: HotelDatabase
    private let database: Database
    private let hotels: Collection

    private let name = SelectResult.property("name")
    private let likes = Expression.property("likes")
    private let like = ArrayExpression.variable("like")
    private let isCheap = Expression.property("rate").lessThan(Expression.int(150))
    private var source: any DataSourceAs { DataSource.collection(hotels) }
    private var collection: Collection { hotels }

    init() throws {
        files = try HotelDatabase()
        database = files.database
        hotels = files.hotels
    }

    /// Returns the first value of each row.
    private func values(of query: Query) throws -> [String] {
        try query.execute().map { $0.string(at: 0) ?? "" }
    }

    /// Returns the names of the hotels that meet a condition.
    private func names(where condition: any ExpressionProtocol) throws -> [String] {
        try values(of: QueryBuilder.select(name).from(source).where(condition))
    }

    // MARK: Collections and documents

    @Test func indexing() throws {
        func addCityIndex(to target: any Indexable) throws {
            try target.createIndex(withName: "byCity", config: ValueIndexConfiguration(["city"]))
        }
        try addCityIndex(to: hotels)
        let indexes: [String: any Index] = [
            "byRate": IndexBuilder.valueIndex(items: .property("rate")),
            "text": IndexBuilder.fullTextIndex(items: .property("name")),
        ]
        for (name, index) in indexes { try collection.createIndex(index, name: name) }
        #expect(try Set(hotels.indexes()) == ["byCity", "byRate", "text"])
    }

    @Test func listening() throws {
        func logChanges(of source: any CollectionChangeObservable) -> ListenerToken {
            source.addChangeListener { change in print(change.documentIDs) }
        }
        logChanges(of: hotels).remove()
        let listener: (DatabaseChange) -> Void = { change in print(change.documentIDs) }
        let token = database.addChangeListener(listener)
        token.remove()
        #expect(hotels.count == 2)
    }

    @Test func models() throws {
        final class Hotel: Codable {
            @DocumentID var id: String?
            var name = ""
        }
        func store(_ hotel: some DocumentEncodable) throws {
            try collection.save(from: hotel)
        }
        func load<Model: DocumentDecodable>(_ id: String) throws -> Model? {
            try collection.document(id: id, as: Model.self)
        }
        let hotel = Hotel()
        hotel.name = "Fjord View"
        try store(hotel)
        let loaded: Hotel? = try load(#require(hotel.id))
        #expect(loaded?.name == "Fjord View")
    }

    @Test func documents() throws {
        func title(of hotel: any DictionaryProtocol) -> String {
            hotel["name"].string ?? hotel.toJSON()
        }
        func firstLike(in likes: any ArrayProtocol) -> String? {
            likes[0].string
        }
        func raiseRate(of hotel: any MutableDictionaryProtocol) {
            hotel["rate"].int += 10
        }
        func add(_ like: String, to likes: any MutableArrayProtocol) {
            likes.addString(like)
        }
        let hotel = try #require(try hotels.document(id: "hotel-1")).toMutable()
        raiseRate(of: hotel)
        #expect(hotel.int(forKey: "rate") == 131)
        #expect(title(of: hotel) == "Harbour House")
        let likes = try #require(hotel.array(forKey: "likes"))
        add("skiing", to: likes)
        #expect(firstLike(in: likes) == "climbing")
        #expect(likes.count == 2)
    }

    // MARK: Expressions

    @Test func variables() throws {
        do {
            let like: any VariableExpressionProtocol = ArrayExpression.variable("like")
            print(like.variableName)  // like
            #expect(like.variableName == "like")
        }
        let isClimbing = like.equalTo(Expression.string("climbing"))
        let some: ArrayExpressionIn = ArrayExpression.any(like)
        let isLikedByClimbers = some.in(Expression.property("likes")).satisfies(isClimbing)
        #expect(try names(where: isLikedByClimbers) == ["Harbour House"])
        let someLike: ArrayExpressionSatisfies = ArrayExpression.any(like).in(likes)
        let isLiked = someLike.satisfies(like.equalTo(Expression.string("climbing")))
        #expect(try names(where: isLiked) == ["Harbour House"])
    }

    @Test func collations() throws {
        let collations: [any CollationProtocol] = [Collation.ascii(), Collation.unicode()]
        let names = collations.map { Expression.property("name").collate($0) }
        for name in names {
            let query = QueryBuilder.select(self.name).from(source)
                .orderBy(Ordering.expression(name))
            #expect(try values(of: query) == ["Grand", "Harbour House"])
        }
    }

    @Test func sources() throws {
        let partner: any PropertyExpressionProtocol = Expression.property("partner")
        let isPartner = partner.from("h").equalTo(Meta.id.from("p"))
        let joined = QueryBuilder.select(SelectResult.property("p.name")).from(source.as("h"))
            .join(Join.join(source.as("p")).on(isPartner))
        #expect(try values(of: joined) == ["Harbour House"])
        let id: any MetaExpressionProtocol = Meta.id
        let isFirst = id.from("h").equalTo(Expression.string("hotel-1"))
        let first = QueryBuilder.select(SelectResult.property("h.name")).from(source.as("h"))
            .where(isFirst)
        #expect(try values(of: first) == ["Harbour House"])
        func allNames(in source: any DataSourceProtocol) -> Query {
            QueryBuilder.select(SelectResult.property("name")).from(source)
        }
        #expect(try values(of: allNames(in: source)).count == 2)
        do {
            let source: any DataSourceAs = DataSource.collection(hotels)
            let query = QueryBuilder.select(SelectResult.property("h.name")).from(source.as("h"))
            #expect(try values(of: query).count == 2)
        }
    }

    @Test func searching() throws {
        let text = IndexBuilder.fullTextIndex(items: .property("name"))
        try hotels.createIndex(text, name: "descriptions")
        do {
            let index: any IndexExpressionProtocol = Expression.fullTextIndex("descriptions")
            let isMatch = FullTextFunction.match(index, query: "harbour")
            #expect(try names(where: isMatch) == ["Harbour House"])
        }
        do {
            let index = Expression.fullTextIndex("descriptions").from("h")
            print(index.indexName, index.indexSource ?? "")  // descriptions h
            #expect(index.indexName == "descriptions")
            #expect(index.indexSource == "h")
        }
        let descriptions = FullTextExpression.index("descriptions")
        let query = QueryBuilder.select(name).from(source).where(descriptions.match("harbour"))
        #expect(try values(of: query) == ["Harbour House"])
    }

    // MARK: Clauses

    @Test func columns() throws {
        do {
            let columns: [any SelectResultProtocol] = [
                SelectResult.expression(Meta.id), SelectResult.property("name"),
            ]
            let query = QueryBuilder.select(columns).from(source)
            #expect(try query.execute().next()?.keys == ["id", "name"])
        }
        do {
            let rate: any SelectResultAs = SelectResult.property("rate")
            let query = QueryBuilder.select(rate.as("price")).from(source)
            #expect(try query.execute().next()?.keys == ["price"])
        }
        do {
            let hotel: any SelectResultFrom = SelectResult.all()
            let query = QueryBuilder.select(hotel.from("h")).from(source.as("h"))
            #expect(try query.execute().next()?.keys == ["h"])
        }
        let columns: Select = QueryBuilder.select(SelectResult.property("name"))
        let query = columns.from(DataSource.collection(hotels))
        #expect(try values(of: query).count == 2)
        let names: From = QueryBuilder.select(name).from(DataSource.collection(hotels))
        let cheapest = names.orderBy(Ordering.property("rate")).limit(Expression.int(1))
        #expect(try values(of: cheapest) == ["Harbour House"])
    }

    @Test func joining() throws {
        let isPartner = Meta.id.from("p").equalTo(Expression.property("partner").from("h"))
        let source = DataSource.collection(hotels).as("h")
        let name = SelectResult.property("p.name")
        do {
            let partners = DataSource.collection(hotels).as("p")
            let joins: [any JoinProtocol] = [Join.leftJoin(partners).on(isPartner)]
            let query = QueryBuilder.select(name).from(source).join(joins)
            #expect(try values(of: query).count == 2)
            func addingPartners(to query: some JoinRouter) -> Joins {
                query.join(Join.leftJoin(partners).on(isPartner))
            }
            let all = addingPartners(to: QueryBuilder.select(name).from(source))
            #expect(try values(of: all).count == 2)
        }
        let partners: any JoinOnProtocol = Join.innerJoin(DataSource.collection(hotels).as("p"))
        let join = partners.on(isPartner)
        let pairs: Joins = QueryBuilder.select(name).from(source).join(join)
        let sorted = pairs.orderBy(Ordering.property("h.name"))
        #expect(try values(of: sorted) == ["Harbour House"])
    }

    @Test func filtering() throws {
        let cheap: Where = QueryBuilder.select(name).from(source).where(isCheap)
        let sorted = cheap.orderBy(Ordering.property("rate"))
        #expect(try values(of: sorted) == ["Harbour House"])
        func inBergen(_ query: some WhereRouter) -> Where {
            query.where(Expression.property("city").equalTo(Expression.string("Bergen")))
        }
        let local = inBergen(QueryBuilder.select(name).from(source))
        #expect(try values(of: local) == ["Harbour House"])
    }

    @Test func grouping() throws {
        let city = Expression.property("city")
        let cities = QueryBuilder.select(SelectResult.expression(city)).from(source)
        func byCity(_ query: some GroupByRouter) -> GroupBy {
            query.groupBy(Expression.property("city"))
        }
        #expect(try values(of: byCity(cities)).count == 2)
        let count = Function.count(Expression.all())
        let common: Having = cities.groupBy(city).having(count.greaterThan(Expression.int(1)))
        #expect(try values(of: common).isEmpty)
    }

    @Test func sorting() throws {
        do {
            let orderings: [any OrderingProtocol] = [
                Ordering.property("city"), Ordering.property("name"),
            ]
            let query = QueryBuilder.select(name).from(source).orderBy(orderings)
            #expect(try values(of: query) == ["Harbour House", "Grand"])
        }
        let rate: any QuerySortOrder = Ordering.property("rate")
        let query = QueryBuilder.select(name).from(source).orderBy(rate.descending())
        #expect(try values(of: query) == ["Grand", "Harbour House"])
        func byName(_ query: some OrderByRouter) -> OrderBy {
            query.orderBy(Ordering.property("name"))
        }
        let byNames = byName(QueryBuilder.select(name).from(source))
        #expect(try values(of: byNames) == ["Grand", "Harbour House"])
    }

    @Test func limiting() throws {
        let names = QueryBuilder.select(name).from(source)
        let sorted: OrderBy = names.orderBy(Ordering.property("name"))
        let first = sorted.limit(Expression.int(1))
        #expect(try values(of: first) == ["Grand"])
        let page: Limit = sorted.limit(Expression.int(20), offset: Expression.int(20))
        for row in try page.execute() { print(row.toJSON()) }
        #expect(try values(of: page).isEmpty)
        func firstPage(of query: some LimitRouter) -> Limit {
            query.limit(Expression.int(20))
        }
        #expect(try values(of: firstPage(of: sorted)).count == 2)
    }
}
