extension Suite {
    /// Queries of documents.
    static let query = Suite(
        name: "query",
        summary: "queries of documents",
        benchmarks: [
            Benchmark(
                "query.live",
                "10,000 transactions beside 1,000 listeners that none matters to, until the last one "
                    + "is ruled out, against the transactions alone",
                bound: .ratio(atLeast: 0.5), prepare: QueryListening.compare)
        ])
}
