// Durability settings, maintenance and copies.

import Foundation
import Quire

let directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
let careful = DatabaseConfiguration(directory: directory, fullSync: true)
let database = try Database(name: "ledger", config: careful)
let entry = MutableDocument(id: "entry", data: ["amount": 12])
try database.defaultCollection().save(document: entry)

try database.performMaintenance(type: .integrityCheck)
try database.performMaintenance(type: .compact)

// Copying a database while it is open and in use.
if let path = database.path {
    try Database.copy(fromPath: path, toDatabase: "backup", withConfig: careful)
}
let backup = try Database(name: "backup", config: careful)
print("\(try backup.defaultCollection().count) document in the backup")
try backup.delete()
try database.delete()
