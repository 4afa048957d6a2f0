// Three versions of one app on one database: what is added, renamed and moved, and what survives.
//
//   swift run Migration

import Foundation
import Quire

let folder = FileManager.default.temporaryDirectory
    .appending(path: "Migration-\(UUID().uuidString)").path

/// Runs one version of the app: it opens the database, does something and closes it.
func run(_ title: String, _ app: (Database) throws -> Void) throws {
    print(title)
    var configuration = DatabaseConfiguration()
    configuration.directory = folder
    let database = try Database(name: "hotels", config: configuration)
    try app(database)
    try database.close()
}

/// Shows the documents as they are stored, whatever any version thinks of them.
func show(_ database: Database) throws {
    for row in try database.createQuery("SELECT * FROM _ ORDER BY META().id").execute() {
        print("  \(try row["_"]?.json(.canonical) ?? "")")
    }
}

try run("The first version saves two hotels:") {
    try FirstApp.run($0)
    try show($0)
}
try run("\nThe second one has more properties:") {
    try SecondApp.run($0)
    try show($0)
}
try run("\nThe first one saves again, and what it does not know stays:") {
    try FirstApp.runAgain($0)
    try show($0)
}
try run("\nThe third one has other names:", ThirdApp.read)
try run("\nNothing is rewritten by reading:", show)
try run("\nA sweep rewrites all documents:") {
    try ThirdApp.sweep($0)
    try show($0)
}
try Database.delete(withName: "hotels", inDirectory: folder)
