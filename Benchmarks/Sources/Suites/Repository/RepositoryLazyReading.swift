import Quire

/// Benchmarks of reading a few properties of many models.
enum RepositoryLazyReading {
    /// Reads two properties of each hotel, against decoding all hotels.
    static func compareToModels() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        let count = bench.models.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    for hotel in try bench.hotels.lazy() {
                        blackHole(try hotel.name)
                        blackHole(try hotel.rate)
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
                let rows = try bench.hotels.lazy()
                guard models.count == count, rows.count == count else {
                    throw Disagreement("\(rows.count) of \(count) hotels were read")
                }
                for (model, row) in zip(models, rows)
                where try row.name != model.name || row.rate != model.rate {
                    throw Disagreement("hotel \(row.id) differs")
                }
            })
    }

    /// Selects two properties of each hotel, against decoding all hotels.
    static func compareSelect() throws -> Comparison {
        let bench = try RepositoryBench()
        try bench.saveAll()
        let count = bench.models.count
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    for (name, rate) in try bench.hotels.select({ ($0.name, $0.rate) }).all() {
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
                let rows = try bench.hotels.select { ($0.name, $0.rate) }.all()
                guard models.count == count, rows.count == count else {
                    throw Disagreement("\(rows.count) of \(count) hotels were read")
                }
                for (model, row) in zip(models, rows)
                where row.0 != model.name || row.1 != model.rate {
                    throw Disagreement("the values of \(model.name) differ")
                }
            })
    }
}
