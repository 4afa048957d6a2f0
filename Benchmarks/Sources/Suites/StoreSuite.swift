extension Suite {
    /// Benchmarks of documents in a database, against SQLite's C interface.
    static let store = Suite(
        name: "store",
        summary: "documents in a database, against plain SQLite doing the same with ready blobs",
        benchmarks: [
            Benchmark(
                "store.save-batch", "100,000 new documents in one transaction",
                bound: .ratio(atLeast: 0.5), prepare: StoreWriting.compareBatch),
            Benchmark(
                "store.save-single", "2,000 transactions of one new document",
                bound: .ratio(atLeast: 0.8), prepare: StoreWriting.compareSingle),
            Benchmark(
                "store.get", "documents by random ID, three fields read",
                bound: .ratio(atLeast: 0.9), prepare: StoreReading.compareGet),
            Benchmark(
                "store.update", "100,000 documents changed in one transaction",
                bound: .ratio(atLeast: 0.5), prepare: StoreWriting.compareUpdate),
            Benchmark(
                "store.open",
                "opening a database of 100,000 documents, reading one, and closing it",
                bound: .ratio(atLeast: 0.35)
            ) { try StoreReading.compareOpen(collections: 1) },
            Benchmark(
                "store.open-100", "the same with 100 collections and 100 documents",
                bound: .ratio(atLeast: 0.35)
            ) { try StoreReading.compareOpen(collections: 100) },
            Benchmark(
                "store.close", "closing a database with 1,000 saved documents in its log",
                bound: .ratio(atLeast: 0.8), prepare: StoreReading.compareClose),
            Benchmark(
                "store.size", "bytes of the file, against Couchbase Lite's",
                bound: .ratio(atLeast: 1), prepare: StoreReading.compareSize),
        ])
}
