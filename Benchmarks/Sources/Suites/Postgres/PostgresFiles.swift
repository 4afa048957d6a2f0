#if PostgreSQL
    import Quire

    /// Benchmarks of the engine for PostgreSQL against the engine for files.
    enum PostgresFiles {
        static func compareGet() throws -> Comparison {
            let bench = try PostgresBench(count: PostgresDocuments.count)
            try bench.fill()
            let file = try StoreBench(count: PostgresDocuments.count)
            let ids = PostgresDocuments.randomIDs(bench)
            return Comparison(
                subject: .time(
                    ours: Workload(operations: ids.count) {
                        for id in ids {
                            if let body = try bench.store.record(id: id)?.body {
                                blackHole(StoredHotel.readThree(body))
                            }
                        }
                    },
                    peer: Workload(operations: ids.count) {
                        for id in ids {
                            if let body = try file.collection.body(id: id) {
                                blackHole(StoredHotel.readThree(body))
                            }
                        }
                    }), verify: {})
        }

        static func compareBatch() throws -> Comparison {
            let count = PostgresDocuments.batchSize
            let bench = try PostgresBench(count: count)
            let file = try StoreBench(count: count)
            return Comparison(
                subject: .time(
                    ours: Workload(operations: count, setUp: bench.empty) {
                        try bench.saveBatch(0..<count)
                    },
                    peer: Workload(operations: count, setUp: file.empty, pass: file.saveAll)),
                verify: {})
        }

        static func compareSingle() throws -> Comparison {
            let count = PostgresDocuments.singles
            let bench = try PostgresBench(count: count)
            let file = try StoreBench(count: count)
            return Comparison(
                subject: .time(
                    ours: Workload(operations: count, setUp: bench.empty) {
                        for (number, hotel) in bench.hotels.enumerated() {
                            try PostgresBench.save(hotel, number, in: bench.store, if: .absent)
                        }
                    },
                    peer: Workload(operations: count, setUp: file.empty) {
                        for hotel in file.hotels { try file.save(hotel) }
                    }), verify: {})
        }

        static func compareModels(isIndexed: Bool) throws -> Comparison {
            let bench = try PostgresQueries.bench(isIndexed: isIndexed)
            let file = try QueryBench(isIndexed: isIndexed)
            let ours = { try bench.repository.filter { $0.rate < QueryBench.limit }.all() }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: 1) { blackHole(try ours()) },
                    peer: Workload(operations: 1) { blackHole(try file.models()) }),
                verify: {
                    let (found, expected) = (try ours(), try file.models())
                    guard Set(found.map(\.id)) == Set(expected.map(\.id)) else {
                        throw Disagreement("found \(found.count) of \(expected.count) hotels")
                    }
                })
        }

        static func compareCount() throws -> Comparison {
            let bench = try PostgresQueries.bench(isIndexed: true)
            let file = try QueryBench(isIndexed: true)
            let ours = { try bench.repository.filter { $0.rate < QueryBench.limit }.count() }
            let files = { try file.repository.filter { $0.rate < QueryBench.limit }.count() }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: 1) { blackHole(try ours()) },
                    peer: Workload(operations: 1) { blackHole(try files()) }),
                verify: {
                    guard try ours() == files() else { throw Disagreement("the counts differ") }
                })
        }
    }
#endif
