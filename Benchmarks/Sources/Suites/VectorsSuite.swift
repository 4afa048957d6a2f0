import Quire

extension Suite {
    /// Benchmarks of searches for the nearest vectors.
    static let vectors = Suite(
        name: "vectors",
        summary:
            "searches of 100,000 vectors with 384 dimensions for the 10 nearest, and saves with an index",
        benchmarks: [
            Benchmark(
                "vectors.exact",
                "distances of all vectors, against sqlite-vec (SQLITE_VEC is its path)",
                prepare: { try VectorWork.compareWithSQLiteVec(.euclidean) }),
            Benchmark(
                "vectors.exact-cosine", "the same by cosine",
                prepare: { try VectorWork.compareWithSQLiteVec(.cosine) }),
            Benchmark(
                "vectors.exact-floor",
                "distances of all vectors, against reading rows of 16 kB with as many bytes",
                prepare: VectorWork.compareWithReading),
            Benchmark(
                "vectors.codes", "codes with the distances of 150 vectors, against those of all",
                bound: .ratio(atLeast: 20), prepare: VectorWork.compareCodes),
            Benchmark(
                "vectors.filter-1",
                "the nearest of 1% of the vectors, without the time of the filter, against all by codes",
                bound: .ratio(atLeast: 0.5), prepare: { try VectorWork.compareFilter(percent: 1) }),
            Benchmark(
                "vectors.filter-50",
                "the nearest of half of the vectors, without the time of the filter, against all by codes",
                bound: .ratio(atLeast: 0.5), prepare: { try VectorWork.compareFilter(percent: 50) }),
            Benchmark(
                "vectors.insert", "4,000 new documents, 1,000 per transaction, against no index",
                bound: .ratio(atLeast: 0.6), prepare: VectorWork.compareInsert),
            Benchmark(
                "vectors.update", "single changes of a vector, against no index",
                bound: .ratio(atLeast: 0.2), prepare: VectorWork.compareUpdate),
            Benchmark(
                "vectors.churn",
                "searches after half of the vectors were deleted and the others replaced 10 times, "
                    + "against a new index",
                bound: .ratio(atLeast: 0.77), prepare: VectorWork.compareChurn),
        ])
}
