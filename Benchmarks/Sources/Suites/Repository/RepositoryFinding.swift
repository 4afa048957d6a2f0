import Quire

/// Finding models by their IDs.
enum RepositoryFinding {
    private static let reads = 10_000

    /// Against the store's own get and decoding.
    static func compareToParts() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        return comparison(bench, peer: bench.findInParts)
    }

    /// Against a text column and JSON.
    static func compareToJSON() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        try bench.saveAllAsJSON()
        return comparison(bench, peer: bench.findAsJSON)
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
