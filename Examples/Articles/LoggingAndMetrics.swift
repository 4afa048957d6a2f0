// A log, metrics of queries and transactions, and a list of slow queries.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
}

QuireLog.setHandler(minimumLevel: .debug) { message in
    print("[\(message.level)] \(message.text)")
}

/// The sums of the operations of one kind.
struct OperationSums {
    var count = 0
    var errors = 0
    var rows = 0
    var duration = Duration.zero
}

/// Sums of all operations by kind, which any thread can add to.
final class OperationCounts: @unchecked Sendable {
    // `@unchecked Sendable`: the lock protects the sums.
    private let lock = NSLock()
    private var sums: [DatabaseOperation.Kind: OperationSums] = [:]

    func add(_ operation: DatabaseOperation) {
        lock.lock()
        defer { lock.unlock() }
        sums[operation.kind, default: OperationSums()].count += 1
        sums[operation.kind, default: OperationSums()].errors += operation.error == nil ? 0 : 1
        sums[operation.kind, default: OperationSums()].rows += operation.rowCount
        sums[operation.kind, default: OperationSums()].duration += operation.duration
    }

    func sums(of kind: DatabaseOperation.Kind) -> OperationSums {
        lock.lock()
        defer { lock.unlock() }
        return sums[kind] ?? OperationSums()
    }
}

let counts = OperationCounts()
QuireMetrics.setHandler { counts.add($0) }

let database = try Database(inMemoryNamed: "travel")
let hotels = try database.repository(of: Hotel.self)
try hotels.save([
    Hotel(id: "grand", name: "Grand", city: "Oslo", roomRate: 240),
    Hotel(id: "harbour", name: "Harbour House", city: "Bergen", roomRate: 121),
])
try hotels.update("grand") { $0.roomRate = 250 }
_ = try hotels.filter { $0.roomRate < 200 }.all()
_ = try? database.inBatch {
    try hotels.delete(id: "grand")
    throw CancellationError()
}

for kind in [DatabaseOperation.Kind.query, .transaction] {
    let sums = counts.sums(of: kind)
    print("\(kind): \(sums.count), errors: \(sums.errors), rows: \(sums.rows)")
}

// The text of a slow query contains no values. All queries are slow here.
let threshold = Duration.zero
QuireMetrics.setHandler { operation in
    guard operation.duration >= threshold, let statement = operation.statement else { return }
    print(statement)
}
_ = try hotels.filter { $0.city == "Bergen" && $0.roomRate < 200 }.all()
let city = "Oslo"
_ = try database.query("SELECT name FROM _ WHERE city = \(city) ORDER BY name LIMIT 10")
QuireMetrics.setHandler(nil)
