import Quire

/// The verification of the shared database after its process was killed or the power failed.
struct BatchVerification {
    private static let longestOpening = Duration.seconds(5)

    /// The folder that contains the database.
    let directory: String
    /// The acknowledged batches.
    let acknowledged: [Acknowledgement]
    /// Whether the last acknowledged transactions may be missing.
    var mayLackLastCommits = false

    struct Report {
        let documentCount: Int
        let opening: Duration
    }

    /// Opens and verifies the database.
    ///
    /// - Parameter further: A closure with additional checks of the open database.
    /// - Returns: The numbers of verified items.
    /// - Throws: ``TortureFailure`` if the database violates a guarantee; any other error is a
    ///   violation,
    ///   too.
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
        try batches.rules.checkWholeness()
        try batches.rules.check(expected(in: batches))
        try batches.checkBlobs(in: database)
        try batches.checkExpirations(in: database)
        try batches.checkFullText()
        try batches.checkQuery(in: database)
        try TortureVectors.check(database)
        try further(database)
        try database.close()
        return Report(documentCount: batches.documents.count, opening: opening)
    }

    /// Returns the acknowledged batches that must exist: all, or all up to the last existing one.
    private func expected(in batches: StoredBatches) -> [Acknowledgement] {
        guard mayLackLastCommits else { return acknowledged }
        let last = batches.documents[BatchDocument.headID]?.batch ?? 0
        return acknowledged.filter { $0.batch <= last }
    }
}
