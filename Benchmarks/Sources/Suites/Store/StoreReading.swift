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

    /// Opens an existing database up to its first document; closing is not timed.
    static func compareOpen() throws -> Comparison {
        let bench = try StoreBench(count: count)
        try bench.peerInsertAll()
        let id = bench.hotels[0].id
        _ = try bench.fileSize()
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1) {
                    let collection = try bench.open().defaultCollection()
                    blackHole(try collection.body(id: id))
                },
                peer: Workload(operations: 1) {
                    blackHole(try bench.openPeer().withBody(id) { $0[0] })
                }),
            verify: {
                guard try bench.open().defaultCollection().count == UInt64(count) else {
                    throw Disagreement("documents are missing")
                }
            })
    }

    /// Compares the size of the file with Couchbase Lite's.
    static func compareSize() throws -> Comparison {
        let bench = try StoreBench(count: count)
        let size = try bench.fileSize()
        return Comparison(subject: .size(ours: size, peer: 43_500_000), verify: {})
    }
}
