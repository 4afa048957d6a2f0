/// Benchmarks of selecting a tenth of 100,000 hotels by type and rate.
enum QuerySelecting {
    /// Selects models, against decoding JSON.
    static func compareModels(isIndexed: Bool) throws -> Comparison {
        let bench = try QueryBench(isIndexed: isIndexed)
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1) { blackHole(try bench.models()) },
                peer: Workload(operations: 1) { blackHole(try bench.modelsOfPeer()) }),
            verify: {
                try verifyIndex(bench, isIndexed: isIndexed)
                let expected = bench.hotels.filter { $0.rate < QueryBench.limit }
                try verify(try bench.models(), expected, by: \.id)
                try verify(try bench.modelsOfPeer(), expected, by: \.id)
            })
    }

    /// Selects only IDs, against keys of rows with JSON.
    static func compareIDs(isIndexed: Bool) throws -> Comparison {
        let bench = try QueryBench(isIndexed: isIndexed)
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1) { blackHole(try bench.ids()) },
                peer: Workload(operations: 1) { blackHole(try bench.idsOfPeer()) }),
            verify: {
                try verifyIndex(bench, isIndexed: isIndexed)
                let expected = bench.hotels.filter { $0.rate < QueryBench.limit }
                    .compactMap(\.id)
                try verify(try bench.ids(), expected, by: \.self)
                try verify(try bench.idsOfPeer(), expected, by: \.self)
            })
    }

    /// Counts, against counting rows with JSON.
    static func compareCounts(isIndexed: Bool) throws -> Comparison {
        let bench = try QueryBench(isIndexed: isIndexed)
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1) { blackHole(try bench.count()) },
                peer: Workload(operations: 1) { blackHole(try bench.countOfPeer()) }),
            verify: {
                try verifyIndex(bench, isIndexed: isIndexed)
                let expected = bench.hotels.count { $0.rate < QueryBench.limit }
                guard try bench.count() == expected, try bench.countOfPeer() == expected else {
                    throw Disagreement("counted \(try bench.count()) of \(expected) items")
                }
            })
    }

    /// Creates an index, against an index on values extracted from JSON.
    static func compareIndexCreation() throws -> Comparison {
        let bench = try QueryBench(isIndexed: false)
        return Comparison(
            subject: .time(
                ours: Workload(operations: 1, setUp: bench.deleteIndex, pass: bench.createIndex),
                peer: Workload(
                    operations: 1, setUp: bench.peer.deleteIndex, pass: bench.peer.createIndex)),
            verify: {
                try bench.createIndex()
                try bench.peer.createIndex()
                try verifyIndex(bench, isIndexed: true)
            })
    }

    private static func verifyIndex(_ bench: QueryBench, isIndexed: Bool) throws {
        for explanation in try bench.explanations()
        where explanation.contains("USING INDEX") != isIndexed {
            throw Disagreement("unexpected query plan: \(explanation)")
        }
    }

    /// Checks that both sides find the same items in any order.
    private static func verify<Value: Equatable, Key: Comparable>(
        _ found: [Value], _ expected: [Value], by key: (Value) -> Key?
    ) throws {
        func sorted(_ values: [Value]) -> [Value] {
            values.map { (key($0), $0) }.sorted {
                guard let left = $0.0, let right = $1.0 else { return $0.0 == nil && $1.0 != nil }
                return left < right
            }.map(\.1)
        }
        guard found.count == expected.count, sorted(found) == sorted(expected) else {
            throw Disagreement("found \(found.count) of \(expected.count) items, or different ones")
        }
    }
}
