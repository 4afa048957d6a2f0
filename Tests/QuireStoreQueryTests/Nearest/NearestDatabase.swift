import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireSearch
import QuireTestSupport

@testable import QuireQuery

/// A database of documents with vectors, an index of these, and the same vectors in memory.
final class NearestDatabase {
    let folder: StoreFolder
    private(set) var database: Database
    private(set) var collection: DocumentCollection
    let dimensions: Int
    let metric: DistanceMetric
    /// The vectors by document ID, for a plain loop.
    private(set) var vectors: [String: [Float]] = [:]
    private var generator: SplitMix64

    /// Creates a database, with the index unless it is created later.
    init(
        dimensions: Int, metric: DistanceMetric = .euclideanSquared, isIndexed: Bool = true
    ) throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        self.dimensions = dimensions
        self.metric = metric
        generator = SplitMix64(seed: UInt64(dimensions))
        if isIndexed { try createIndex() }
    }

    func createIndex() throws {
        try collection.createIndex(
            withName: "byMeaning",
            config: NearestIndexConfiguration("v", dimensions: dimensions, metric: metric))
    }

    /// Uses another object for the database.
    func use(_ other: Database) throws {
        database = other
        collection = try other.defaultCollection()
    }

    /// Runs a closure in a transaction that is rolled back.
    func rollingBack(_ body: () throws -> Void) throws {
        struct Cancellation: Error {}
        let before = vectors
        do {
            try database.inBatch {
                try body()
                throw Cancellation()
            }
        } catch is Cancellation {
            vectors = before
        }
    }

    /// Closes the database and opens it again.
    func reopen() throws {
        try database.close()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    /// Returns a vector near one of 20 centers, as the embeddings of similar texts are.
    func vector() -> [Float] {
        var center = SplitMix64(seed: generator.next() % 20)
        return (0..<dimensions).map { _ in
            Self.number(&center) + 0.7 * Self.number(&generator)
        }
    }

    private static func number(_ generator: inout SplitMix64) -> Float {
        Float(Int32(truncatingIfNeeded: generator.next())) / 0x1p31
    }

    /// Saves documents with new vectors, in one transaction.
    func save(_ ids: Range<Int>) throws {
        try database.inBatch {
            for id in ids {
                let vector = vector()
                let document = MutableDocument(id: "d\(id)")
                document.setInt(id % 100, forKey: "n")
                document.setString(VectorReader.text(of: vector), forKey: "v")
                try collection.save(document: document)
                vectors["d\(id)"] = vector
            }
        }
    }

    func delete(_ ids: some Sequence<Int>) throws {
        try database.inBatch {
            for id in ids {
                guard let document = try collection.document(id: "d\(id)") else { continue }
                try collection.delete(document: document)
                vectors["d\(id)"] = nil
            }
        }
    }

    func purge(_ ids: some Sequence<Int>) throws {
        try database.inBatch {
            for id in ids where vectors.removeValue(forKey: "d\(id)") != nil {
                try collection.purge(id: "d\(id)")
            }
        }
    }

    /// The differences between the indexes and the documents of a database.
    static func defects(_ database: Database) throws -> [String] {
        let tables = try database.defaultCollection().tables
        return try database.readSnapshot { connection in
            var defects: [String] = []
            for index in try NearestIndexes(of: tables, on: connection.sqlite).declared() {
                try NearestIndexDefects(of: index, tables, on: connection.sqlite).forEach {
                    defects.append("\(index.name), \($0 ?? ""): \($1)")
                }
            }
            return defects
        }
    }

    /// Whether the index equals the documents, and finds those that a loop finds.
    func isExact(in other: Database? = nil) throws -> Bool {
        let target = vector()
        let found = try nearest(target, 50, in: other)
        return try Self.defects(other ?? database).isEmpty && found == loopedNearest(target, 50)
    }

    /// The IDs of the nearest documents, by the index.
    func nearest(
        _ target: [Float], _ count: Int, where condition: String = "", in other: Database? = nil
    ) throws -> [String] {
        let query = try (other ?? database).createQuery(
            QuerySource(
                verbatim: """
                    SELECT META().id FROM _ \(condition.isEmpty ? "" : "WHERE \(condition)") \
                    ORDER BY APPROX_VECTOR_DISTANCE(v, $target), META().id LIMIT \(count)
                    """))
        query.parameters = Parameters().setString(VectorReader.text(of: target), forName: "target")
        return try query.execute().map { $0.string(at: 0) ?? "" }
    }

    /// The IDs of the nearest documents, by a loop over all vectors.
    func loopedNearest(
        _ target: [Float], _ count: Int, where isIncluded: (Int) -> Bool = { _ in true }
    ) -> [String] {
        let target = VectorTarget(target, metric: metric)
        return vectors.filter { isIncluded(Int($0.key.dropFirst()) ?? 0) }
            .map { id, vector in (vector.withUnsafeBytes { target.distance(to: $0) }, id) }
            .sorted { $0 < $1 }.prefix(count).map(\.1)
    }

    /// The part of the 10 nearest documents that the index finds.
    func recall() throws -> Double {
        let targets = 20
        var found = 0
        for _ in 0..<targets {
            let target = vector()
            found += Set(loopedNearest(target, 10)).intersection(try nearest(target, 10)).count
        }
        return Double(found) / Double(10 * targets)
    }

    /// Rows of SQL on the file.
    func rows(_ sql: String) throws -> [String] {
        try database.readSnapshot { try $0.sqlite.rows(sql) }
    }
}
