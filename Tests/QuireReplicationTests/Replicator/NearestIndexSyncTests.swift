#if Replication
    import Foundation
    import Quire
    import QuireReplication
    import Testing

    /// Replication of documents with vectors into databases with an index of these.
    @Suite struct NearestIndexSyncTests {
        private static func createIndex(in database: Database) throws {
            try database.defaultCollection().createIndex(
                withName: "byMeaning", config: NearestIndexConfiguration("v", dimensions: 8))
        }

        private static func save(
            _ ids: Range<Int>, _ factor: Float, in database: Database
        ) throws {
            let collection = try database.defaultCollection()
            try database.inBatch {
                for id in ids {
                    let document =
                        try collection.document(id: "d\(id)")?.toMutable()
                        ?? MutableDocument(id: "d\(id)")
                    let numbers = (0..<8).map { "\(factor * Float(id * ($0 + 1) % 97))" }
                    try document.setJSON("{\"v\": [\(numbers.joined(separator: ","))]}")
                    try collection.save(document: document)
                }
            }
        }

        private static func delete(_ ids: Range<Int>, in database: Database) throws {
            let collection = try database.defaultCollection()
            try database.inBatch {
                for id in ids {
                    guard let document = try collection.document(id: "d\(id)") else { continue }
                    try collection.delete(document: document)
                }
            }
        }

        /// Returns the documents in the order of their distances, and the differences between the index and the
        /// documents.
        private static func state(
            _ database: Database
        ) throws -> (found: [String], defects: [String]) {
            let tables = try database.defaultCollection().tables
            let defects = try database.readSnapshot { connection in
                var defects: [String] = []
                for index in try NearestIndexes(of: tables, on: connection.sqlite).declared() {
                    try NearestIndexDefects(of: index, tables, on: connection.sqlite).forEach {
                        defects.append("\($0 ?? "") \($1)")
                    }
                }
                return defects
            }
            let query = try database.createQuery(
                """
                SELECT META().id FROM _ \
                ORDER BY APPROX_VECTOR_DISTANCE(v, [1, 2, 3, 4, 5, 6, 7, 8]), META().id LIMIT 5000
                """)
            return (try query.execute().map { $0.string(at: 0) ?? "" }, defects)
        }

        @Test
        func `pushed, pulled, deleted and conflicting vectors are in the indexes of both sides`()
            async throws
        {
            let pair = try SyncPair()
            try Self.save(0..<1_500, 1, in: pair.active)
            try Self.createIndex(in: pair.passive)
            _ = try await pair.sync()
            try Self.createIndex(in: pair.active)
            try Self.save(200..<900, 2, in: pair.passive)
            try Self.save(800..<1_300, 3, in: pair.active)
            try Self.delete(0..<150, in: pair.passive)
            try Self.delete(1_400..<1_500, in: pair.active)
            _ = try await pair.sync(usesDeltas: true)
            let active = try Self.state(pair.active)
            let passive = try Self.state(pair.passive)
            #expect(active.found.count == 1_250 && active.found == passive.found)
            #expect(active.defects.isEmpty && passive.defects.isEmpty)
        }
    }
#endif
