extension Suite {
    /// Benchmarks of documents in a database, against SQLite's C interface.
    static let store = Suite(
        name: "store",
        summary: "documents in a database, against plain SQLite doing the same with ready blobs",
        benchmarks: [
            Benchmark(
                "store.save-batch", "100,000 new documents in one transaction",
                bound: .ratio(atLeast: 0.45), prepare: StoreWriting.compareBatch),
            Benchmark(
                "store.save-single", "2,000 transactions of one new document",
                bound: .ratio(atLeast: 0.75), prepare: StoreWriting.compareSingle),
            Benchmark(
                "store.get", "documents by random ID, three fields read",
                bound: .ratio(atLeast: 0.75), prepare: StoreReading.compareGet),
            Benchmark(
                "store.update", "100,000 documents changed in one transaction",
                bound: .ratio(atLeast: 0.35), prepare: StoreWriting.compareUpdate),
            Benchmark(
                "store.open", "opening and closing a database of 100,000 documents",
                bound: .ratio(atLeast: 0.35), prepare: StoreReading.compareOpen),
            Benchmark(
                "store.size", "bytes of the file, against Couchbase Lite's",
                bound: .ratio(atLeast: 1), prepare: StoreReading.compareSize),
        ])
}
