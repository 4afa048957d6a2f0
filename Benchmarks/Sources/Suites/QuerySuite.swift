extension Suite {
    /// Benchmarks of queries.
    static let query = Suite(
        name: "query",
        summary: "queries of documents, against JSON texts in plain SQLite",
        benchmarks: [
            Benchmark(
                "query.scan", "a tenth of 100,000 hotels as models, without an index",
                bound: .ratio(atLeast: 4)
            ) { try QuerySelecting.compareModels(isIndexed: false) },
            Benchmark(
                "query.indexed", "the same with an index on type and rate",
                bound: .ratio(atLeast: 4)
            ) { try QuerySelecting.compareModels(isIndexed: true) },
            Benchmark(
                "query.scan-rows", "the IDs of a tenth of 100,000 hotels, without an index",
                bound: .ratio(atLeast: 3)
            ) { try QuerySelecting.compareIDs(isIndexed: false) },
            Benchmark(
                "query.indexed-rows", "the same with an index on type and rate",
                bound: .ratio(atLeast: 1.4)
            ) { try QuerySelecting.compareIDs(isIndexed: true) },
            Benchmark(
                "query.count-scan", "the number of these hotels, without an index",
                bound: .ratio(atLeast: 3.5)
            ) { try QuerySelecting.compareCounts(isIndexed: false) },
            Benchmark(
                "query.count-indexed", "the same with an index on type and rate",
                bound: .ratio(atLeast: 0.65)
            ) { try QuerySelecting.compareCounts(isIndexed: true) },
            Benchmark(
                "query.index-creation", "creating the index of 100,000 hotels",
                bound: .ratio(atLeast: 1.6), prepare: QuerySelecting.compareIndexCreation),
            Benchmark(
                "query.live",
                "10,000 transactions with 1,000 live queries that none affects, until the last one "
                    + "is checked, against the transactions alone",
                bound: .ratio(atLeast: 0.5), prepare: QueryListening.compare),
            Benchmark(
                "query.observe",
                "from a commit to the event of a live list of 100 in 10,000 rows, with commits "
                    + "without pauses, against one run of its query",
                bound: .ratio(atLeast: 0.07), prepare: QueryObserving.compare),
            Benchmark(
                "query.live-increment",
                "from a commit to the change of a live list of 100,000 sorted documents, against "
                    + "a list of 10 in the same collection",
                bound: .ratio(atLeast: 0.5), prepare: QueryIncrement.compare),
            Benchmark(
                "query.task-delay",
                "the longest delay of a 5-ms timer task while 8 asynchronous scans run, against "
                    + "the time of the scans",
                bound: .ratio(atLeast: 5), prepare: QueryTaskDelay.compare),
        ])
}
