/// A tenth of 100,000 hotels, found by type and rate.
enum QuerySelecting {
    /// Models, against JSON texts that are decoded.
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

    /// IDs alone, against keys of JSON texts.
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

    /// Creating the index, against an index of what is extracted from JSON.
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
            throw Disagreement("not the plan that is to be measured: \(explanation)")
        }
    }

    /// Makes sure that the same things are found, in whichever order.
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
            throw Disagreement("\(found.count) of \(expected.count) are found, or other ones")
        }
    }
}
