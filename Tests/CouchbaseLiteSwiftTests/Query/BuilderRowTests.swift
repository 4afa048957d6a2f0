import CouchbaseLiteSwift
import Testing

/// The rows and columns of built queries.
@Suite struct BuilderRowTests {
    @Test func `rows without an explicit order are in order of document creation`() throws {
        let ids = (1...100).map { "doc\($0)" }
        let built = try TestDatabase(ids.map { ($0, "{}") })
        let query = QueryBuilder.select(SelectResult.expression(Meta.id)).from(built.source)
        #expect(try query.execute().compactMap { $0.string(forKey: "id") } == ids)
    }

    @Test func `a column is named by its alias, its last key or its number`() throws {
        let built = try TestDatabase([("d", #"{"contact":{"address":{"city":"Bergen"}}}"#)])
        let query = QueryBuilder.select(
            SelectResult.property("contact.address.city"),
            SelectResult.expression(Expression.int(1).add(Expression.int(1))),
            SelectResult.property("contact.address").as("where"),
            SelectResult.expression(Function.pi()), SelectResult.expression(Meta.sequence)
        ).from(built.source)
        let row = try #require(try query.execute().next())
        #expect(row.keys == ["city", "$1", "where", "$2", "sequence"])
        #expect(row.string(forKey: "city") == "Bergen" && row.int(at: 1) == 2)
    }

    @Test func `a whole document is named after its source`() throws {
        let built = try TestDatabase([("d", #"{"a":1}"#)])
        let flowers = try built.database.createCollection(name: "flowers", scope: "test")
        try flowers.save(document: MutableDocument(id: "f", json: #"{"a":1}"#))
        let sources: [(any DataSourceProtocol, String)] = [
            (DataSource.collection(built.collection), "_default"),
            (DataSource.collection(flowers), "flowers"),
            (DataSource.database(built.database), "test"), (built.source.as("d"), "d"),
            (DataSource.collection(flowers).as("f"), "f"),
            (DataSource.database(built.database).as("data"), "data"),
        ]
        for (source, name) in sources {
            let query = QueryBuilder.select(SelectResult.all()).from(source)
            #expect(try query.json() == [#"{"\#(name)":{"a":1}}"#])
            let row = try #require(try query.execute().next())
            #expect(row.dictionary(forKey: name)?.int(forKey: "a") == 1 && row.count == 1)
        }
    }

    @Test
    func `the database's name refers to the default collection unless a collection has that name`()
        throws
    {
        let built = try TestDatabase([("d", #"{"a":1,"test":{"a":3}}"#)])
        try built.database.createCollection(name: "test")
            .save(document: MutableDocument(id: "t", json: #"{"a":2}"#))
        let query = QueryBuilder.select(SelectResult.property("a"), SelectResult.all())
            .from(DataSource.database(built.database))
        #expect(try query.json() == [#"{"a":1,"test":{"a":1,"test":{"a":3}}}"#])
    }

    @Test(arguments: ["_", "_default", "test", "flowers", "test.flowers"])
    func `FROM accepts collections and the database`(name: String) throws {
        let built = try TestDatabase()
        _ = try built.database.createCollection(name: "flowers")
        _ = try built.database.createCollection(name: "flowers", scope: "test")
        #expect(try built.database.createQuery("SELECT * FROM \(name)").json().isEmpty)
    }

    @Test func `null and missing are distinguished by key but not by index`() throws {
        let built = try TestDatabase([("d", #"{"name":"Scott","address":null}"#)])
        let row = try #require(
            try QueryBuilder.select(
                SelectResult.property("name"), SelectResult.property("address"),
                SelectResult.property("age")
            ).from(built.source).execute().next())
        #expect(row.count == 3 && row.value(at: 1) == nil && row.value(at: 2) == nil)
        #expect(row.toArray().map { $0 is NSNull } == [false, true, true])
        #expect(row.contains(key: "address") && !row.contains(key: "age"))
        let pairs = row.toDictionary()
        #expect(pairs.count == 2 && pairs["address"] is NSNull)
    }

    @Test func `missing columns beyond the sixty-fourth are handled`() throws {
        let built = try TestDatabase([("d", #"{"p1":1,"p62":62,"last":"here"}"#)])
        let names = ["p1", "p1"] + (2...62).map { "p\($0)" } + ["last"]
        let row = try #require(
            try QueryBuilder.select(names.map { SelectResult.property($0) }).from(built.source)
                .execute().next())
        #expect(row.count == 64 && row.string(at: 63) == "here" && row.int(at: 62) == 62)
        #expect(row.string(forKey: "last") == "here" && row.value(at: 30) == nil)
        #expect(row.toJSON() == #"{"p1":1,"p1 #2":1,"p62":62,"last":"here"}"#)
    }

    @Test func `a result set can be iterated once`() throws {
        let built = try TestDatabase.values(["1", "2", "3", "4"])
        let results = try QueryBuilder.select(SelectResult.property("value")).from(built.source)
            .execute()
        _ = (results.next(), results.next())
        #expect(results.allResults().map { $0.int(at: 0) } == [3, 4])
        #expect(results.next() == nil && results.allResults().isEmpty)
    }

    @Test func `a query without columns selects ID and sequence`() throws {
        let built = try TestDatabase([("d", #"{"a":1}"#)])
        let query = QueryBuilder.select().from(built.source)
            .where(Expression.property("a").equalTo(Expression.int(1)))
        #expect(try query.json() == [#"{"id":"d","sequence":1}"#])
    }

    @Test func `an alias and a source's name can begin a property path`() throws {
        let built = try TestDatabase([("a", #"{"n":{"k":2}}"#), ("b", #"{"n":{"k":1}}"#)])
        let query = QueryBuilder.select(
            SelectResult.property("main.n").as("number"), SelectResult.property("MAIN.n.k")
        ).from(built.source.as("main"))
            .where(Expression.property("number.k").greaterThan(Expression.int(0)))
            .orderBy(Ordering.property("number.k"))
        #expect(
            try query.json() == [#"{"number":{"k":1},"k":1}"#, #"{"number":{"k":2},"k":2}"#])
    }

    @Test func `a property can have the same name as the collection`() throws {
        let built = try TestDatabase([("a", #"{"_default":{"k":2},"test":{"k":1}}"#)])
        let query = QueryBuilder.select(
            SelectResult.property("_default.k").as("a"), SelectResult.property("test.k").as("b"))
        #expect(try query.from(built.source).json() == [#"{"a":2,"b":1}"#])
        #expect(try query.from(DataSource.database(built.database)).json() == [#"{"a":2,"b":1}"#])
    }

    @Test func `OFFSET works without LIMIT, and invalid text throws immediately`() throws {
        let built = try TestDatabase.values(["1", "2", "3"])
        let query = try built.database.createQuery("SELECT value FROM _ OFFSET 2")
        #expect(try query.json() == [#"{"value":3}"#])
        let error = #expect(throws: NSError.self) {
            try built.database.createQuery("SELECT value FRM _")
        }
        #expect(error?.code == 23)
    }
}
