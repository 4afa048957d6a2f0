import Quire

/// Benchmarks of reading documents, opening a database, and its size.
enum StoreReading {
    private static let count = 100_000
    private static let reads = 10_000

    /// Reads three fields of documents in random order.
    static func compareGet() throws -> Comparison {
        let bench = try StoreBench(count: count)
        try bench.peerInsertAll()
        var generator = SeededGenerator(seed: 7)
        let ids = (0..<reads).map { _ in
            bench.hotels.randomElement(using: &generator)?.id ?? ""
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: reads) {
                    for id in ids {
                        if let body = try bench.collection.body(id: id) {
                            blackHole(StoredHotel.readThree(body))
                        }
                    }
                },
                peer: Workload(operations: reads) {
                    for id in ids {
                        blackHole(try bench.peer.withBody(id) { $0[0] ^ $0[100] ^ $0[200] })
                    }
                }),
            verify: bench.verify)
    }

    /// Opens an existing database, reads its first document and closes the database.
    ///
    /// The peer does so with the same file in SQLite's C interface, so it reads the same schema.
    static func compareOpen(collections: Int) throws -> Comparison {
        let bench = try StoreBench(count: collections > 1 ? 100 : count)
        for number in 1..<collections {
            _ = try bench.database.createCollection(name: "collection\(number)")
        }
        let id = bench.hotels[0].id
        _ = try bench.fileSize()
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1) {
                    let database = try bench.open()
                    blackHole(try database.defaultCollection().body(id: id))
                    try database.close()
                },
                peer: Workload(operations: 1) {
                    let peer = try bench.openWithSQLite()
                    blackHole(try peer.withBody(id) { $0[0] })
                    peer.close()
                }),
            verify: {
                let collection = try bench.open().defaultCollection()
                let size = try bench.openWithSQLite().withBody(id) { $0.count }
                guard collection.count == UInt64(bench.hotels.count),
                    try collection.body(id: id)?.storage.count == size
                else {
                    throw Disagreement("documents are missing")
                }
            })
    }

    /// Closes a database with 1,000 documents in its log.
    ///
    /// The peer closes the last connection of SQLite's C interface to the same file with the same
    /// log.
    static func compareClose() throws -> Comparison {
        let bench = try StoreBench(count: 1_000)
        var peer: PlainTable?
        return Comparison(
            subject: .time(
                ours: Workload(
                    operations: 1,
                    setUp: {
                        try bench.reopen()
                        try bench.saveAll()
                    }, pass: { try bench.database.close() }),
                peer: Workload(
                    operations: 1,
                    setUp: {
                        try bench.reopen()
                        try bench.saveAll()
                        peer = try bench.openWithSQLite()
                        blackHole(try peer?.withBody(bench.hotels[0].id) { $0[0] })
                        try bench.database.close()
                    }, pass: { peer?.close() })),
            verify: {
                guard try bench.open().defaultCollection().count == UInt64(bench.hotels.count)
                else { throw Disagreement("documents are missing") }
            })
    }

    /// Compares the size of the file with Couchbase Lite's.
    static func compareSize() throws -> Comparison {
        let bench = try StoreBench(count: count)
        let size = try bench.fileSize()
        return Comparison(subject: .size(ours: size, peer: 43_500_000), verify: {})
    }
}
