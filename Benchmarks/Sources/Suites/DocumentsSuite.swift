extension Suite {
    /// Benchmarks of document objects, against raw Fleece, and of dates, against Foundation.
    static let documents = Suite(
        name: "documents",
        summary: "typed accessors against raw Fleece, and dates against Date.ISO8601FormatStyle",
        benchmarks: [
            Benchmark(
                "documents.date-write", "a date to text", bound: .ratio(atLeast: 3),
                prepare: DocumentDates.compareWriting),
            Benchmark(
                "documents.date-read", "text to a date", bound: .ratio(atLeast: 10),
                prepare: DocumentDates.compareReading),
            Benchmark(
                "documents.read-3", "three typed fields of a document, against its Fleece body",
                bound: .ratio(atLeast: 0.8), prepare: DocumentFields.compareReads),
            Benchmark(
                "documents.get-3", "the same, with getting the document by its ID",
                bound: .ratio(atLeast: 0.75), prepare: DocumentFields.compareGets),
            Benchmark(
                "documents.get-nested",
                "getting a document, two fields of a dictionary and an item of an array",
                bound: .ratio(atLeast: 0.5), prepare: DocumentFields.compareNestedGets),
        ])
}
