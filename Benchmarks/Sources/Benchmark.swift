/// A comparison of Quire with a peer that does the same work.
struct Benchmark: Sendable {
    /// The name of the suite, a dot, and the subject of the measurement.
    let name: String
    let summary: String
    let bound: Bound?
    /// Creates the comparison; not timed.
    let prepare: @Sendable () throws -> Comparison

    init(
        _ name: String, _ summary: String, bound: Bound? = nil,
        prepare: @escaping @Sendable () throws -> Comparison
    ) {
        self.name = name
        self.summary = summary
        self.bound = bound
        self.prepare = prepare
    }

    /// Prepares, verifies and measures the comparison.
    func figures() throws -> Figures {
        let comparison = try prepare()
        try comparison.verify()
        switch comparison.subject {
        case .time(let ours, let peer, let bytes):
            return try Measurement.compare(ours, peer, bytes: bytes)
        case .size(let ours, let peer):
            return Figures(unit: .bytes, ours: Double(ours), peer: Double(peer))
        case .measured(let measure):
            return try Measurement.median(of: measure)
        }
    }
}

/// Two ways to compute the same result.
struct Comparison {
    enum Subject {
        /// The durations of two workloads; `bytes` is the size that an operation handles, for a
        /// throughput.
        case time(ours: Workload, peer: Workload, bytes: Int? = nil)
        /// The sizes of two encodings of the same values, in bytes.
        case size(ours: Int, peer: Int)
        /// Two durations that the closure measures each time it is called.
        case measured(() throws -> (ours: Duration, peer: Duration))
    }

    let subject: Subject
    /// Throws a ``Disagreement`` unless both sides produce equal values.
    ///
    /// It runs once, before any measurement, because a fast wrong result is meaningless.
    let verify: () throws -> Void
}

/// Work to be timed; passes are repeated until a round is long enough.
///
/// A pass should take at least some microseconds, so that the time to read the clock is negligible.
struct Workload {
    /// The number of operations per pass; figures are per operation.
    let operations: Int
    /// Prepares each pass; not timed.
    var setUp: () throws -> Void = {}
    let pass: () throws -> Void
}

/// An error for two sides of a comparison that do not produce the same value.
struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// An error for a benchmark that cannot be measured on this machine.
struct Skip: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
