import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireSearch
import QuireTestSupport

@testable import QuireQuery

/// A database of documents with vectors, and an index of these.
struct NearestDatabase {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let dimensions: Int
    var generator: SplitMix64

    init(dimensions: Int, metric: DistanceMetric? = .euclideanSquared, seed: UInt64 = 1) throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        self.dimensions = dimensions
        generator = SplitMix64(seed: seed)
        if let metric { try createIndex(metric) }
    }

    func createIndex(_ metric: DistanceMetric) throws {
        try collection.createIndex(
            withName: "byMeaning",
            config: NearestIndexConfiguration("v", dimensions: dimensions, metric: metric))
    }

    /// Returns a vector near one of 20 centers, as the embeddings of similar texts are.
    mutating func vector() -> [Float] {
        var center = SplitMix64(seed: UInt64.random(in: 0..<20, using: &generator))
        return (0..<dimensions).map { _ in
            Float.random(in: -1...1, using: &center)
                + Float.random(in: -0.7...0.7, using: &generator)
        }
    }

    /// Saves documents with new vectors, in one transaction.
    mutating func save(_ ids: Range<Int>, kind: String = "a") throws {
        var vectors: [[Float]] = []
        for _ in ids { vectors.append(vector()) }
        try database.inBatch {
            for (id, vector) in zip(ids, vectors) {
                let document = MutableDocument(id: "d\(id)")
                document.setString(kind, forKey: "kind")
                document.setInt(id % 100, forKey: "n")
                document.setString(VectorReader.text(of: vector), forKey: "v")
                try collection.save(document: document)
            }
        }
    }

    func delete(_ ids: some Sequence<Int>) throws {
        try database.inBatch {
            for id in ids {
                if let document = try collection.document(id: "d\(id)") {
                    try collection.delete(document: document)
                }
            }
        }
    }

    /// The IDs that a statement returns for a target, which it contains as `$target`.
    func ids(_ statement: String, _ target: [Float]) throws -> [String] {
        let query = try database.createQuery(QuerySource(verbatim: statement))
        query.parameters = Parameters().setString(VectorReader.text(of: target), forName: "target")
        return try query.execute().map { $0.string(at: 0) ?? "" }
    }

    /// The IDs of the nearest documents, by the index.
    func nearest(_ target: [Float], _ count: Int, where condition: String = "") throws -> [String] {
        try ids(
            """
            SELECT META().id FROM _ \(condition.isEmpty ? "" : "WHERE \(condition)") \
            ORDER BY APPROX_VECTOR_DISTANCE(v, $target), META().id LIMIT \(count)
            """, target)
    }

    /// The IDs of the nearest documents, by all documents.
    func exactNearest(
        _ target: [Float], _ count: Int, metric: DistanceMetric = .euclideanSquared,
        where condition: String = "TRUE"
    ) throws -> [String] {
        try ids(
            """
            SELECT META().id FROM _ WHERE VECTOR_DISTANCE(v, $target, '\(metric.name)') >= -1e30 \
            AND \(condition) \
            ORDER BY VECTOR_DISTANCE(v, $target, '\(metric.name)'), META().id LIMIT \(count)
            """, target)
    }

    /// The part of the exact results that the index finds, of 10 for each target.
    mutating func recall(
        targets: Int = 20, metric: DistanceMetric = .euclideanSquared
    ) throws -> Double {
        var found = 0
        for _ in 0..<targets {
            let target = vector()
            let exact = Set(try exactNearest(target, 10, metric: metric))
            found += exact.intersection(try nearest(target, 10)).count
        }
        return Double(found) / Double(10 * targets)
    }

    /// Rows of SQL on the file.
    func rows(_ sql: String) throws -> [String] {
        try database.readSnapshot { try $0.sqlite.rows(sql) }
    }
}
