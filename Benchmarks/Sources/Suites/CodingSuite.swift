extension Suite {
    /// Benchmarks of encoding and decoding models.
    static let coding = Suite(
        name: "coding",
        summary: "Codable models to and from bodies, against Foundation and hand-written code",
        benchmarks: [
            Benchmark(
                "coding.encode", "a hotel to bytes, against JSONEncoder",
                bound: .ratio(atLeast: 11), prepare: HotelEncoding.compareToJSON),
            Benchmark(
                "coding.decode", "a hotel from bytes, against JSONDecoder",
                bound: .ratio(atLeast: 7), prepare: HotelDecoding.compareToJSON),
            Benchmark(
                "coding.encode-floor", "a hotel to bytes, against code for this one model",
                bound: .ratio(atLeast: 0.55), prepare: HotelEncoding.compareToFloor),
            Benchmark(
                "coding.decode-floor", "a hotel from bytes, against code for this one model",
                bound: .ratio(atLeast: 0.6), prepare: HotelDecoding.compareToFloor),
            Benchmark(
                "coding.project-2", "two fields of a hotel, against all of them",
                bound: .ratio(atLeast: 3), prepare: HotelDecoding.compareProjection),
            Benchmark(
                "coding.wide-60", "60 keys in the wrong order, against the right one",
                bound: .ratio(atLeast: 0.5), prepare: LargeModels.compareOrders),
            Benchmark(
                "coding.dictionary-10000", "an entry of 10,000, against one of 1,000",
                bound: .ratio(atLeast: 0.5), prepare: LargeModels.compareDictionaries),
            Benchmark(
                "coding.array-100000", "a struct of 100,000, against one of 10,000",
                bound: .ratio(atLeast: 0.5), prepare: LargeModels.compareArrays),
        ])
}
