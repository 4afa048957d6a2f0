extension Suite {
    /// Benchmarks of models in a database.
    static let repository = Suite(
        name: "repository",
        summary: "models in a database, against the parts it is made of and against JSON in SQLite",
        benchmarks: [
            Benchmark(
                "repository.save", "5,000 new hotels, against encoding and the store's own save",
                bound: .ratio(atLeast: 0.8), prepare: RepositorySaving.compareToParts),
            Benchmark(
                "repository.update",
                "5,000 hotels changed, against get, decoding, encoding and the store's own save",
                bound: .ratio(atLeast: 0.62), prepare: RepositorySaving.compareUpdate),
            Benchmark(
                "repository.patch",
                "a property of a hotel in a transaction, against json_set on a text column",
                bound: .ratio(atLeast: 0.6), prepare: RepositoryPatching.comparePatch),
            Benchmark(
                "repository.patch-selection",
                "a property of the found hotels, against json_set on a text column",
                bound: .ratio(atLeast: 0.7), prepare: RepositoryPatching.compareSelection),
            Benchmark(
                "repository.find", "hotels by random ID, against the store's get and decoding",
                bound: .ratio(atLeast: 0.8), prepare: RepositoryFinding.compareToParts),
            Benchmark(
                "repository.find-merging",
                "hotels by random ID whose bodies are kept for merges, against those that are not",
                bound: .ratio(atLeast: 0.7), prepare: RepositoryFinding.compareMerging),
            Benchmark(
                "repository.save-preserving",
                "5,000 hotels with fields that the model does not know, against replacing them",
                bound: .ratio(atLeast: 0.65), prepare: RepositorySaving.comparePreserving),
            Benchmark(
                "repository.lazy",
                "two properties of 10,000 hotels, against decoding the hotels",
                bound: .ratio(atLeast: 2.2), prepare: RepositoryLazyReading.compareLazy),
            Benchmark(
                "repository.select",
                "two selected properties of 10,000 hotels, against decoding the hotels",
                bound: .ratio(atLeast: 2), prepare: RepositoryLazyReading.compareSelect),
            Benchmark(
                "repository.save-json", "5,000 new hotels, against JSONEncoder and a text column",
                bound: .ratio(atLeast: 2), prepare: RepositorySaving.compareToJSON),
            Benchmark(
                "repository.find-json",
                "hotels by random ID, against a text column and JSONDecoder",
                bound: .ratio(atLeast: 2.8), prepare: RepositoryFinding.compareToJSON),
        ])
}
