/// When a live query runs.
///
/// A live query is idle, running, or due: something has changed since its last run began. All changes during
/// a run cause only one more run, which begins when a listener has received the result: results that no
/// listener receives are not computed.
///
/// | event | idle | running | due, and waiting for a listener |
/// | --- | --- | --- | --- |
/// | ``request()`` | starts a run | the next run is due | nothing |
/// | ``requestWithoutWaiting()`` | starts a run | the next run is due | starts a run |
/// | ``finish(isDue:waitsForListener:)`` | | starts the next run if it is due | |
/// | ``didReceive(_:)``, ``stopWaiting()`` | nothing | nothing | starts a run |
///
/// Methods that return `true` start a run: the caller must call ``begin()`` soon.
struct RunSchedule {
    /// The number of runs that have begun.
    private(set) var runCount = 0
    private var isRunning = false
    /// Whether something has changed since the last run began.
    private var isDue = false
    /// The number of the run whose result no listener has received yet.
    private var unreceivedRun: Int?

    /// Whether the last run, if any, included all changes.
    var isAtRest: Bool { !isRunning && !isDue }

    /// Requests a run, because of a change.
    mutating func request() -> Bool {
        isDue = true
        return startsRun()
    }

    /// Requests a run that does not wait for a listener.
    mutating func requestWithoutWaiting() -> Bool {
        unreceivedRun = nil
        return request()
    }

    /// Begins a run, and returns its number.
    mutating func begin() -> Int {
        isDue = false
        runCount += 1
        return runCount
    }

    /// Ends a run that had nothing to do.
    mutating func abandon() { isRunning = false }

    /// Ends a run.
    ///
    /// - Parameters:
    ///   - isDue: Whether something has changed during the run that the watches have not reported.
    ///   - waitsForListener: Whether a listener must receive the result before the next run.
    /// - Returns: Whether the next run must begin.
    mutating func finish(isDue: Bool, waitsForListener: Bool) -> Bool {
        isRunning = false
        if isDue { self.isDue = true }
        unreceivedRun = waitsForListener ? runCount : nil
        return startsRun()
    }

    /// Records that a listener has received the result of a run.
    mutating func didReceive(_ run: Int) -> Bool { unreceivedRun == run && stopWaiting() }

    /// Waits no longer for a listener.
    mutating func stopWaiting() -> Bool {
        unreceivedRun = nil
        return startsRun()
    }

    private mutating func startsRun() -> Bool {
        guard isDue, !isRunning, unreceivedRun == nil else { return false }
        isRunning = true
        return true
    }
}
