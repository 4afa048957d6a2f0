import BenchmarkSQLite
import Foundation
import Quire

/// A document with a vector.
struct Passage: DocumentModel {
    @DocumentID var id: String?
    var number: Int
    var text: String
    var embedding: Vector
}

/// Searches for the nearest vectors.
enum VectorWork {
    private static let count = 100_000
    private static let targets = PassageVectors.vectors(count: 20, seed: 3)
    private static let stored = PassageVectors.vectors(count: count, seed: 1)

    /// A database with vectors.
    final class Store {
        let database: Database
        let passages: Repository<Passage>
        private let folder: URL

        init(_ vectors: ArraySlice<[Float]>, metric: DistanceMetric?) throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            database = try Database(
                name: "bench", config: DatabaseConfiguration(directory: folder.path))
            passages = try database.repository(of: Passage.self)
            if let metric {
                try passages.createNearestIndex(
                    on: \.embedding, dimensions: PassageVectors.dimensions, metric: metric)
            }
            try save(vectors)
        }

        deinit {
            try? database.close()
            try? FileManager.default.removeItem(at: folder)
        }

        func save(_ vectors: ArraySlice<[Float]>) throws {
            let models = vectors.enumerated().map { number, vector in
                Passage(
                    id: "passage-\(number)", number: number % 100,
                    text: String(repeating: "word ", count: 40),
                    embedding: Vector(vector))
            }
            for start in stride(from: 0, to: models.count, by: 1_000) {
                try database.inBatch {
                    for model in models[start..<min(start + 1_000, models.count)] {
                        try passages.upsert(model)
                    }
                }
            }
        }

        func nearest(_ target: [Float], exact: Bool = false) throws -> [String] {
            try passages.nearest(to: target, in: \.embedding, limit: 10, exact: exact).matches()
                .map(\.id)
        }
    }

    /// The workload that runs an operation with each target.
    private static func searches(_ search: @escaping ([Float]) throws -> [String]) -> Workload {
        Workload(operations: targets.count) {
            for target in targets { blackHole(try search(target)) }
        }
    }

    private static func recall(
        _ search: ([Float]) throws -> [String], _ exact: ([Float]) throws -> [String]
    ) throws -> Double {
        var found = 0
        for target in targets {
            found += Set(try search(target)).intersection(try exact(target)).count
        }
        return Double(found) / Double(10 * targets.count)
    }

    static func compareCodes() throws -> Comparison {
        let store = try Store(stored[...], metric: .cosine)
        return Comparison(
            subject: .time(
                ours: searches { try store.nearest($0) },
                peer: searches { try store.nearest($0, exact: true) }),
            verify: {
                let recall = try recall(
                    { try store.nearest($0) }, { try store.nearest($0, exact: true) })
                guard recall >= 0.97 else { throw Disagreement("the recall is \(recall)") }
            })
    }

    static func compareFilter(percent: Int) throws -> Comparison {
        let store = try Store(stored[...], metric: .cosine)
        try store.passages.createIndex(on: \.number)
        return Comparison(
            subject: .time(
                ours: searches { target in
                    try store.passages.filter { $0.number < percent }
                        .nearest(to: target, in: \.embedding, limit: 10).matches().map(\.id)
                },
                peer: searches { try store.nearest($0) }),
            verify: {})
    }

    static func compareInsert() throws -> Comparison {
        func insertion(_ metric: DistanceMetric?) -> Workload {
            Workload(operations: 20_000) {
                let store = try Store(stored[..<20_000], metric: metric)
                blackHole(try withExtendedLifetime(store) { try store.passages.count() })
            }
        }
        return Comparison(
            subject: .time(ours: insertion(.cosine), peer: insertion(nil)), verify: {})
    }

    static func compareUpdate() throws -> Comparison {
        func updates(_ metric: DistanceMetric?) throws -> Workload {
            let store = try Store(stored[..<20_000], metric: metric)
            let models = try store.passages.limit(200).all()
            var round = 0
            return Workload(operations: models.count) {
                round += 1
                for (number, model) in models.enumerated() {
                    var changed = model
                    changed.embedding = Vector(stored[(round * 200 + number) % stored.count])
                    try store.passages.upsert(changed)
                }
            }
        }
        return Comparison(
            subject: .time(ours: try updates(.cosine), peer: try updates(nil)), verify: {})
    }

    static func compareWithSQLiteVec(_ metric: DistanceMetric) throws -> Comparison {
        guard let library = ProcessInfo.processInfo.environment["SQLITE_VEC"] else {
            throw Skip("SQLITE_VEC is not the path of sqlite-vec's library")
        }
        let peer = try VectorTable(library: library, metric: metric, stored)
        let store = try Store(stored[...], metric: metric)
        return Comparison(
            subject: .time(
                ours: searches { try store.nearest($0, exact: true) },
                peer: searches { try peer.nearest($0) }),
            verify: {
                let recall = try recall(
                    { try store.nearest($0, exact: true) }, { try peer.nearest($0) })
                guard recall == 1 else { throw Disagreement("the recall is \(recall)") }
            })
    }

    static func compareWithReading() throws -> Comparison {
        let store = try Store(stored[...], metric: .cosine)
        let peer = try VectorRows(stored)
        return Comparison(
            subject: .time(
                ours: searches { try store.nearest($0, exact: true) },
                peer: searches { _ in
                    blackHole(try peer.read())
                    return []
                }), verify: {})
    }
}
