import Quire

/// The delay of a Swift task while asynchronous queries run.
///
/// A timer task that wakes up every few milliseconds measures its delay. If queries blocked the
/// threads that run Swift tasks, the delay would be as long as the queries.
enum QueryTaskDelay {
    private static let scans = 8
    private static let interval = Duration.milliseconds(5)

    static func compare() throws -> Comparison {
        let bench = try QueryBench(isIndexed: false)
        let hotels = bench.repository
        return Comparison(
            subject: .measured { try waiting { try await measure(hotels) } },
            verify: {
                let count = try waiting { try await scan(hotels) }
                if try count != bench.modelsOfPeer().count {
                    throw Disagreement("a scan finds \(count) hotels")
                }
            })
    }

    private static func scan(_ hotels: Repository<ListedHotel>) async throws -> Int {
        try await hotels.filter { $0.rate < QueryBench.limit }.all().count
    }

    /// Returns the longest delay of the timer task, and the duration of all scans.
    private static func measure(
        _ hotels: Repository<ListedHotel>
    ) async throws -> (ours: Duration, peer: Duration) {
        let timer = Task {
            var longest = Duration.zero
            while !Task.isCancelled {
                let beginning = ContinuousClock.now
                try? await Task.sleep(for: interval)
                longest = max(longest, ContinuousClock.now - beginning - interval)
            }
            return longest
        }
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<scans { group.addTask { try await scan(hotels) } }
                try await group.waitForAll()
            }
        }
        timer.cancel()
        return (await timer.value, time)
    }
}
