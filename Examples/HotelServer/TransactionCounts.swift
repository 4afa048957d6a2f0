import Foundation
import Quire

/// Counts of transactions, which any thread can add to.
final class TransactionCounts: @unchecked Sendable {
    // `@unchecked Sendable`: the lock protects the counts.
    private let lock = NSLock()
    private var revisions = 0
    private var conflicts = 0

    func add(_ operation: DatabaseOperation) {
        guard operation.kind == .transaction else { return }
        lock.withLock {
            revisions += operation.rowCount
            if let error = operation.error as? QuireError, error.code == .conflict {
                conflicts += 1
            }
        }
    }

    var summary: String {
        lock.withLock {
            """
            \(revisions) revisions were committed. \
            At least 57 transactions had a conflict: \(conflicts >= 57 ? "yes" : "no")
            """
        }
    }
}
