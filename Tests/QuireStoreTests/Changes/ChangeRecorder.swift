import Foundation
import QuirePlatform

/// A recorder for change notifications.
final class ChangeRecorder: Sendable {
    private let events = Mutex<[[String]]>([])

    func note(_ documentIDs: [String]) {
        events.withLock { $0.append(documentIDs) }
    }

    var all: [[String]] { events.withLock { $0 } }

    /// Returns the notifications once a number of them was delivered, or after a minute.
    func wait(for count: Int) -> [[String]] {
        let deadline = Date(timeIntervalSinceNow: 60)
        while all.count < count, Date() < deadline { Thread.sleep(forTimeInterval: 0.002) }
        return all
    }
}
