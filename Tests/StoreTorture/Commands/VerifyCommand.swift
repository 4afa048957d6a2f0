import Foundation
import Quire

/// Checks a database after the command `save` was killed.
struct VerifyCommand: Command {
    static let name = "verify"
    static let usage = "DIR ACKFILE"

    private static let longestOpening = Duration.seconds(5)

    private let directory: String
    private let acknowledgements: String

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        acknowledgements = try arguments.word("ACKFILE")
    }

    func run() throws {
        let acknowledged = try Acknowledgement.read(from: acknowledgements)
        let beginning = ContinuousClock.now
        let database = try TortureDatabase.open(in: directory)
        _ = try database.defaultCollection().count
        let opening = ContinuousClock.now - beginning
        try require(opening < Self.longestOpening, "it took \(opening) to open the database")
        try database.performMaintenance(type: .integrityCheck)

        let rows = try StoredRows(ofFile: TortureDatabase.file(in: directory))
        try rows.checkSequences()
        let batches = try StoredBatches(database, rows)
        try batches.checkWholeness()
        try batches.check(acknowledged)
        try batches.checkBlobs(in: database)
        try batches.checkExpirations(in: database)
        try batches.checkFullText()
        try batches.checkQuery(in: database)
        try database.close()
        try OtherDatabases.check(in: directory)
        Console.print(
            "verified: \(batches.documents.count) documents, "
                + "\(acknowledged.count) acknowledged batches, opened in \(opening)")
    }
}
