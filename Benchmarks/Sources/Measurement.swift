/// Measurement of two workloads in alternation.
///
/// Both workloads are warmed up, then their rounds alternate, so that temporary load on the machine
/// affects both equally. The median excludes disturbed rounds.
enum Measurement {
    private static let rounds = 7
    private static let shortestRound = Duration.milliseconds(50)

    static func compare(_ ours: Workload, _ peer: Workload, bytes: Int?) throws -> Figures {
        let ourPasses = try passes(ours)
        let peerPasses = try passes(peer)
        var ourTimes: [Double] = []
        var peerTimes: [Double] = []
        for _ in 0..<rounds {
            ourTimes.append(try time(ours, passes: ourPasses))
            peerTimes.append(try time(peer, passes: peerPasses))
        }
        return Figures(
            unit: .nanoseconds, ours: median(ourTimes), peer: median(peerTimes), bytes: bytes)
    }

    /// Returns the medians of durations that a closure measures.
    static func median(
        of measure: () throws -> (ours: Duration, peer: Duration)
    ) throws -> Figures {
        _ = try measure()
        let times = try (0..<rounds).map { _ in try measure() }
        return Figures(
            unit: .nanoseconds, ours: median(times.map { $0.ours / .nanoseconds(1) }),
            peer: median(times.map { $0.peer / .nanoseconds(1) }))
    }

    /// Warms up a workload and returns the number of passes per round, with a margin of one
    /// quarter.
    private static func passes(_ workload: Workload) throws -> Int {
        _ = try passesUntilShortestRound(workload)
        return try passesUntilShortestRound(workload) * 5 / 4 + 1
    }

    private static func passesUntilShortestRound(_ workload: Workload) throws -> Int {
        var elapsed = Duration.zero
        var passes = 0
        while elapsed < shortestRound {
            elapsed += try time(workload)
            passes += 1
        }
        return passes
    }

    /// Returns the time of one operation in nanoseconds.
    private static func time(_ workload: Workload, passes: Int) throws -> Double {
        var elapsed = Duration.zero
        for _ in 0..<passes { elapsed += try time(workload) }
        return elapsed / .nanoseconds(1) / Double(passes * workload.operations)
    }

    private static func time(_ workload: Workload) throws -> Duration {
        try workload.setUp()
        return try ContinuousClock().measure(workload.pass)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
