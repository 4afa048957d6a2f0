import CouchbaseLiteSwift
import Testing

/// The rules of Couchbase's published tests of vector search.
///
/// `testNumProbes` is omitted: it requires that fewer probes find fewer documents. Predictive queries do not exist.
@Suite struct VectorSearchTests {
    typealias Configuration = VectorIndexConfiguration

    @Test func `a configuration has the defaults of Couchbase Lite`() {
        let config = Configuration(expression: "vector", dimensions: 300, centroids: 20)
        let expected = WordsDatabase.configuration(centroids: 20) {
            $0.encoding = .scalarQuantizer(type: Configuration.defaultEncoding)
            $0.metric = Configuration.defaultDistanceMetric
            ($0.minTrainingSize, $0.maxTrainingSize, $0.numProbes) = (0, 0, 0)
            $0.isLazy = false
        }
        #expect(config == expected && Configuration.defaultEncoding == .SQ8)
    }

    @Test func `a configuration has the values that are set`() {
        let config = WordsDatabase.configuration(centroids: 20) {
            $0.encoding = .none
            $0.metric = .cosine
            ($0.minTrainingSize, $0.maxTrainingSize, $0.numProbes) = (100, 200, 5)
        }
        #expect(
            config.expressions == ["vector"] && config.dimensions == 300 && config.centroids == 20
                && config.encoding == .none && config.metric == .cosine
                && config.minTrainingSize == 100 && config.maxTrainingSize == 200)
    }

    @Test func `equal configurations are equal and have the same hash`() {
        let configurations = [
            WordsDatabase.configuration(), WordsDatabase.configuration(),
            WordsDatabase.configuration { $0.metric = .cosine },
            WordsDatabase.configuration { $0.isLazy = true },
            WordsDatabase.configuration { $0.encoding = .scalarQuantizer(type: .SQ4) },
            WordsDatabase.configuration(centroids: 9),
        ]
        #expect(Set(configurations).count == 5)
    }

    // MARK: Creating

    /// A configuration, and whether an index can be created with it.
    static let configurations: [(VectorIndexConfiguration, Bool)] = [
        (WordsDatabase.configuration(dimensions: 2), true),
        (WordsDatabase.configuration(dimensions: 4096), true),
        (WordsDatabase.configuration(dimensions: 0), false),
        (WordsDatabase.configuration(dimensions: 1), false),
        (WordsDatabase.configuration(dimensions: 4097), false),
        (WordsDatabase.configuration(dimensions: .max), false),
        (WordsDatabase.configuration(centroids: 1), true),
        (WordsDatabase.configuration(centroids: 64_000), true),
        (WordsDatabase.configuration(centroids: 0), false),
        (WordsDatabase.configuration(centroids: 64_001), false),
        (training(min: 100, max: 100), true), (training(min: 100, max: 0), true),
        (training(min: 0, max: 100), true), (training(min: 10, max: 9), false),
        (product(2, 8), true), (product(300, 4), true), (product(75, 12), true),
        (product(0, 8), false), (product(1, 8), false), (product(7, 8), false),
        (product(600, 8), false), (product(5, 3), false), (product(5, 13), false),
    ]

    private static func training(min: UInt32, max: UInt32) -> VectorIndexConfiguration {
        WordsDatabase.configuration { ($0.minTrainingSize, $0.maxTrainingSize) = (min, max) }
    }

    private static func product(_ subquantizers: UInt32, _ bits: UInt32) -> Configuration {
        WordsDatabase.configuration {
            $0.encoding = .productQuantizer(subquantizers: subquantizers, bits: bits)
        }
    }

    @Test(arguments: configurations)
    func `an index is created if all values are in range`(
        configuration: VectorIndexConfiguration, isValid: Bool
    ) throws {
        let test = try TestDatabase()
        let code = thrownCode {
            try test.collection.createIndex(withName: "v", config: configuration)
        }
        #expect(code == (isValid ? nil : CBLError.invalidParameter))
    }

    @Test(arguments: [
        VectorEncoding.none, .scalarQuantizer(type: .SQ4), .scalarQuantizer(type: .SQ6),
        .scalarQuantizer(type: .SQ8), .productQuantizer(subquantizers: 5, bits: 8),
    ])
    func `an index with each encoding finds documents`(encoding: VectorEncoding) throws {
        let words = try WordsDatabase()
        try words.createIndex(WordsDatabase.configuration { $0.encoding = encoding })
        #expect(
            try words.find(limit: 20).count == 20
                && words.words.indexes() == [WordsDatabase.indexName])
    }

    @Test(arguments: [
        (DistanceMetric.euclideanSquared, "EUCLIDEAN_SQUARED"), (.euclideanSquared, "euclidean2"),
        (.euclidean, "EUCLIDEAN"), (.euclidean, "l2"), (.cosine, "COSINE"), (.dot, "DOT"),
    ])
    func `a query names the metric of the index`(metric: DistanceMetric, name: String) throws {
        let words = try WordsDatabase()
        try words.createIndex(WordsDatabase.configuration { $0.metric = metric })
        #expect(try words.find(limit: 20, metric: name).count == 20)
    }

    @Test(arguments: ["COSINE", "DOT", "EUCLIDEAN", "MANHATTAN", ""])
    func `another metric than that of the index is not valid`(name: String) throws {
        let words = try WordsDatabase()
        try words.createIndex()
        #expect(
            thrownCode { _ = try words.query(limit: 20, metric: name) } == CBLError.invalidQuery)
    }

    @Test func `the same configuration keeps an index, and another one replaces it`() throws {
        let words = try WordsDatabase()
        try words.createIndex(WordsDatabase.configuration())
        try words.createIndex(WordsDatabase.configuration())
        let same = try words.find(limit: 20).count
        try words.createIndex(WordsDatabase.configuration { $0.metric = .cosine })
        #expect(
            try same == 20 && words.find(limit: 20, metric: "COSINE").count == 20
                && words.words.indexes().count == 1)
    }

    @Test(arguments: [
        WordsDatabase.configuration(centroids: 20),
        WordsDatabase.configuration { $0.numProbes = 3 },
        WordsDatabase.configuration { $0.encoding = .none },
        WordsDatabase.configuration { $0.minTrainingSize = 100 },
    ])
    func `a configuration is different if only a stored value differs`(
        configuration: VectorIndexConfiguration
    ) throws {
        let test = try TestDatabase()
        func definition() throws -> [NearestIndexConfiguration] {
            try test.database.quire.stores().flatMap { try $0.indexDefinitions() }
                .compactMap { $0.configuration as? NearestIndexConfiguration }
        }
        try test.collection.createIndex(withName: "v", config: WordsDatabase.configuration())
        let first = try definition()
        try test.collection.createIndex(withName: "v", config: configuration)
        #expect(try definition().count == 1 && definition() != first)
    }

    // MARK: Documents

    @Test func `a query finds saved and changed documents, and no deleted ones`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let first = try words.find().count
        for (id, extra) in [("word301", "word1"), ("word302", "word2"), ("word1", "word3")] {
            let content = try words.extraWords.document(id: extra)?.toDictionary()
            try words.change(id) { $0.setData(content ?? [:]) }
        }
        if let word = try words.words.document(id: "word2") {
            try words.words.delete(document: word)
        }
        let found = try words.find()
        #expect(
            first == 300 && found.count == 301 && found["word301"] == "extra-1"
                && found["word302"] == "extra-2" && found["word1"] == "extra-3"
                && found["word2"] == nil)
    }

    @Test func `documents without a vector of the dimensions are left out`() throws {
        let words = try WordsDatabase()
        try words.change("word1") { $0.setArray(nil, forKey: "vector") }
        try words.change("word2") { $0.setString("string", forKey: "vector") }
        try words.change("word3") { $0.removeValue(forKey: "vector") }
        try words.change("word4") { _ = $0.array(forKey: "vector")?.removeValue(at: 0) }
        try words.createIndex()
        let found = try words.find()
        try words.change("word5") { $0.setString(nil, forKey: "vector") }
        let later = try words.find()
        #expect(
            found.count == 296 && !(1...4).contains { found["word\($0)"] != nil }
                && later.count == 295 && later["word5"] == nil)
    }

    @Test func `a vector can be base64 text`() throws {
        let words = try WordsDatabase()
        try words.change("word49") {
            let bytes = WordsDatabase.target.map(\.bitPattern.littleEndian)
            let text = bytes.withUnsafeBytes { Data($0) }.base64EncodedString()
            $0.setString(text, forKey: "vector")
        }
        try words.createIndex()
        #expect(try words.find(limit: 1).keys.first == "word49" && words.find().count == 300)
    }

    // MARK: Queries

    @Test(arguments: [nil, "catid = \"cat1\"", "word IS VALUED AND catid = \"cat2\""])
    func `the explanation has the name of the index's table`(condition: String?) throws {
        let words = try WordsDatabase()
        try words.createIndex()
        #expect(
            try words.query(limit: 20, where: condition).explain()
                .contains("kv_.words:vector:words_index"))
    }

    @Test func `a deleted index is missing`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let count = try words.find(limit: 20).count
        try words.words.deleteIndex(forName: WordsDatabase.indexName)
        #expect(
            try count == 20 && words.words.indexes().isEmpty
                && thrownCode { _ = try words.query(limit: 20) } == CBLError.missingIndex)
    }

    @Test func `a query requires an index`() throws {
        let words = try WordsDatabase()
        #expect(thrownCode { _ = try words.query(limit: 20) } == CBLError.missingIndex)
    }

    @Test(arguments: [
        (-1, nil), (0, nil), (1, nil), (10_000, nil), (10_001, CBLError.invalidQuery),
    ])
    func `a limit is at most 10,000`(limit: Int, code: Int?) throws {
        let words = try WordsDatabase()
        try words.createIndex()
        #expect(thrownCode { _ = try words.query(limit: limit).execute() } == code)
    }

    @Test func `a condition selects documents first`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let rows = try words.query(limit: 300, where: "catid = \"cat1\"").execute().allResults()
        #expect(rows.count == 100 && rows.allSatisfy { $0.string(at: 2) == "cat1" })
    }

    @Test func `several conditions select documents first`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let rows = try words.query(
            limit: 300, where: "word IS VALUED AND catid = \"cat1\" AND word != \"word-3\""
        ).execute().allResults()
        #expect(rows.count == 99 && rows.allSatisfy { $0.string(at: 2) == "cat1" })
    }

    @Test func `the distance is not allowed inside OR`() throws {
        let words = try WordsDatabase()
        try words.createIndex()
        let condition = "APPROX_VECTOR_DISTANCE(vector, $vector) < 10 OR catid = \"cat1\""
        #expect(
            thrownCode { _ = try words.query(limit: 20, where: condition) }
                == CBLError.invalidQuery)
    }
}
