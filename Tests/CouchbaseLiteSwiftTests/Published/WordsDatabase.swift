import CouchbaseLiteSwift
import QuireTestSupport

/// A database like that of Couchbase's tests of vector search: 300 words with vectors of 300 numbers in the collection
/// `words`, and 50 in `extwords`.
final class WordsDatabase {
    static let indexName = "words_index"
    static let dimensions = 300

    let test: TestDatabase
    let words: Collection
    let extraWords: Collection
    var database: Database { test.database }

    init() throws {
        test = try TestDatabase("words_db")
        words = try test.database.createCollection(name: "words")
        extraWords = try test.database.createCollection(name: "extwords")
        try save(1...300, in: words, prefix: "word", seed: 1)
        try save(1...50, in: extraWords, prefix: "extra", seed: 1_000)
    }

    private func save(
        _ numbers: ClosedRange<Int>, in collection: Collection, prefix: String, seed: UInt64
    ) throws {
        try database.inBatch {
            for number in numbers {
                let document = MutableDocument(id: "word\(number)")
                document.setString("\(prefix)-\(number)", forKey: "word")
                document.setString("cat\(number % 3 + 1)", forKey: "catid")
                document.setValue(Self.vector(seed + UInt64(number)), forKey: "vector")
                try collection.save(document: document)
            }
        }
    }

    /// Returns the vector of a number.
    static func vector(_ seed: UInt64) -> [Float] {
        var generator = SplitMix64(seed: seed)
        return (0..<dimensions).map { _ in Float.random(in: -1...1, using: &generator) }
    }

    /// The vector that all queries search.
    static let target = vector(42_424)

    static func configuration(
        _ expression: String = "vector", dimensions: UInt32 = 300, centroids: UInt32 = 8,
        _ change: (inout VectorIndexConfiguration) -> Void = { _ in }
    ) -> VectorIndexConfiguration {
        var configuration = VectorIndexConfiguration(
            expression: expression, dimensions: dimensions, centroids: centroids)
        change(&configuration)
        return configuration
    }

    func createIndex(
        _ configuration: VectorIndexConfiguration = configuration(), name: String = indexName
    ) throws {
        try words.createIndex(withName: name, config: configuration)
    }

    /// Creates a lazy index of the words.
    func createLazyIndex() throws -> QueryIndex {
        try createIndex(Self.configuration("word") { $0.isLazy = true })
        return try index()
    }

    func index(_ name: String = indexName) throws -> QueryIndex {
        guard let index = try words.index(withName: name) else { throw Missing(name: name) }
        return index
    }

    struct Missing: Error {
        let name: String
    }

    /// Returns the query of Couchbase's tests.
    func query(
        limit: Int, metric: String? = nil, of expression: String = "vector",
        where condition: String? = nil
    ) throws -> Query {
        let filter = condition.map { "WHERE \($0)" } ?? ""
        let metric = metric.map { ", \"\($0)\"" } ?? ""
        let query = try database.createQuery(
            """
            SELECT meta().id, word, catid FROM words \(filter) \
            ORDER BY APPROX_VECTOR_DISTANCE(\(expression), $vector\(metric)) LIMIT \(limit)
            """)
        query.parameters = Parameters().setValue(Self.target, forName: "vector")
        return query
    }

    /// Returns the words of the results by the IDs of their documents.
    func find(
        limit: Int = 350, metric: String? = nil, of expression: String = "vector",
        where condition: String? = nil
    ) throws -> [String: String] {
        let rows = try query(limit: limit, metric: metric, of: expression, where: condition)
            .execute().allResults()
        return Dictionary(
            rows.map { ($0.string(at: 0) ?? "", $0.string(at: 1) ?? "") }
        ) { first, _ in first }
    }

    /// Sets the vectors of the documents in an update, and finishes it.
    func complete(_ updater: IndexUpdater) throws {
        for position in 0..<updater.count {
            try updater.setVector(Self.vector(UInt64(position)), at: position)
        }
        try updater.finish()
    }

    func change(_ id: String, _ change: (MutableDocument) -> Void) throws {
        let document = try words.document(id: id)?.toMutable() ?? MutableDocument(id: id)
        change(document)
        try words.save(document: document)
    }
}
