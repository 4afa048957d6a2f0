import FaultInjection
import Foundation
import Quire

/// Changes the key of a database while the disk fails from the Nth call on, for every N.
///
/// Afterward, the database has its former or its new key, and all contents: a process that is killed leaves the
/// same files.
struct RekeyCommand: Command {
    static let name = "rekey"
    static let usage = "DIR"

    private let directory: String

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
    }

    func run() throws {
        guard fault_injection_is_available() else {
            throw TortureFailure("this build cannot simulate failures")
        }
        for change in try KeyChange.all() {
            var number = 1
            while try run(change, failingFrom: number) > 0 { number += 1 }
            try require(number > 1, "\(change): no call has failed")
            Console.print("rekey: \(change): \(number - 1) runs")
        }
    }

    /// Changes the key, and verifies the database.
    ///
    /// - Returns: The number of calls that failed.
    private func run(_ change: KeyChange, failingFrom number: Int) throws -> Int {
        let name = "\(change)-\(number)"
        try change.make(name, in: directory)
        var plan = try FaultPlan(kind: "all", error: "EIO", stickiness: "sticky")
        plan.number = number
        let database = try KeyChange.open(name, in: directory, change.former)
        plan.arm()
        let isChanged = (try? change.apply(to: database)) != nil
        let failures = FaultPlan.disarm().failures
        // A killed process closes nothing. The object keeps only its locks.
        try? database.close()
        try require(
            isChanged || failures > 0, "\(name): the key was not changed, but no call has failed")
        try change.verify(name, in: directory, isChanged: isChanged)
        try Database.delete(withName: name, inDirectory: directory)
        return failures
    }
}
