#if Encryption
    import Foundation
    import Quire

    /// Work with an encrypted database, and the same work with one that is not encrypted.
    enum EncryptedWork {
        /// The number of documents, whose file is larger than the cache of a reader.
        private static let documents = 200_000
        /// The number of documents of which an opened database reads one.
        private static let fewDocuments = 50_000

        private static func both(
            count: Int, cacheSize: Int? = nil
        ) throws -> (encrypted: Side, plain: Side) {
            let key = try EncryptionKey(data: Data(0..<UInt8(EncryptionKey.length)))
            return (
                try Side(key, count: count, cacheSize: cacheSize),
                try Side(nil, count: count, cacheSize: cacheSize)
            )
        }

        /// Throws an error unless both sides have equal documents.
        private static func verify(_ encrypted: Side, _ plain: Side) throws {
            guard encrypted.database.isEncrypted, !plain.database.isEncrypted,
                encrypted.collection.count == plain.collection.count
            else { throw Disagreement("the databases differ") }
            for hotel in plain.hotels.prefix(100) {
                guard try encrypted.read(hotel.id) == plain.read(hotel.id) else {
                    throw Disagreement("\(hotel.id) differs")
                }
            }
        }

        /// Throws an error unless the sides have equal documents, and both files fit into the cache, or neither.
        private static func verify(_ encrypted: Side, _ plain: Side, fitIntoCache: Bool) throws {
            try verify(encrypted, plain)
            for side in [encrypted, plain] {
                guard try side.fitsIntoCache() == fitIntoCache else {
                    throw Disagreement("a file has another size than the benchmark needs")
                }
            }
        }

        static func compareInsert() throws -> Comparison {
            let (encrypted, plain) = try both(count: 20_000)
            return Comparison(
                subject: .time(ours: insertion(encrypted), peer: insertion(plain)),
                verify: { try verify(encrypted, plain) })
        }

        private static func insertion(_ side: Side) -> Workload {
            Workload(operations: side.hotels.count, setUp: side.empty) { try side.saveAll() }
        }

        static func compareSave() throws -> Comparison {
            let (encrypted, plain) = try both(count: 2_000)
            return Comparison(
                subject: .time(ours: saves(encrypted), peer: saves(plain)),
                verify: { try verify(encrypted, plain) })
        }

        private static func saves(_ side: Side) -> Workload {
            Workload(operations: side.hotels.count, setUp: side.empty) {
                for hotel in side.hotels { try side.save(hotel) }
            }
        }

        static func compareFind(
            cacheSize: Int? = nil, fitIntoCache: Bool = false
        ) throws -> Comparison {
            let (encrypted, plain) = try both(count: documents, cacheSize: cacheSize)
            var generator = SeededGenerator(seed: 7)
            let ids = plain.hotels.map(\.id).shuffled(using: &generator)
            // Fill a cache that contains the whole file.
            if fitIntoCache {
                for id in ids { blackHole((try encrypted.read(id), try plain.read(id))) }
            }
            return Comparison(
                subject: .time(ours: finds(encrypted, ids), peer: finds(plain, ids)),
                verify: { try verify(encrypted, plain, fitIntoCache: fitIntoCache) })
        }

        /// Finds documents by the next IDs of a list each time, since a cache has the documents of the last time.
        private static func finds(_ side: Side, _ ids: [String]) -> Workload {
            let count = 5_000
            var next = 0
            return Workload(operations: count) {
                if next + count > ids.count { next = 0 }
                for id in ids[next..<next + count] { blackHole(try side.read(id)) }
                next += count
            }
        }

        static func compareFilter() throws -> Comparison {
            let (encrypted, plain) = try both(count: documents)
            return Comparison(
                subject: .time(ours: try filter(encrypted), peer: try filter(plain)),
                verify: { try verify(encrypted, plain, fitIntoCache: false) })
        }

        private static func filter(_ side: Side) throws -> Workload {
            let query = try side.database.createQuery(
                "SELECT COUNT(*) AS n FROM _ WHERE stars > 3 AND rate < 100")
            return Workload(operations: 1) {
                for row in try query.execute() { blackHole(row["n"]?.int64) }
            }
        }

        static func compareOpen() throws -> Comparison {
            let (encrypted, plain) = try both(count: fewDocuments)
            try verify(encrypted, plain)
            return Comparison(
                subject: .time(ours: try opening(encrypted), peer: try opening(plain)),
                verify: {})
        }

        private static func opening(_ side: Side) throws -> Workload {
            try side.database.close()
            return Workload(operations: 1) {
                try side.open()
                blackHole(try side.read(side.hotels[0].id))
                try side.database.close()
            }
        }

        static func compareBlob() throws -> Comparison {
            let (encrypted, plain) = try both(count: 1)
            let content = Data((0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            return Comparison(
                subject: .time(
                    ours: try blobReading(content, encrypted),
                    peer: try blobReading(content, plain),
                    bytes: content.count),
                verify: { try verify(encrypted, plain) })
        }

        private static func blobReading(_ content: Data, _ side: Side) throws -> Workload {
            let blob = Blob(contentType: "text/plain", data: content)
            try side.database.saveBlob(blob: blob)
            let properties = ["@type": "blob", "digest": blob.digest ?? ""]
            return Workload(operations: 1) {
                blackHole(try side.database.getBlob(properties: properties)?.read().count)
            }
        }
    }

    extension EncryptedWork {
        /// A database, with or without encryption.
        final class Side {
            let hotels: [StoredHotel]
            private let config: DatabaseConfiguration
            private let folder: URL
            private var number = 0

            private(set) var database: Database
            private(set) var collection: DocumentCollection

            init(_ key: EncryptionKey?, count: Int, cacheSize: Int?) throws {
                hotels = StoredHotel.all(count: count)
                folder = FileManager.default.temporaryDirectory.appending(
                    path: "quire-benchmarks-\(UUID().uuidString)")
                var config = DatabaseConfiguration(directory: folder.path)
                config.encryptionKey = key
                if let cacheSize { config.cacheSize = cacheSize }
                self.config = config
                database = try Database(name: "bench", config: config)
                collection = try database.defaultCollection()
                try saveAll()
            }

            deinit {
                try? database.close()
                try? FileManager.default.removeItem(at: folder)
            }

            func open() throws {
                database = try Database(
                    name: number == 0 ? "bench" : "bench\(number)", config: config)
                collection = try database.defaultCollection()
            }

            /// Returns whether the page cache of a reader can contain the whole file.
            func fitsIntoCache() throws -> Bool {
                try database.performMaintenance(type: .compact)
                let file = URL(filePath: (database.path ?? "") + "/db.sqlite3")
                return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
                    <= config.cacheSize
            }

            /// Begins with an empty database.
            func empty() throws {
                try database.delete()
                number += 1
                try open()
            }

            func save(_ hotel: StoredHotel) throws {
                try collection.saveBody(id: hotel.id) { hotel.write(to: $0, revision: 1) }
            }

            func saveAll() throws {
                for start in stride(from: 0, to: hotels.count, by: 1000) {
                    try database.inBatch {
                        for hotel in hotels[start..<min(start + 1000, hotels.count)] {
                            try save(hotel)
                        }
                    }
                }
            }

            /// Reads fields of a document.
            func read(_ id: String) throws -> String? {
                try collection.body(id: id).map { StoredHotel.readThree($0).0 ?? "" }
            }
        }
    }
#endif
