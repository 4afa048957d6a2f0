import FaultInjection
import Foundation
import Quire

/// The system calls that fail, and their error.
struct FaultPlan: CustomStringConvertible {
    /// The kinds of calls, by their names in the command line.
    static let kinds: [String: UInt32] = [
        "write": FAULT_INJECTION_WRITE, "sync": FAULT_INJECTION_SYNC,
        "truncate": FAULT_INJECTION_TRUNCATE, "rename": FAULT_INJECTION_RENAME,
        "read": FAULT_INJECTION_READ,
        "open": FAULT_INJECTION_OPEN, "remove": FAULT_INJECTION_REMOVE,
        "mkdir": FAULT_INJECTION_MKDIR, "chmod": FAULT_INJECTION_CHMOD,
        "all": FAULT_INJECTION_WRITE | FAULT_INJECTION_SYNC | FAULT_INJECTION_TRUNCATE
            | FAULT_INJECTION_RENAME | FAULT_INJECTION_REMOVE | FAULT_INJECTION_MKDIR
            | FAULT_INJECTION_CHMOD,
    ]

    private static let errors: [String: Int32] = ["EIO": EIO, "ENOSPC": ENOSPC, "EMFILE": EMFILE]

    private let kindName: String
    private let kind: UInt32
    private let errorName: String
    private let error: Int32
    private let isSticky: Bool

    /// The number of the failing call, from 1; 0 for none.
    var number: Int

    /// Whether commits must wait for the disk, so that the calls occur.
    var needsFullSync: Bool { kind & FAULT_INJECTION_SYNC != 0 }

    init(kind: String, error: String, stickiness: String) throws {
        guard let kindValue = Self.kinds[kind] else {
            throw UsageError("KIND must be one of \(Self.kinds.keys.sorted()), not \(kind)")
        }
        guard let errorValue = Self.errors[error] else {
            throw UsageError("ERRNO must be one of \(Self.errors.keys.sorted()), not \(error)")
        }
        guard ["once", "sticky"].contains(stickiness) else {
            throw UsageError("STICKY must be once or sticky, not \(stickiness)")
        }
        kindName = kind
        self.kind = kindValue
        errorName = error
        self.error = errorValue
        isSticky = stickiness == "sticky"
        number = 0
    }

    var description: String {
        "\(kindName) \(number) \(errorName) \(isSticky ? "sticky" : "once")"
    }

    /// Whether reading existing data can fail.
    var letsReadsFail: Bool { kind & (FAULT_INJECTION_READ | FAULT_INJECTION_OPEN) != 0 }

    /// Returns whether an error describes the simulated failure.
    func fits(_ error: QuireError) -> Bool {
        switch error.code {
        case .ioError:
            // SQLite does not report why the disk could not be synchronized, or a journal removed.
            self.error != ENOSPC || needsFullSync || kind & FAULT_INJECTION_REMOVE != 0
                || ["the disk is full", "No space left"].contains { error.message.contains($0) }
        case .cantOpenFile, .notInTransaction: true
        // SQLite treats unreadable data as damaged, and tries to read what it cannot open.
        case .corruptData: kind & FAULT_INJECTION_READ != 0
        case .notWriteable: kind & FAULT_INJECTION_OPEN != 0
        default: false
        }
    }

    /// Starts simulating failures.
    func arm() {
        fault_injection_arm(kind, Int64(number), error, isSticky)
    }

    /// Runs a closure without simulated failures.
    static func suspended<R>(_ body: () throws -> R) rethrows -> R {
        fault_injection_suspend(true)
        defer { fault_injection_suspend(false) }
        return try body()
    }

    /// Stops simulating failures.
    ///
    /// - Returns: The numbers of counted and of failed calls.
    static func disarm() -> (calls: Int, failures: Int) {
        fault_injection_disarm()
        return (Int(fault_injection_call_count()), Int(fault_injection_failure_count()))
    }
}
