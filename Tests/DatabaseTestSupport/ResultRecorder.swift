import Foundation
package import Quire
import QuirePlatform

/// A recorder for the results delivered to a listener, each as JSON rows or as an error.
package final class ResultRecorder: Sendable {
    private let events = Mutex<[[String]]>([])

    package init() {}

    package var all: [[String]] { events.withLock { $0 } }

    package func note(_ change: QueryChange) {
        let rows = change.results.map { $0.map { $0.toJSON() } }
        let error = change.error.map { ["error \(($0 as? QuireError)?.code.rawValue ?? 0)"] }
        events.withLock { $0.append(rows ?? error ?? []) }
    }

    /// Returns the results once a number of them was delivered, or after a minute.
    package func wait(for count: Int) -> [[String]] {
        waitUntil { all.count >= count }
        return all
    }
}

/// Waits until a condition is true, at most a minute.
@discardableResult
package func waitUntil(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return false
}
