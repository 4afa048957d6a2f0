import Fleece
import Foundation
import Quire
import QuireTestSupport

/// Documents with vectors, and the checks of an index of these.
///
/// A vector has small integers, so the squared distances of every implementation are equal.
enum TortureVectors {
    static let index = "byVector"
    static let configuration = NearestIndexConfiguration("vector", dimensions: dimensions)

    private static let type = "vector"
    private static let dimensions = 8
    /// The number of documents that one transaction changes, so that few transactions fill a chunk.
    private static let changes = 400
    private static let ids = 2_500

    /// Returns the ID of a document.
    static func id(_ number: Int) -> String { "vector-\(number)" }

    /// Returns the vector of a document with a number.
    static func vector(_ number: Int64) -> [Float] {
        var random = SplitMix64(seed: UInt64(bitPattern: number))
        return (0..<dimensions).map { _ in Float(random.next(below: 100)) }
    }

    /// Returns the squared distance of a document with a number to the target of all searches.
    static func distance(_ number: Int64) -> Double {
        zip(vector(number), vector(-1)).reduce(0) { sum, pair in
            sum + Double(pair.0 - pair.1) * Double(pair.0 - pair.1)
        }
    }

    // MARK: Writing

    /// Saves, deletes and purges documents in one transaction.
    static func change(_ database: Database, using random: inout SplitMix64) throws {
        let collection = try database.defaultCollection()
        try database.inBatch {
            for _ in 0..<changes {
                let id = id(random.next(below: ids))
                let end = random.next(below: 20)
                guard end < 2, let document = try collection.document(id: id) else {
                    let number = Int64(random.next(below: 1_000_000))
                    try save(id, number, in: collection)
                    continue
                }
                if end == 0 {
                    try collection.delete(document: document)
                } else {
                    try collection.purge(id: id)
                }
            }
        }
    }

    /// Saves documents in one transaction.
    ///
    /// - Parameters:
    ///   - documents: The numbers in the IDs of the documents.
    ///   - round: A number on which the vectors depend.
    ///   - database: The database.
    /// - Returns: The IDs.
    /// - Throws: Errors of the database.
    static func save(
        _ documents: Range<Int>, round: Int = 0, in database: Database
    ) throws -> [String] {
        let collection = try database.defaultCollection()
        try database.inBatch {
            for number in documents {
                try save(id(number), Int64(100_000 * round + number), in: collection)
            }
        }
        return documents.map { id($0) }
    }

    private static func save(
        _ id: String, _ number: Int64, in collection: DocumentCollection
    ) throws {
        try collection.saveBody(id: id) { writer in
            writer.beginDictionary()
            writer.writeKey("type")
            writer.write(type)
            writer.writeKey("number")
            writer.write(number)
            writer.writeKey("vector")
            writer.beginArray()
            for number in vector(number) { writer.write(number) }
            writer.endArray()
            writer.endDictionary()
        }
    }

    // MARK: Checking

    private struct Row: Decodable {
        let id: String
        let number: Int64
        let distance: Double?
    }

    /// Checks that all indexes of vectors equal their documents, and that a search has the same results as a
    /// full scan.
    static func check(_ database: Database) throws {
        let collection = try database.defaultCollection()
        try database.readSnapshot { connection in
            let indexes = NearestIndexes(of: collection.tables, on: connection.sqlite)
            for index in try indexes.declared() {
                let defects = NearestIndexDefects(
                    of: index, collection.tables, on: connection.sqlite)
                try defects.forEach { document, defect in
                    throw TortureFailure(
                        "the index \(index.name) is wrong about \(document ?? "itself"): \(defect)")
                }
            }
            if try indexes.all().contains(where: { $0.name == index }) {
                try compareSearch(in: database)
            }
        }
    }

    private static func compareSearch(in database: Database) throws {
        let scan = try database.createQuery(
            "SELECT META().id AS id, number, NULL AS distance FROM _ WHERE type = 'vector'")
        let expected = try scan.execute().decode(Row.self)
            .map { (distance: distance($0.number), id: $0.id) }.sorted { $0 < $1 }
        let found = try nearest(count: 10_000, in: database).map(\.id)
        let difference = zip(found, expected).first { $0 != $1.id }
        try require(
            found == expected.map(\.id),
            "a search finds \(found.count) vectors, a scan \(expected.count), and they differ in "
                + "\(difference.map { "\($0), \($1)" } ?? "the number")")
    }

    private static func nearest(count: Int, in database: Database) throws -> [Row] {
        let target = "[\(vector(-1).map { "\($0)" }.joined(separator: ", "))]"
        let distance = "APPROX_VECTOR_DISTANCE(vector, \(target), 'EUCLIDEAN_SQUARED')"
        return try database.createQuery(
            QuerySource(
                verbatim: """
                    SELECT META().id AS id, number, \(distance) AS distance FROM _ \
                    ORDER BY \(distance), META().id LIMIT \(count)
                    """)
        ).execute().decode(Row.self)
    }

    /// Searches while other threads write: each document must have its distance, and they must be in order.
    static func search(_ database: Database) throws {
        do {
            let found = try nearest(count: 20, in: database)
            try require(
                found.allSatisfy { $0.distance == distance($0.number) },
                "a search finds vectors with other distances: \(found)")
            try require(
                zip(found, found.dropFirst()).allSatisfy { $0.distance ?? 0 <= $1.distance ?? 0 },
                "a search finds vectors in another order: \(found)")
        } catch QuireError.Code.missingIndex {
            // Another thread has deleted the index.
        }
    }
}
