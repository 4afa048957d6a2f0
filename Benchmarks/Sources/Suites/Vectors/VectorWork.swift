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
            let models = vectors.enumerated().map { Self.passage($0, $1) }
            for start in stride(from: 0, to: models.count, by: 1_000) {
                try database.inBatch {
                    for model in models[start..<min(start + 1_000, models.count)] {
                        try passages.upsert(model)
                    }
                }
            }
        }

        /// Replaces the vectors of documents.
        func replace(_ vectors: [(number: Int, vector: [Float])]) throws {
            for start in stride(from: 0, to: vectors.count, by: 1_000) {
                try database.inBatch {
                    for (number, vector) in vectors[start..<min(start + 1_000, vectors.count)] {
                        try passages.upsert(Self.passage(number, vector))
                    }
                }
            }
        }

        func delete(_ numbers: some Sequence<Int>) throws {
            try database.inBatch {
                for number in numbers { try passages.delete(id: "passage-\(number)") }
            }
        }

        /// The size of the database file, in bytes.
        func fileSize() throws -> Int {
            let path = "\(database.path ?? "")/db.sqlite3"
            return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }

        private static func passage(_ number: Int, _ vector: [Float]) -> Passage {
            Passage(
                id: "passage-\(number)", number: number % 100,
                text: String(repeating: "word ", count: 40), embedding: Vector(vector))
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

    /// Compares a search of documents that satisfy a condition, without the time to find these documents.
    static func compareFilter(percent: Int) throws -> Comparison {
        let store = try Store(stored[...], metric: .cosine)
        try store.passages.createIndex(on: \.number)
        let filtered = store.passages.filter { $0.number < percent }
        let clock = ContinuousClock()
        return Comparison(
            subject: .measured {
                let finding = try clock.measure {
                    for _ in targets { blackHole(try filtered.count()) }
                }
                let both = try clock.measure {
                    for target in targets {
                        blackHole(
                            try filtered.nearest(to: target, in: \.embedding, limit: 10).matches())
                    }
                }
                let all = try clock.measure {
                    for target in targets { blackHole(try store.nearest(target)) }
                }
                return (ours: max(both - finding, .microseconds(1)), peer: all)
            },
            verify: {})
    }

    static func compareInsert() throws -> Comparison {
        let count = 4_000
        func insertion(_ metric: DistanceMetric?) -> Workload {
            Workload(operations: count) {
                let store = try Store(stored[..<count], metric: metric)
                blackHole(try withExtendedLifetime(store) { try store.passages.count() })
            }
        }
        return Comparison(
            subject: .time(ours: insertion(.cosine), peer: insertion(nil)), verify: {})
    }

    /// Compares an index half of whose vectors were deleted, and the others replaced 10 times, with a new one.
    static func compareChurn() throws -> Comparison {
        let count = 20_000
        let store = try Store(stored[..<count], metric: .cosine)
        let size = try store.fileSize()
        try store.delete(count / 2..<count)
        for round in 1...10 {
            // The last round leaves the vectors of the new index.
            let start = round < 10 ? round * 5_000 : 0
            try store.replace((0..<count / 2).map { ($0, stored[start + $0]) })
        }
        let new = try Store(stored[..<(count / 2)], metric: .cosine)
        return Comparison(
            subject: .time(
                ours: searches { try store.nearest($0) }, peer: searches { try new.nearest($0) }),
            verify: {
                let growth = Double(try store.fileSize()) / Double(size)
                guard growth <= 1.3 else { throw Disagreement("the file grows \(growth) times") }
                let exact = { try new.nearest($0, exact: true) }
                let recalls = [
                    try recall({ try store.nearest($0) }, exact),
                    try recall({ try new.nearest($0) }, exact),
                ]
                guard recalls[0] >= recalls[1] - 0.01 else {
                    throw Disagreement("the recall is \(recalls[0]) instead of \(recalls[1])")
                }
            })
    }

    static func compareUpdate() throws -> Comparison {
        func updates(_ metric: DistanceMetric?) throws -> Workload {
            let store = try Store(stored[..<10_000], metric: metric)
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
