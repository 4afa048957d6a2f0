import Foundation
import Quire
import QuirePlatform

/// A recorder for the results delivered to a listener, each as JSON rows or as an error.
final class ResultRecorder: Sendable {
    private let events = Mutex<[[String]]>([])

    var all: [[String]] { events.withLock { $0 } }

    func note(_ change: QueryChange) {
        let rows = change.results.map { $0.map { $0.toJSON() } }
        let error = change.error.map { ["error \(($0 as? QuireError)?.code.rawValue ?? 0)"] }
        events.withLock { $0.append(rows ?? error ?? []) }
    }

    /// Returns the results once a number of them was delivered, or after a minute.
    func wait(for count: Int) -> [[String]] {
        waitUntil { all.count >= count }
        return all
    }
}

/// Waits until a condition is true, at most a minute.
@discardableResult
func waitUntil(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return false
}
