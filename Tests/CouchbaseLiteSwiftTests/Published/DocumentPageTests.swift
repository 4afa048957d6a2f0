import CouchbaseLiteSwift
import Testing

/// The examples of Couchbase's documentation page about documents.
///
/// Their output is collected and compared.
@Suite final class DocumentPageTests {
    class Hotel: Codable {
        var id: String = "undefined"
        var type: String = "hotel"
        var name: String = "undefined"
        var city: String = "undefined"
        var country: String = "undefined"
        var description: String? = ""
        var text: String? = ""
    }

    let test: TestDatabase
    var database: Database { test.database }
    private var printed: [String] = []

    init() throws {
        test = try TestDatabase("hoteldb")
    }

    private func print(_ values: Any...) {
        printed.append(values.map { "\($0)" }.joined(separator: " "))
    }

    private func saveHotel() throws {
        let mutableDoc = MutableDocument(id: "doc1")
        let address = MutableDictionaryObject()
        address.setString("1 Main st.", forKey: "street")
        address.setString("San Francisco", forKey: "city")
        address.setString("CA", forKey: "state")
        address.setString("USA", forKey: "country")
        address.setString("90210", forKey: "code")
        let phones = MutableArrayObject()
        phones.addString("650-000-0000")
        phones.addString("650-000-0001")
        mutableDoc.setString("hotel", forKey: "type")
        mutableDoc.setString("Hotel Java Mo", forKey: "name")
        mutableDoc.setFloat(121.75, forKey: "room_rate")
        mutableDoc.setDictionary(address, forKey: "address")
        mutableDoc.setArray(phones, forKey: "phones")
        try database.defaultCollection().save(document: mutableDoc)
    }

