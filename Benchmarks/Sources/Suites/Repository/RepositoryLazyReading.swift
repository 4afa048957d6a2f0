import Quire

/// Benchmarks of reading two properties of many models, against decoding the models.
enum RepositoryLazyReading {
    /// Reads the properties of lazily decoded hotels.
    static func compareLazy() throws -> Comparison {
        try compare { bench, use in
            for hotel in try bench.hotels.lazy() { use(try hotel.name, try hotel.rate) }
        }
    }

    /// Selects the properties.
    static func compareSelect() throws -> Comparison {
        try compare { bench, use in
            for (name, rate) in try bench.hotels.select({ ($0.name, $0.rate) }).all() {
                use(name, rate)
            }
        }
    }

    private static func compare(
        _ read: @escaping (RepositoryBench, (String, Double) -> Void) throws -> Void
    ) throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        let count = bench.models.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    try read(bench) { name, rate in
                        blackHole(name)
                        blackHole(rate)
                    }
                },
                peer: Workload(operations: count) {
                    for hotel in try bench.hotels.all() {
                        blackHole(hotel.name)
                        blackHole(hotel.rate)
                    }
                }),
            verify: {
                let models = try bench.hotels.all()
                var values: [(name: String, rate: Double)] = []
                try read(bench) { values.append(($0, $1)) }
                guard models.count == count, values.count == count else {
                    throw Disagreement("\(values.count) of \(count) hotels were read")
                }
                for (model, value) in zip(models, values)
                where value != (model.name, model.rate) {
                    throw Disagreement("the values of \(model.name) differ")
                }
            })
    }
}
