/// Verifies a database after the command `save` was killed.
struct VerifyCommand: Command {
    static let name = "verify"
    static let usage = "DIR ACKFILE"

    private let directory: String
    private let acknowledgements: String

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        acknowledgements = try arguments.word("ACKFILE")
    }

    func run() throws {
        let acknowledged = try Acknowledgement.read(from: acknowledgements)
        let report = try BatchVerification(directory: directory, acknowledged: acknowledged).run()
        try OtherDatabases.check(in: directory)
        Console.print(
            "verified: \(report.documentCount) documents, "
                + "\(acknowledged.count) acknowledged batches, opened in \(report.opening)")
    }
}