    @Test func `a hotel is created and read`() throws {
        try saveHotel()
        let document = database.document(withID: "doc1")
        let dict = document?.dictionary(forKey: "address")
        let street = dict?.string(forKey: "street")
        #expect(street == "1 Main st.")
        for key in dict!.keys.sorted() {
            print("Key \(key) = \(dict!.value(forKey: key)!)")
        }
        let mutableDict = dict?.toMutable()
        #expect(mutableDict?.setString("2 Main st.", forKey: "street").count == 5)
        let array = document?.array(forKey: "phones")
        let count = array!.count
        if count >= 0 {
            let phone = array![1]
            print(phone.string!)
        }
        for (index, element) in array!.enumerated() {
            print("Index \(index) = \(element)")
        }
        let mutableArray = array!.toMutable()
        #expect(mutableArray.addString("650-000-0002").count == 3)
        #expect(
            printed == [
                "Key city = San Francisco", "Key code = 90210", "Key country = USA",
                "Key state = CA", "Key street = 1 Main st.", "650-000-0001",
                "Index 0 = 650-000-0000", "Index 1 = 650-000-0001",
            ])
        do {
            try database.close()
        } catch {
            Issue.record(error)
        }
    }

    @Test func `a task is saved, changed and converted`() throws {
        let newTask = MutableDocument()
            .setString("task", forKey: "type")
            .setString("todo", forKey: "owner")
            .setDate(Date(), forKey: "createdAt")
        try database.saveDocument(newTask)
        newTask.setValue(Date(timeIntervalSince1970: 1.5), forKey: "createdAt")
        let date = newTask.date(forKey: "createdAt")
        #expect(date == Date(timeIntervalSince1970: 1.5))
        #expect(!newTask.contains(key: "none") && newTask.double(forKey: "none") == 0)
        guard let document = database.document(withID: newTask.id) else {
            Issue.record("no document")
            return
        }
        let mutableDocument = document.toMutable()
        mutableDocument.setString("apples", forKey: "name")
        try database.saveDocument(mutableDocument)
        print(newTask.toDictionary().count)
        print(newTask.toJSON())
        #expect(
            printed == [
                "3", #"{"createdAt":"1970-01-01T00:00:01.500Z","owner":"todo","type":"task"}"#,
            ])
    }

    @Test func `documents are saved in a batch`() throws {
        do {
            try database.inBatch {
                for i in 0...10 {
                    let doc = MutableDocument()
                    doc.setValue("user", forKey: "type")
                    doc.setValue("user \(i)", forKey: "name")
                    doc.setBoolean(false, forKey: "admin")
                    try database.saveDocument(doc)
                    print("saved user document \(doc.string(forKey: "name")!)")
                }
            }
        } catch let error {
            print(error.localizedDescription)
        }
        #expect(printed.count == 11 && printed.last == "saved user document user 10")
        #expect(database.count == 11)
    }

    @Test func `a listener is notified of a change to a document`() async throws {
        let (statuses, continuation) = AsyncStream.makeStream(of: String.self)
        let database = database
        database.addDocumentChangeListener(
            withID: "user.john", queue: DispatchQueue(label: "test")
        ) { (change) in
            if let document = database.document(withID: change.documentID) {
                continuation.yield("Status :: \(document.string(forKey: "verified_account")!)")
            }
        }
        try database.saveDocument(
            MutableDocument(id: "user.john").setString("yes", forKey: "verified_account"))
        for await status in statuses.prefix(1) { #expect(status == "Status :: yes") }
    }

    @Test func `documents expire`() throws {
        for id in ["doc123", "doc1", "doc2"] {
            try database.saveDocument(MutableDocument(withID: id))
        }
        let ttl = Calendar.current.date(byAdding: .day, value: 1, to: Date())
        try database.setDocumentExpiration(withID: "doc123", expiration: ttl)
        try database.setDocumentExpiration(
            withID: "doc2", expiration: Date(timeIntervalSinceNow: 120))
        try database.setDocumentExpiration(withID: "doc1", expiration: nil)
        let fiveMinutesFromNow = Date(timeIntervalSinceNow: 60 * 5).timeIntervalSince1970
        let query =
            QueryBuilder
            .select(SelectResult.expression(Meta.id))
            .from(DataSource.database(database))
            .where(Meta.expiration.lessThan(Expression.double(fiveMinutesFromNow * 1000)))
        #expect(try query.json() == [#"{"id":"doc2"}"#])
    }

    @Test func `arrays, dictionaries, blobs and documents convert to JSON`() throws {
        let json = #"["1000","1001","1002"]"#
        let myArray = try MutableArrayObject(json: json)
        let newDoc = MutableDocument(id: "1000").setArray(myArray, forKey: "list")
        let dictionary = try MutableDictionaryObject(json: #"{"id":"1002","name":"Ritz"}"#)
        newDoc.setDictionary(dictionary, forKey: "dictionary")
        let avatar = Blob(contentType: "image/png", data: Data("avatar".utf8))
        newDoc.setBlob(avatar, forKey: "avatar")
        try database.saveDocument(newDoc)
        guard let doc = database.document(withID: "1000") else {
            Issue.record("no document")
            return
        }
        #expect(doc.array(forKey: "list")?.toJSON() == json && doc["list"].toJSON() == json)
        for (i, item) in doc.array(forKey: "list")!.toArray().enumerated() {
            print(i, item)
        }
        #expect(printed == ["0 1000", "1 1001", "2 1002"])
        #expect(
            doc.dictionary(forKey: "dictionary")?.toJSON() == #"{"id":"1002","name":"Ritz"}"#)
        let blob = try #require(doc.blob(forKey: "avatar"))
        #expect(blob.toJSON().contains(#""length":6"#))
        #expect(Blob.isBlob(properties: blob.properties))
        let other = try test.open("copies")
        try other.saveBlob(blob: avatar)
        let copy = try MutableDocument(id: doc.id, json: doc.toJSON())
        try other.saveDocument(copy)
        #expect(other.document(withID: "1000")?.toJSON() == doc.toJSON())
    }

    @Test func `rows are JSON from which a class decodes`() throws {
        for number in 1...3 {
            try database.saveDocument(
                MutableDocument(
                    id: "hotel-\(number)",
                    data: [
                        "id": "hotel-\(number)", "type": "hotel", "name": "Inn \(number)",
                        "city": "Oslo", "country": "Norway",
                    ]))
        }
        let query = QueryBuilder.select(
            SelectResult.expression(Meta.id), SelectResult.property("type"),
            SelectResult.property("name"), SelectResult.property("city"),
            SelectResult.property("country")
        ).from(DataSource.database(database))
        var hotels: [String: Hotel] = [:]
        let results = try query.execute()
        for row in results {
            let jsonString = row.toJSON()
            let thisJsonObj: Dictionary =
                try
                (JSONSerialization.jsonObject(
                    with: jsonString.data(using: .utf8)!, options: .allowFragments)
                as? [String: Any])!
            let thisHotel: Hotel = try JSONDecoder().decode(
                Hotel.self, from: jsonString.data(using: .utf8)!)
            thisHotel.id = thisJsonObj["id"] as! String
            thisHotel.name = thisJsonObj["name"] as! String
            thisHotel.type = thisJsonObj["type"] as! String
            thisHotel.city = thisJsonObj["city"] as! String
            hotels[thisHotel.id] = thisHotel
        }
        #expect(hotels.count == 3 && hotels["hotel-2"]?.name == "Inn 2")
        let all = QueryBuilder.select(SelectResult.all()).from(DataSource.database(database))
        let row = try #require(try all.execute().next())
        #expect(row.toJSON().hasPrefix(#"{"hoteldb":{"#))
    }
}
