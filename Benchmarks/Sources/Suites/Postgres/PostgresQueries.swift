#if PostgreSQL
    import Foundation
    import Quire

    /// Benchmarks of queries for a tenth of 100,000 hotels.
    enum PostgresQueries {
        private static let condition = """
            type = 'hotel' AND flags & 1 = 0 AND jsonb_typeof(body->'rate') = 'number'
            AND body->'rate' < '\(QueryBench.limit)'
            """

        /// Selects models, against decoding the JSON of the same documents.
        static func compareModels(isIndexed: Bool) throws -> Comparison {
            let bench = try bench(isIndexed: isIndexed)
            try bench.peer.prepare(
                "select", "SELECT id, body FROM \(bench.peerTable) WHERE \(condition)", [])
            let ours = { try bench.repository.filter { $0.rate < QueryBench.limit }.all() }
            let decoder = JSONDecoder()
            let peer = { () throws -> [ListedHotel] in
                let result = try bench.peer.run("select")
                defer { result.clear() }
                return try (0..<result.rowCount).map { row in
                    let text = result.json(row, 1)
                    guard let start = text.baseAddress else { throw Disagreement("no body") }
                    let data = Data(
                        bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: text.count,
                        deallocator: .none)
                    var model = try decoder.decode(ListedHotel.self, from: data)
                    model.id = result.text(row, 0)
                    return model
                }
            }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: 1) { blackHole(try ours()) },
                    peer: Workload(operations: 1) { blackHole(try peer()) }),
                verify: {
                    let expected = bench.hotels.filter { $0.rate < QueryBench.limit }.map(\.id)
                    let found = try ours().compactMap(\.id)
                    let peers = try peer().compactMap(\.id)
                    guard found.sorted() == expected.sorted(), peers.sorted() == expected.sorted()
                    else { throw Disagreement("found \(found.count) of \(expected.count) hotels") }
                })
        }

        /// Counts hotels.
        static func compareCount() throws -> Comparison {
            let bench = try bench(isIndexed: true)
            try bench.peer.prepare(
                "count", "SELECT count(*) FROM \(bench.peerTable) WHERE \(condition)", [])
            let ours = { try bench.repository.filter { $0.rate < QueryBench.limit }.count() }
            let peer = { () throws -> Int in
                let result = try bench.peer.run("count")
                defer { result.clear() }
                return result.integer(0, 0)
            }
            return Comparison(
                subject: .time(
                    ours: Workload(operations: 1) { blackHole(try ours()) },
                    peer: Workload(operations: 1) { blackHole(try peer()) }),
                verify: {
                    guard try ours() == peer() else { throw Disagreement("the counts differ") }
                })
        }

        static func bench(isIndexed: Bool) throws -> PostgresBench {
            let bench = try PostgresBench(count: QueryBench.count)
            try bench.fill()
            guard isIndexed else { return bench }
            try bench.repository.createIndex(on: \.rate)
            try bench.peer.execute(
                """
                CREATE INDEX ON \(bench.peerTable) ((body->'rate')) WHERE flags & 1 = 0;
                ANALYZE \(bench.table); ANALYZE \(bench.peerTable)
                """)
            return bench
        }
    }
#endif
