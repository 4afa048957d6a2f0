/// Benchmarks of saving documents.
enum StoreWriting {
    private static let count = 100_000
    private static let transactions = 2_000

    /// Saves all documents in one transaction, into empty files.
    static func compareBatch() throws -> Comparison {
        let bench = try StoreBench(count: count)
        return Comparison(
            subject: .time(
                ours: Workload(operations: count, setUp: bench.empty, pass: bench.saveAll),
                peer: Workload(operations: count, setUp: bench.empty, pass: bench.peerInsertAll)),
            verify: {
                try bench.empty()
                try bench.saveAll()
                try bench.peerInsertAll()
                try bench.verify()
            })
    }

    /// Saves one document per transaction, into empty files.
    static func compareSingle() throws -> Comparison {
        let bench = try StoreBench(count: transactions)
        return Comparison(
            subject: .time(
                ours: Workload(operations: transactions, setUp: bench.empty) {
                    for hotel in bench.hotels { try bench.save(hotel) }
                },
                peer: Workload(operations: transactions, setUp: bench.empty) {
                    for index in bench.hotels.indices {
                        try bench.peerInsertInTransaction(index)
                    }
                }),
            verify: {
                try bench.empty()
                for index in bench.hotels.indices {
                    try bench.save(bench.hotels[index])
                    try bench.peerInsertInTransaction(index)
                }
                try bench.verify()
            })
    }

    /// Updates all documents in one transaction, with different bodies in each pass.
    static func compareUpdate() throws -> Comparison {
        let bench = try StoreBench(count: count)
        try bench.peerInsertAll()
        return Comparison(
            subject: .time(
                ours: Workload(operations: count, pass: bench.saveAll),
                peer: Workload(operations: count, pass: bench.peerUpdateAll)),
            verify: bench.verify)
    }
}
