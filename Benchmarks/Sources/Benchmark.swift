/// One question with a figure as its answer: how we compare to a peer at the same work.
struct Benchmark: Sendable {
    /// The name of the suite, a dot, and what is measured.
    let name: String
    let summary: String
    let bound: Bound?
    /// Makes what is compared, off the clock.
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

    /// Prepares, checks that both sides agree, and measures.
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

/// Two ways to the same result.
struct Comparison {
    enum Subject {
        /// How long two workloads take, and how many bytes one operation handles, for a throughput.
        case time(ours: Workload, peer: Workload, bytes: Int? = nil)
        /// How many bytes two forms of the same values take.
        case size(ours: Int, peer: Int)
        /// Two times that the closure itself measures, each time that it is called.
        case measured(() throws -> (ours: Duration, peer: Duration))
    }

    let subject: Subject
    /// Throws a ``Disagreement`` unless both sides give equal values.
    ///
    /// It runs once, before any measurement: a faster way to another result is no faster way.
    let verify: () throws -> Void
}

/// Work to be timed: a pass is repeated until a round is long enough.
///
/// A pass should take at least some microseconds, against which reading the clock is nothing.
struct Workload {
    /// How many operations a pass does; figures are for one of them.
    let operations: Int
    /// What has to be done before each pass, off the clock.
    var setUp: () throws -> Void = {}
    let pass: () throws -> Void
}

/// The two sides of a comparison do not give the same value.
struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
