import CouchbaseLiteSwift
import Testing

/// The rules of Couchbase's published tests of lazy indexes of vectors.
@Suite struct LazyVectorIndexTests {
    // MARK: The index

    @Test func `an index that does not exist is nil`() throws {
        let words = try WordsDatabase()
        defer { withExtendedLifetime(words) {} }
        #expect(try words.words.index(withName: "nonexistingindex") == nil)
    }

    @Test func `an index has its name and its collection`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let index = try words.index()
        #expect(index.name == WordsDatabase.indexName && index.collection == words.words)
    }

    @Test func `an update of an index that is not lazy is not supported`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let index = try words.index()
        #expect(thrownCode { _ = try index.beginUpdate(limit: 10) } == CBLError.unsupported)
    }

    @Test func `an update of an index of another kind is not supported`() throws {
        let words = try WordsDatabase()
        try words.words.createIndex(withName: "v", config: ValueIndexConfiguration(["word"]))
        let index = try words.index("v")
        #expect(thrownCode { _ = try index.beginUpdate(limit: 10) } == CBLError.unsupported)
    }

    @Test func `an update with the limit 0 is not valid`() throws {
        let words = try WordsDatabase()
        defer { withExtendedLifetime(words) {} }
        let index = try words.createLazyIndex()
        #expect(thrownCode { _ = try index.beginUpdate(limit: 0) } == CBLError.invalidParameter)
    }

    @Test func `an update of a deleted index reports that it does not exist`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try words.words.deleteIndex(forName: index.name)
        #expect(thrownCode { _ = try index.beginUpdate(limit: 1) } == CBLError.notFound)
    }

    // MARK: Documents

    @Test(arguments: [(1, 1), (10, 10), (300, 300), (301, 300), (UInt64.max, 300)])
    func `an update has as many documents as the limit`(limit: UInt64, count: Int) throws {
        let words = try WordsDatabase()
        defer { withExtendedLifetime(words) {} }
        #expect(try words.createLazyIndex().beginUpdate(limit: limit)?.count == count)
    }

    @Test func `a lazy index does not follow saved and changed documents`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        let before = try words.find(of: "word").count
        try words.complete(#require(try index.beginUpdate(limit: 10)))
        try words.change("word1") { $0.setString("changed", forKey: "word") }
        try words.change("word301") { $0.setString("added", forKey: "word") }
        let found = try words.find(of: "word")
        #expect(before == 0 && found.count == 10 && found["word301"] == nil)
    }

    @Test(arguments: [true, false])
    func `a lazy index follows deleted and purged documents`(isPurge: Bool) throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try words.complete(#require(try index.beginUpdate(limit: 1)))
        let first = try words.find(of: "word")
        let id = try #require(first.keys.first)
        let document = try #require(try words.words.document(id: id))
        if isPurge {
            try words.words.purge(document: document)
        } else {
            try words.words.delete(document: document)
        }
        #expect(try first.count == 1 && words.find(of: "word").isEmpty)
    }

    @Test func `a changed document is offered again and keeps its vector until then`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try words.complete(#require(try index.beginUpdate(limit: 300)))
        let isCurrent = try index.beginUpdate(limit: 10) == nil
        try words.change("word7") { $0.setString("changed", forKey: "word") }
        let found = try words.find(of: "word").count
        let updater = try #require(try index.beginUpdate(limit: 10))
        #expect(isCurrent && found == 300 && updater.toArray() as? [String] == ["changed"])
    }

    @Test func `a document that is changed during an update is offered again`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        let updater = try #require(try index.beginUpdate(limit: 300))
        try words.change("word7") { $0.setString("changed", forKey: "word") }
        try words.complete(updater)
        let next = try #require(try index.beginUpdate(limit: 300))
        #expect(next.toArray() as? [String] == ["changed"])
    }

    @Test func `a document without a value is removed from the index`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try words.complete(#require(try index.beginUpdate(limit: 300)))
        try words.change("word7") { $0.removeValue(forKey: "word") }
        let updater = try index.beginUpdate(limit: 300)
        #expect(try updater == nil && words.find(of: "word")["word7"] == nil)
    }

    @Test func `an update has an end`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        var counts: [Int] = []
        while let updater = try index.beginUpdate(limit: 130) {
            counts.append(updater.count)
            try words.complete(updater)
        }
        #expect(try counts == [130, 130, 40] && words.find(of: "word").count == 300)
    }

    @Test func `vectors of thousands of documents are stored and found`() throws {
        let test = try TestDatabase((0..<3_000).map { ("d\($0)", #"{"n": \#($0)}"#) })
        var config = VectorIndexConfiguration(expression: "n", dimensions: 2, centroids: 1)
        config.isLazy = true
        try test.collection.createIndex(withName: "v", config: config)
        let index = try #require(try test.collection.index(withName: "v"))
        let updater = try #require(try index.beginUpdate(limit: 3_000))
        for position in 0..<updater.count {
            try updater.setVector([updater.float(at: position), 0], at: position)
        }
        try updater.finish()
        let query = try test.database.createQuery(
            """
            SELECT n, APPROX_VECTOR_DISTANCE(n, [1000.25, 0]) AS distance FROM _ \
            ORDER BY distance LIMIT 3
            """)
        #expect(
            try query.execute().map { [$0.double(at: 0), $0.double(at: 1)] }
                == [[1_000, 0.0625], [1_001, 0.5625], [999, 1.5625]])
    }

    @Test func `a lazy index is the same after the database was opened again`() throws {
        let words = try WordsDatabase()
        try words.complete(#require(try words.createLazyIndex().beginUpdate(limit: 10)))
        try words.database.close()
        let database = try words.test.open("words_db")
        let collection = try #require(try database.collection(name: "words"))
        let updater = try collection.index(withName: WordsDatabase.indexName)?
            .beginUpdate(limit: 1_000)
        #expect(updater?.count == 290)
    }

    @Test func `maintenance keeps the vectors of a lazy index`() throws {
        let words = try WordsDatabase()
        try words.complete(#require(try words.createLazyIndex().beginUpdate(limit: 10)))
        for type in [MaintenanceType.compact, .reindex, .optimize] {
            try words.database.performMaintenance(type: type)
        }
        #expect(try words.find(of: "word").count == 10)
    }

    @Test func `a condition selects among the documents of a lazy index`() throws {
        let words = try WordsDatabase()
        try words.complete(#require(try words.createLazyIndex().beginUpdate(limit: 30)))
        #expect(
            try words.find(of: "word", where: "catid = \"cat1\"").count == 10
                && words.find(
                    of: "word", where: "APPROX_VECTOR_DISTANCE(word, $vector) < 0"
                ).isEmpty)
    }

    // MARK: Values

    /// An update whose documents have values of all types.
    private func values() throws -> (TestDatabase, IndexUpdater) {
        let test = try TestDatabase()
        let blob = Blob(contentType: "text/plain", data: Data("I'm Bob".utf8))
        let values: [Any] = [
            "a string", 100, 20.8, true, false, "2024-05-10T00:00:00.000Z", blob, ["name": "Bob"],
            ["one", "two", "three"], NSNull(),
        ]
        for (number, value) in values.enumerated() {
            let document = MutableDocument(id: "doc-\(number)")
            document.setValue(value, forKey: "value")
            try test.collection.save(document: document)
        }
        let config = WordsDatabase.configuration("value") { $0.isLazy = true }
        try test.collection.createIndex(withName: "v", config: config)
        let updater = try test.collection.index(withName: "v")?.beginUpdate(limit: 10)
        return (test, try #require(updater))
    }

    @Test func `an update has the accessors of arrays`() throws {
        let (test, updater) = try values()
        let positions = 0..<updater.count
        #expect(positions.count == 10)
        #expect(
            positions.map { updater.string(at: $0) }
                == ["a string", nil, nil, nil, nil, "2024-05-10T00:00:00.000Z"]
                + [nil, nil, nil, nil])
        #expect(positions.map { updater.int(at: $0) } == [0, 100, 20, 1, 0, 0, 0, 0, 0, 0])
        #expect(
            positions.map { updater.double(at: $0) } == [0, 100, 20.8, 1, 0, 0, 0, 0, 0, 0])
        #expect(
            positions.map { updater.boolean(at: $0) }
                == [true, true, true, true, false, true, true, true, true, false])
        #expect(positions.filter { updater.date(at: $0) != nil } == [5])
        #expect(updater.blob(at: 6)?.content == Data("I'm Bob".utf8))
        #expect(updater.dictionary(at: 7)?.string(forKey: "name") == "Bob")
        #expect(updater.array(at: 8)?.toArray() as? [String] == ["one", "two", "three"])
        #expect(updater.value(at: 9) as? NSNull == NSNull() && updater[1].int == 100)
        #expect(updater.value(at: 10) == nil && updater.string(at: -1) == nil)
        withExtendedLifetime(test) {}
    }

    @Test func `an update is a sequence and JSON`() throws {
        let (test, updater) = try values()
        #expect(updater.map { $0 as? String }[0] == "a string" && Array(updater).count == 10)
        #expect(
            updater.toArray()[1] as? Int == 100 && updater.toJSON().hasPrefix(#"["a string",100,"#))
        withExtendedLifetime(test) {}
    }

    // MARK: Vectors

    @Test func `skipped documents are offered again`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        let updater = try #require(try index.beginUpdate(limit: 10))
        var skipped: Set<String> = []
        for position in 0..<10 {
            if position.isMultiple(of: 2) {
                updater.skipVector(at: position)
                skipped.insert(updater.string(at: position) ?? "")
            } else {
                try updater.setVector(WordsDatabase.target, at: position)
            }
        }
        try updater.finish()
        let next = try #require(try index.beginUpdate(limit: 10))
        #expect(
            try words.find(of: "word").count == 5
                && skipped.isSubset(of: Set(next.toArray().compactMap { $0 as? String })))
    }

    @Test func `nil removes a document from the index, and the document is not offered again`()
        throws
    {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try words.complete(#require(try index.beginUpdate(limit: 300)))
        try words.change("word7") { $0.setString("changed", forKey: "word") }
        let updater = try #require(try index.beginUpdate(limit: 300))
        try updater.setVector(nil, at: 0)
        try updater.finish()
        #expect(try words.find(of: "word").count == 299 && index.beginUpdate(limit: 1) == nil)
    }

    @Test(arguments: [[], [1], [Float](repeating: 1, count: 301), [.nan], [.infinity]])
    func `a vector with another number of dimensions is not valid`(vector: [Float]) throws {
        let words = try WordsDatabase()
        defer { withExtendedLifetime(words) {} }
        let updater = try #require(try words.createLazyIndex().beginUpdate(limit: 1))
        let isOdd = vector.first?.isFinite == false
        let padded = isOdd ? vector + [Float](repeating: 0, count: 299) : vector
        #expect(thrownCode { try updater.setVector(padded, at: 0) } == CBLError.invalidParameter)
    }

    @Test func `an update with documents that are neither set nor skipped cannot be finished`()
        throws
    {
        let words = try WordsDatabase()
        let updater = try #require(try words.createLazyIndex().beginUpdate(limit: 2))
        try updater.setVector(WordsDatabase.target, at: 0)
        let code = thrownCode { try updater.finish() }
        updater.skipVector(at: 1)
        try updater.finish()
        #expect(try code == CBLError.unsupported && words.find(of: "word").count == 1)
    }

    @Test func `an update that is not finished changes nothing`() throws {
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try #require(try index.beginUpdate(limit: 1)).setVector(WordsDatabase.target, at: 0)
        #expect(
            try words.find(of: "word").isEmpty && index.beginUpdate(limit: 300)?.count == 300)
    }

    @Test func `an update can be finished once`() throws {
        let words = try WordsDatabase()
        let updater = try #require(try words.createLazyIndex().beginUpdate(limit: 1))
        try words.complete(updater)
        #expect(
            thrownCode { try updater.finish() } == CBLError.unsupported
                && thrownCode { try updater.setVector(nil, at: 0) } == CBLError.unsupported)
    }

    @Test func `an update of an index that was replaced reports that it does not exist`() throws {
        let words = try WordsDatabase()
        let updater = try #require(try words.createLazyIndex().beginUpdate(limit: 1))
        try words.createIndex(WordsDatabase.configuration("word"))
        #expect(thrownCode { try words.complete(updater) } == CBLError.notFound)
    }

    @Test func `an update in a transaction that is rolled back changes nothing`() throws {
        struct Stop: Error {}
        let words = try WordsDatabase()
        let index = try words.createLazyIndex()
        try? words.database.inBatch {
            try words.complete(#require(try index.beginUpdate(limit: 10)))
            throw Stop()
        }
        #expect(
            try words.find(of: "word").isEmpty && index.beginUpdate(limit: 300)?.count == 300)
    }
}
