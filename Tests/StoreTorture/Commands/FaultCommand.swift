import FaultInjection
import Foundation

/// Simulates a failure of the Nth disk call, for one N or for a range.
struct FaultCommand: Command {
    static let name = "fault"
    static let usage =
        "DIR N|1...LIMIT write|sync|truncate|rename|read|open|remove|mkdir|chmod|all "
        + "EIO|ENOSPC|EMFILE once|sticky [--large]"

    private let directory: String
    /// The one call that fails, or `nil` to sweep.
    private let number: Int?
    /// The last call up to which a sweep covers every call.
    private let limit: Int
    private let plan: FaultPlan
    private let isLarge: Bool

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
        let word = try arguments.word("N")
        let bound = word.hasPrefix("1...") ? Int(word.dropFirst(4)) : nil
        number = bound == nil ? Int(word) : nil
        guard bound != nil || number != nil else {
            throw UsageError("N must be an integer or a range from 1: \(word)")
        }
        limit = bound ?? 1
        plan = try FaultPlan(
            kind: arguments.word("KIND"), error: arguments.word("ERRNO"),
            stickiness: arguments.word("STICKY"))
        isLarge = arguments.flag("large")
    }

    func run() throws {
        guard fault_injection_is_available() else {
            throw TortureFailure("this build cannot simulate failures")
        }
        if let number {
            let report = try run(number)
            Console.print(
                "fault: \(report.failures) of \(report.calls) calls failed, "
                    + "thrown: \(report.thrown)")
            return
        }
        let calls = try run(0).calls
        var runs = 0
        var throwing = 0
        for number in Self.numbers(upTo: calls, limit: limit) {
            let report = try run(number)
            // A run with failures has other calls than one without.
            if report.failures == 0 { break }
            runs += 1
            if !report.thrown.isEmpty { throwing += 1 }
        }
        try require(throwing > 0, "\(plan): none of \(calls) failed calls caused an error")
        Console.print("fault: \(runs) runs of \(calls) calls, errors in \(throwing)")
    }

    /// Returns the calls that fail: all up to the limit, and a sample of the others.
    private static func numbers(upTo calls: Int, limit: Int) -> [Int] {
        let first = Array(1...max(1, min(limit, calls)))
        let others = min(limit / 2, calls - first.count)
        guard others > 0 else { return first }
        return first + (1...others).map { limit + (calls - limit) * $0 / others }
    }

    /// Runs the script in a separate folder, which is kept after a failure.
    private func run(_ number: Int) throws -> FaultRun.Report {
        var plan = plan
        plan.number = number
        let folder = "\(directory)/fault-\(number)"
        do {
            let report = try FaultRun(plan, directory: folder, isLarge: isLarge).run()
            try FileManager.default.removeItem(atPath: folder)
            return report
        } catch {
            throw TortureFailure("\(plan): \(error); the databases are in \(folder)")
        }
    }
}
