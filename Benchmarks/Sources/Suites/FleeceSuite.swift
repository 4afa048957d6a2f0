extension Suite {
    /// Benchmarks of Fleece and JSON, against Foundation.
    static let fleece = Suite(
        name: "fleece",
        summary: "Fleece bytes and JSON text, against JSONSerialization and [String: Any]",
        benchmarks: [
            Benchmark(
                "fleece.from-json", "JSON text to Fleece", bound: .ratio(atLeast: 2),
                prepare: FleeceJSON.compareReading),
            Benchmark(
                "fleece.to-json", "Fleece to JSON text", bound: .ratio(atLeast: 75),
                prepare: FleeceJSON.compareWriting),
            Benchmark(
                "fleece.read-6", "six fields of a body of 25 keys, by String",
                bound: .ratio(atLeast: 2.5), prepare: FleeceFields.compareByString),
            Benchmark(
                "fleece.read-6-prepared", "the same six fields, by FleeceKey",
                bound: .ratio(atLeast: 4), prepare: FleeceFields.compareByPreparedKey),
            Benchmark(
                "fleece.read-6-floor", "six fields of 100,000 bodies by String, against C",
                bound: .ratio(atLeast: 0.28), prepare: FloorComparisons.compareByString),
            Benchmark(
                "fleece.read-6-prepared-floor", "the same by FleeceKey, against C",
                bound: .ratio(atLeast: 0.25), prepare: FloorComparisons.compareByPreparedKey),
            Benchmark(
                "fleece.to-json-floor", "100,000 bodies to JSON text, against C",
                bound: .ratio(atLeast: 0.67), prepare: FloorComparisons.compareWriting),
            Benchmark(
                "fleece.to-json-string-keys-floor", "the same without shared keys, against C",
                bound: .ratio(atLeast: 0.67), prepare: FloorComparisons.compareWritingStringKeys),
            Benchmark(
                "fleece.write-floor", "100,000 hotels to bodies, against C",
                bound: .ratio(atLeast: 0.65), prepare: FloorWriting.compare),
            Benchmark(
                "fleece.size", "bytes of the hotels with shared keys, against their JSON text",
                prepare: FleeceSize.compareHotels),
            Benchmark(
                "fleece.size-vectors", "bytes without shared keys, against the original encoder's",
                bound: .ratio(atLeast: 1), prepare: FleeceSize.compareVectors),
        ])
}
