// Transactions, listeners, and documents that expire.

import CouchbaseLiteSwift
import Dispatch
import Foundation

var configuration = DatabaseConfiguration()
configuration.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let database = try Database(name: "users", config: configuration)

// Eleven documents in one transaction: all of them or none.
try database.inBatch {
    for number in 0...10 {
        let user = MutableDocument(id: "user.\(number)")
        user.setValue("user", forKey: "type")
        user.setValue("user \(number)", forKey: "name")
        user.setBoolean(false, forKey: "admin")
        try database.saveDocument(user)
    }
}
print("\(database.count) users")

// Releasing the token does not remove the listener.
let isTold = DispatchSemaphore(value: 0)
database.addDocumentChangeListener(withID: "user.john", queue: .global()) { change in
    if let user = change.database.document(withID: change.documentID) {
        print("status:", user.string(forKey: "verified_account") ?? "unknown")
    }
    isTold.signal()
}
try database.saveDocument(
    MutableDocument(id: "user.john").setString("yes", forKey: "verified_account"))
isTold.wait()

// The first document expires in a day, the second in a minute. The third no longer expires.
try database.setDocumentExpiration(
    withID: "user.1", expiration: Calendar.current.date(byAdding: .day, value: 1, to: Date()))
try database.setDocumentExpiration(withID: "user.2", expiration: Date(timeIntervalSinceNow: 60))
try database.setDocumentExpiration(withID: "user.3", expiration: Date(timeIntervalSinceNow: 60))
try database.setDocumentExpiration(withID: "user.3", expiration: nil)

// In a query, an expiration is in milliseconds since 1970; a `Date` uses seconds.
let limit = Date(timeIntervalSinceNow: 5 * 60).timeIntervalSince1970 * 1000
let query = try database.createQuery("SELECT META().id FROM _ WHERE META().expiration < $limit")
query.parameters = ["limit": .double(limit)]
for row in try query.execute() { print("expires soon:", row.toJSON()) }
try database.delete()
