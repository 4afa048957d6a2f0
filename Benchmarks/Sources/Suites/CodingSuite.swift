extension Suite {
    /// Models to and from bodies.
    static let coding = Suite(
        name: "coding",
        summary: "Codable models to and from bodies, against Foundation and hand-written code",
        benchmarks: [
            Benchmark(
                "coding.encode", "a hotel to bytes, against JSONEncoder",
                bound: .ratio(atLeast: 10), prepare: HotelEncoding.compareToJSON),
            Benchmark(
                "coding.decode", "a hotel from bytes, against JSONDecoder",
                bound: .ratio(atLeast: 7), prepare: HotelDecoding.compareToJSON),
            Benchmark(
                "coding.encode-floor", "a hotel to bytes, against code for this one model",
                bound: .ratio(atLeast: 0.35), prepare: HotelEncoding.compareToFloor),
            Benchmark(
                "coding.decode-floor", "a hotel from bytes, against code for this one model",
                bound: .ratio(atLeast: 0.35), prepare: HotelDecoding.compareToFloor),
            Benchmark(
                "coding.project-2", "two fields of a hotel, against all of them",
                bound: .ratio(atLeast: 3), prepare: HotelDecoding.compareProjection),
        ])
}
