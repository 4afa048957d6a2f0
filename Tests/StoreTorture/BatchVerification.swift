import Quire

/// The verification of the database that commands share, after its program was killed or the power
/// failed.
struct BatchVerification {
    private static let longestOpening = Duration.seconds(5)

    /// The folder that the database is in.
    let directory: String
    /// What was acknowledged.
    let acknowledged: [Acknowledgement]
    /// Whether the last transactions may be missing although they were acknowledged.
    var mayLackLastCommits = false

    struct Report {
        let documentCount: Int
        let opening: Duration
    }

    /// Opens the database and verifies all of it.
    ///
    /// - Parameter further: A closure that verifies more of the open database.
    /// - Returns: How much was verified.
    /// - Throws: ``TortureFailure`` if the database did not keep a promise; any other error means the
    ///   same.
    func run(further: (Database) throws -> Void = { _ in }) throws -> Report {
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
        try batches.check(expected(in: batches))
        try batches.checkBlobs(in: database)
        try batches.checkExpirations(in: database)
        try batches.checkFullText()
        try batches.checkQuery(in: database)
        try further(database)
        try database.close()
        return Report(documentCount: batches.documents.count, opening: opening)
    }

    /// The acknowledged batches that must be there: all, or all up to the last one that is.
    private func expected(in batches: StoredBatches) -> [Acknowledgement] {
        guard mayLackLastCommits else { return acknowledged }
        let last = batches.documents[BatchDocument.headID]?.batch ?? 0
        return acknowledged.filter { $0.batch <= last }
    }
}
