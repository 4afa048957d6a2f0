import CouchbaseLiteSwift
import Testing

/// The correspondence of objects of this module to objects of Quire.
@Suite struct IdentityTests {
    let test: TestDatabase
    let database: Database

    init() throws {
        test = try TestDatabase()
        database = test.database
    }

    @Test func `collections, scopes and documents refer to the same database object`() throws {
        let collection = try database.createCollection(name: "hotels", scope: "inventory")
        #expect(collection.database === database && collection.scope.database === database)
        let document = MutableDocument(id: "a")
        #expect(document.collection == nil)
        try collection.save(document: document)
        #expect(document.collection == collection && document.collection?.database === database)
        #expect(try collection.document(id: "a")?.collection == collection)
        #expect(try collection.scope == database.scope(name: "inventory"))
        #expect(collection.fullName == "inventory.hotels")
        #expect(document._getRevisionHistory() == document.revisionID)
    }

    @Test func `two database objects of one file have different collection objects`() throws {
        let other = try test.open()
        #expect(try other.defaultCollection() != test.collection)
        #expect(try other.defaultCollection().database === other)
        let document = MutableDocument(id: "a")
        try test.collection.save(document: document)
        #expect(
            thrownCode { try other.defaultCollection().save(document: document) }
                == CBLError.invalidParameter)
    }

    @Test func `Quire's database and the wrapper have the same documents`() throws {
        let quire = try database.quire.defaultCollection()
        try quire.save(document: MutableDocument(id: "a", data: ["n": 1]))
        #expect(try test.collection.document(id: "a")?.int(forKey: "n") == 1)
        #expect(test.collection.quire == quire)
        let memory = Database(try Quire.Database(inMemoryNamed: "memory"))
        #expect(try memory.defaultCollection().database === memory && memory.name == "memory")
    }

    @Test func `a row is a sequence of its keys, and its subscripts are fragments`() throws {
        try test.save([("a", #"{"name":"A","list":[1,{"k":2}],"null":null}"#)])
        let query = try database.createQuery("SELECT name, list, `null`, other FROM _")
        let row = try #require(try query.execute().next())
        #expect(Array(row) == ["name", "list", "null", "other"] && row.count == 4)
        let name = row["name"]
        #expect(name.exists && name.string == "A" && row[0].string == "A")
        #expect(row["list"][1]["k"].int == 2 && row[1][0].int == 1)
        #expect(row["null"].exists && !row["other"].exists && row[9].value == nil)
        #expect(row.value(forKey: "null") == nil && row.value(at: 3) == nil)
        #expect(row.contains("name") && row.contains(key: "null") && !row.contains(key: "other"))
        #expect(row.toJSON() == #"{"name":"A","list":[1,{"k":2}],"null":null}"#)
    }

    @Test func `values of the original's protocols support fragments and JSON`() throws {
        let dictionary: any MutableDictionaryProtocol = MutableDictionaryObject(data: ["a": [1, 2]])
        let array: any ArrayProtocol = try #require(dictionary.array(forKey: "a"))
        #expect(dictionary["a"][1].int == 2 && array[0].int == 1 && array.toJSON() == "[1,2]")
        let document: any DictionaryProtocol = MutableDocument(data: ["a": 1])
        #expect(document["a"].int == 1)
    }
}
