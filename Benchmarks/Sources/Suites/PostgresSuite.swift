#if PostgreSQL
    extension Suite {
        /// Benchmarks of the engine for PostgreSQL.
        static let postgres = Suite(
            name: "postgres",
            summary: "documents on a PostgreSQL server, against libpq by hand and against a file",
            benchmarks: ofDocuments + ofQueries + ofConnections + ofFiles)

        private static let ofDocuments = [
            Benchmark(
                "postgres.get", "documents by random ID, three fields read",
                bound: .ratio(atLeast: 0.8), prepare: PostgresDocuments.compareGet),
            Benchmark(
                "postgres.save-batch", "an array of 1,000 new models, against a pipeline by hand",
                bound: .ratio(atLeast: 0.87), prepare: PostgresDocuments.compareBatch),
            Benchmark(
                "postgres.upsert-batch",
                "an array of 1,000 models that exist, against two pipelines by hand",
                prepare: PostgresDocuments.compareUpsert),
            Benchmark(
                "postgres.save-one-by-one", "1,000 new documents in one transaction, one by one",
                bound: .ratio(atLeast: 0.87), prepare: PostgresDocuments.compareInserts),
            Benchmark(
                "postgres.update-one-by-one",
                "1,000 documents read and changed in one transaction, one by one",
                bound: .ratio(atLeast: 0.87), prepare: PostgresDocuments.compareUpdates),
            Benchmark(
                "postgres.save-single", "transactions of one new document",
                bound: .ratio(atLeast: 0.87), prepare: PostgresDocuments.compareSingle),
            Benchmark(
                "postgres.live",
                "from the begin of a save by another database object to its listener, against "
                    + "an insert with NOTIFY by hand",
                prepare: PostgresLive.compare),
        ]

        private static let ofQueries = [
            Benchmark(
                "postgres.filter",
                "a tenth of 100,000 hotels as models, without an index, against JSONDecoder"
            ) { try PostgresQueries.compareModels(isIndexed: false) },
            Benchmark("postgres.filter-indexed", "the same with an index on the rate") {
                try PostgresQueries.compareModels(isIndexed: true)
            },
            Benchmark(
                "postgres.count", "counting a tenth of 100,000 hotels, with an index on the rate",
                prepare: PostgresQueries.compareCount),
        ]

        private static let ofConnections = [1, 2, 4, 8, 16, 32].flatMap { count in
            [
                Benchmark("postgres.get-\(count)", "documents by random ID on \(count) threads") {
                    try PostgresConnections.compareGets(count)
                },
                Benchmark("postgres.save-\(count)", "single saves on \(count) threads") {
                    try PostgresConnections.compareSaves(count)
                },
            ]
        }

        private static let ofFiles = [
            Benchmark(
                "postgres.file-get", "documents by random ID, against the engine for files",
                prepare: PostgresFiles.compareGet),
            Benchmark(
                "postgres.file-save-batch",
                "1,000 new documents in one transaction, against the engine for files",
                prepare: PostgresFiles.compareBatch),
            Benchmark(
                "postgres.file-save-single",
                "transactions of one new document, against the engine for files",
                prepare: PostgresFiles.compareSingle),
            Benchmark(
                "postgres.file-filter", "a tenth of 100,000 hotels, against the engine for files"
            ) { try PostgresFiles.compareModels(isIndexed: false) },
            Benchmark("postgres.file-filter-indexed", "the same with an index on the rate") {
                try PostgresFiles.compareModels(isIndexed: true)
            },
            Benchmark(
                "postgres.file-count",
                "counting a tenth of 100,000 hotels, with an index on the rate, against the engine "
                    + "for files",
                prepare: PostgresFiles.compareCount),
        ]
    }
#endif
