import QuireTestSupport
import Testing

@testable import QuireStoreQuery

/// When a live query runs.
@Suite struct RunScheduleTests {
    enum Event: Sendable {
        case change, urgentChange, end, endDue, endUnreceived, received, nobodyWaits
    }

    /// Events, and the number of runs that have begun after them.
    static let cases: [([Event], runs: Int)] = [
        ([], 0),
        ([.change], 1),
        ([.change, .change, .change], 1),
        ([.change, .end], 1),
        ([.change, .change, .end], 2),
        ([.change, .endDue], 2),
        ([.change, .change, .change, .end, .end], 2),
        ([.change, .endUnreceived, .change], 1),
        ([.change, .endUnreceived, .change, .received], 2),
        ([.change, .endUnreceived, .received, .change], 2),
        ([.change, .endUnreceived, .change, .urgentChange], 2),
        ([.change, .endUnreceived, .change, .nobodyWaits], 2),
        ([.change, .endUnreceived, .nobodyWaits], 1),
        ([.change, .change, .endUnreceived, .change], 1),
        ([.change, .change, .endUnreceived, .received], 2),
    ]

    @Test(arguments: cases)
    func `changes during a run cause one more run, when its result is received`(
        _ events: [Event], runs: Int
    ) {
        var schedule = RunSchedule()
        for event in events { Self.apply(event, to: &schedule) }
        #expect(schedule.runCount == runs)
    }

    private static func apply(_ event: Event, to schedule: inout RunSchedule) {
        let starts =
            switch event {
            case .change: schedule.request()
            case .urgentChange: schedule.requestWithoutWaiting()
            case .end: schedule.finish(isDue: false, waitsForListener: false)
            case .endDue: schedule.finish(isDue: true, waitsForListener: false)
            case .endUnreceived: schedule.finish(isDue: false, waitsForListener: true)
            case .received: schedule.didReceive(schedule.runCount)
            case .nobodyWaits: schedule.stopWaiting()
            }
        if starts { _ = schedule.begin() }
    }

    @Test func `no change is forgotten, and no two runs overlap`() {
        var random = SplitMix64(seed: 1)
        var schedule = RunSchedule()
        var isRunning = false
        /// The number of changes, and how many of them the last run has seen.
        var (changes, seen) = (0, 0)
        var wrong: [String] = []
        for step in 0..<10_000 {
            var starts = false
            switch random.next(below: 4) {
            case 0, 1:
                changes += 1
                starts = random.once(in: 5) ? schedule.requestWithoutWaiting() : schedule.request()
            case 2 where isRunning:
                isRunning = false
                starts = schedule.finish(isDue: false, waitsForListener: random.once(in: 2))
            default: starts = schedule.didReceive(schedule.runCount)
            }
            if starts {
                if isRunning { wrong.append("two runs in step \(step)") }
                isRunning = true
                _ = schedule.begin()
                seen = changes
            }
            if schedule.isAtRest, seen != changes { wrong.append("a lost change in step \(step)") }
        }
        let runsAgain =
            isRunning && schedule.finish(isDue: false, waitsForListener: false)
            || schedule.stopWaiting()
        if runsAgain { seen = changes }
        #expect(wrong.isEmpty && seen == changes)
    }
}
