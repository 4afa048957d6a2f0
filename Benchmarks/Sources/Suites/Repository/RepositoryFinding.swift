import Quire

/// Benchmarks of finding models by ID.
enum RepositoryFinding {
    private static let reads = 10_000

    /// Compares with reading from the store and decoding.
    static func compareToParts() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        return comparison(bench, peer: bench.findInParts)
    }

    /// Compares with a text column and JSON.
    static func compareToJSON() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        try bench.saveAllAsJSON()
        return comparison(bench, peer: bench.findAsJSON)
    }

    /// Compares a repository that keeps bodies for merges with one that does not.
    static func compareMerging() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        let merging = bench.collection.repository(
            of: HotelModel.self, conflicts: .mergeFields())
        let ids = bench.randomIDs(count: reads)
        return Comparison(
            subject: .time(
                ours: Workload(operations: reads) {
                    for id in ids { blackHole(try merging.find(id)) }
                },
                peer: Workload(operations: reads) {
                    for id in ids { blackHole(try bench.hotels.find(id)) }
                }),
            verify: {
                try bench.verify { try merging.find($0) }
                try bench.verify { try bench.hotels.find($0) }
            })
    }

    private static func comparison(
        _ bench: RepositoryBench, peer find: @escaping (String) throws -> HotelModel?
    ) -> Comparison {
        let ids = bench.randomIDs(count: reads)
        return Comparison(
            subject: .time(
                ours: Workload(operations: reads) {
                    for id in ids { blackHole(try bench.hotels.find(id)) }
                },
                peer: Workload(operations: reads) {
                    for id in ids { blackHole(try find(id)) }
                }),
            verify: {
                try bench.verify { try bench.hotels.find($0) }
                try bench.verify(find)
            })
    }
}
