import CouchbaseLiteSwift
import Testing

/// The examples in the documentation of Couchbase Lite's vector search.
@Suite struct CouchbaseLiteVectorExamples {
    private let files: HotelDatabase
    private let database: Database
    private let collection: Collection

    init() throws {
        files = try HotelDatabase()
        database = files.database
        collection = try database.createCollection(name: "words")
        for (number, word) in ["sun", "moon", "tide"].enumerated() {
            let document = MutableDocument(id: word)
            document.setString(word, forKey: "word")
            document.setValue(vector(number), forKey: "vector")
            try collection.save(document: document)
        }
    }

    private func vector(_ number: Int) -> [Float] { (0..<300).map { Float(($0 + number) % 7) } }

    @Test func indexing() throws {
        try Extension.enableVectorSearch()
        var config = VectorIndexConfiguration(expression: "vector", dimensions: 300, centroids: 8)
        config.metric = .cosine
        try collection.createIndex(withName: "words_index", config: config)
        let query = try database.createQuery(
            "SELECT word FROM words ORDER BY APPROX_VECTOR_DISTANCE(vector, $vector) LIMIT 10")
        query.parameters = Parameters().setValue(vector(1), forName: "vector")
        #expect(try query.execute().allResults().first?.string(at: 0) == "moon")
    }

    @Test func encodings() throws {
        var config = VectorIndexConfiguration(expression: "vector", dimensions: 300, centroids: 8)
        config.encoding = .productQuantizer(subquantizers: 5, bits: 8)
        try collection.createIndex(withName: "words_index", config: config)
        config.encoding = .scalarQuantizer(type: .SQ4)
        try collection.createIndex(withName: "words_index", config: config)
        #expect(try collection.indexes() == ["words_index"])
    }

    @Test func lazyIndexes() throws {
        func embedding(of text: String?) -> [Float] { vector(text?.count ?? 0) }
        var config = VectorIndexConfiguration(expression: "word", dimensions: 300, centroids: 8)
        config.isLazy = true
        try collection.createIndex(withName: "words_index", config: config)
        let index = try collection.index(withName: "words_index")
        while let updater = try index?.beginUpdate(limit: 50) {
            for position in 0..<updater.count {
                try updater.setVector(embedding(of: updater.string(at: position)), at: position)
            }
            try updater.finish()
        }
        #expect(
            try collection.quire.nearestIndexStatus(named: "words_index")?.indexedCount == 3)
    }

    @Test func status() throws {
        let index = NearestIndexConfiguration("vector", dimensions: 300)
        let collection = collection.quire
        try collection.createIndex(withName: "byMeaning", config: index)
        if let status = try collection.nearestIndexStatus(named: "byMeaning") {
            print(status.indexedCount, status.omittedCount)
        }
        #expect(try collection.indexes() == ["byMeaning"])
    }
}
