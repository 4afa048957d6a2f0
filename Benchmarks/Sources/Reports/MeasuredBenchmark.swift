/// A benchmark and its figures, for reports.
struct MeasuredBenchmark: Encodable {
    let name: String
    let summary: String
    let unit: String
    let ours: Double
    let peer: Double
    let ratio: Double
    let bound: String?
    let isBoundMet: Bool?

    init(_ benchmark: Benchmark, _ figures: Figures) {
        name = benchmark.name
        summary = benchmark.summary
        unit = figures.unit == .bytes ? "bytes" : "nanoseconds"
        ours = figures.ours
        peer = figures.peer
        ratio = figures.ratio
        bound = benchmark.bound?.description
        isBoundMet = benchmark.bound?.isMet(by: figures)
    }
}
