#if Replication
    import Dispatch
    import Fleece
    import Foundation
    import Quire
    import QuireReplication

    /// Benchmarks of transferring documents to an empty database.
    ///
    /// Both databases belong to this process, so the time includes the work of both sides.
    enum ReplicationTransfer {
        static func comparePull() throws -> Comparison { try compare(.pull) { $0.saveInBatches } }

        static func comparePush() throws -> Comparison { try compare(.push) { $0.saveInBatches } }

        static func comparePullToFloor() throws -> Comparison { try compare(.pull) { $0.copyJSON } }

        static func comparePushToFloor() throws -> Comparison { try compare(.push) { $0.copyJSON } }

        private static func compare(
            _ type: ReplicatorType, with peer: (ReplicationBench) -> () throws -> Void
        ) throws -> Comparison {
            let bench = try ReplicationBench(count: 100_000)
            return Comparison(
                subject: .time(
                    ours: Workload(operations: bench.count, setUp: bench.empty) {
                        try bench.replicate(type)
                    },
                    peer: Workload(
                        operations: bench.count, setUp: bench.empty, pass: peer(bench))),
                verify: {
                    try bench.empty()
                    try bench.replicate(type)
                    let count = try bench.target.defaultCollection().count
                    guard count == bench.count else {
                        throw Disagreement("\(count) of \(bench.count) documents arrived")
                    }
                    FileHandle.standardError.write(
                        Data("peak memory: \(try ProcessMemory.peak() >> 20) MB\n".utf8))
                })
        }
    }

    /// A database with documents, and an empty one.
    final class ReplicationBench {
        private static let batch = 200

        let count: Int
        private let hotels: [StoredHotel]
        private let folder: URL
        private var source: Database
        private(set) var target: Database
        private var fileNumber = 0

        init(count: Int) throws {
            self.count = count
            let hotels = StoredHotel.all(count: count)
            self.hotels = hotels
            folder = FileManager.default.temporaryDirectory.appending(
                path: "quire-benchmarks-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            source = try Self.database("source0", of: hotels, in: folder)
            target = try Self.database("target0", in: folder)
        }

        deinit {
            try? source.close()
            try? target.close()
            try? FileManager.default.removeItem(at: folder)
        }

        private static func save(_ hotel: StoredHotel, in collection: DocumentCollection) throws {
            try collection.saveBody(id: hotel.id) { hotel.write(to: $0, revision: 1) }
        }

        /// Creates a database with documents of its own.
        ///
        /// In a copy, each document would have the original as its author.
        private static func database(
            _ name: String, of hotels: [StoredHotel] = [], in folder: URL
        ) throws -> Database {
            let database = try Database(
                name: name, config: DatabaseConfiguration(directory: folder.path))
            let collection = try database.defaultCollection()
            try database.inBatch { for hotel in hotels { try save(hotel, in: collection) } }
            return database
        }

        /// Replaces the target by an empty database, and the source by one that was not replicated.
        ///
        /// A database keeps the revisions of each database to which it was pushed.
        func empty() throws {
            try target.delete()
            try source.delete()
            fileNumber += 1
            source = try Self.database("source\(fileNumber)", of: hotels, in: folder)
            target = try Self.database("target\(fileNumber)", in: folder)
        }

        /// Saves all documents in the target, as many in a transaction as a replicator stores.
        func saveInBatches() throws {
            let collection = try target.defaultCollection()
            for start in stride(from: 0, to: count, by: Self.batch) {
                try target.inBatch {
                    for hotel in hotels[start..<min(start + Self.batch, count)] {
                        try Self.save(hotel, in: collection)
                    }
                }
            }
        }

        /// Copies all documents as JSON on one thread, as many in a transaction as a replicator stores.
        ///
        /// It is what a transfer cannot avoid on both sides: reading, JSON in both directions and saving.
        func copyJSON() throws {
            let from = try source.defaultCollection()
            let to = try target.defaultCollection()
            for start in stride(from: 0, to: count, by: Self.batch) {
                let ids = hotels[start..<min(start + Self.batch, count)].map(\.id)
                let texts = try source.snapshot {
                    try ids.map { try from.body(id: $0)?.value.json() ?? "{}" }
                }
                try target.inBatch {
                    for (id, text) in zip(ids, texts) {
                        try to.saveBody(id: id) { try JSONReader.read(text, into: $0) }
                    }
                }
            }
        }

        /// Transfers all documents from the source, by a pull of the target or a push of the source.
        func replicate(_ type: ReplicatorType) throws {
            let (active, passive) = type == .pull ? (target, source) : (source, target)
            var configuration = ReplicatorConfiguration(
                collections: [CollectionConfiguration(collection: try active.defaultCollection())],
                target: DatabaseEndpoint(database: passive))
            configuration.replicatorType = type
            configuration.maxAttempts = 1
            let replicator = Replicator(config: configuration)
            let stopped = DispatchSemaphore(value: 0)
            let token = replicator.addChangeListener(withQueue: DispatchQueue(label: "stopped")) {
                if $0.status.activity == .stopped { stopped.signal() }
            }
            replicator.start()
            stopped.wait()
            token.remove()
            if let error = replicator.status.error { throw error }
        }
    }
#endif
