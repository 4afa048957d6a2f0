// Three versions of an app that use one database, and add, rename and move properties.
//
//   swift run Migration

import Foundation
import Quire

let folder = FileManager.default.temporaryDirectory
    .appending(path: "Migration-\(UUID().uuidString)").path

/// Opens the database, runs one version of the app and closes the database.
func run(_ title: String, _ app: (Database) throws -> Void) throws {
    print(title)
    var configuration = DatabaseConfiguration()
    configuration.directory = folder
    let database = try Database(name: "hotels", config: configuration)
    try app(database)
    try database.close()
}

/// Prints the documents as they are stored.
func show(_ database: Database) throws {
    for row in try database.query("SELECT * FROM _ ORDER BY META().id") {
        print("  \(try row["_"]?.json(.canonical) ?? "")")
    }
}

try run("The first version saves two hotels:") {
    try FirstApp.run($0)
    try show($0)
}
try run("\nThe second version adds properties:") {
    try SecondApp.run($0)
    try show($0)
}
try run("\nThe first version saves again and keeps the properties that it doesn't declare:") {
    try FirstApp.runAgain($0)
    try show($0)
}
try run("\nThe third version renames properties:", ThirdApp.read)
try run("\nReading does not change the stored documents:", show)
try run("\nA sweep rewrites all documents:") {
    try ThirdApp.sweep($0)
    try show($0)
}
try Database.delete(withName: "hotels", inDirectory: folder)
