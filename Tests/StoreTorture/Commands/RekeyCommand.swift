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

    /// A change of the key.
    private struct Change: CustomStringConvertible {
        let description: String
        let former: EncryptionKey?
        let new: EncryptionKey?
        var rewritingFiles = false
    }

    private static let blob = Data(repeating: 7, count: 200_000)

    private let directory: String

    init(_ arguments: inout Arguments) throws {
        directory = try arguments.word("DIR")
    }

    private static func changes() throws -> [Change] {
        let (one, two) = (
            try EncryptionKey(data: Data(repeating: 1, count: EncryptionKey.length)),
            try EncryptionKey(data: Data(repeating: 2, count: EncryptionKey.length))
        )
        return [
            Change(description: "encrypt", former: nil, new: one),
            Change(description: "decrypt", former: one, new: nil),
            Change(description: "exchange", former: one, new: two),
            Change(description: "rewrite", former: one, new: two, rewritingFiles: true),
        ]
    }

    func run() throws {
        guard fault_injection_is_available() else {
            throw TortureFailure("this build cannot simulate failures")
        }
        for change in try Self.changes() {
            var number = 1
            while try run(change, failingFrom: number) > 0 { number += 1 }
            try require(number > 1, "\(change): no call has failed")
            Console.print("rekey: \(change): \(number - 1) runs")
        }
    }

    /// Changes the key, and verifies the database.
    ///
    /// - Returns: The number of calls that failed.
    private func run(_ change: Change, failingFrom number: Int) throws -> Int {
        let name = "\(change)-\(number)"
        try make(name, change.former)
        var plan = try FaultPlan(kind: "all", error: "EIO", stickiness: "sticky")
        plan.number = number
        let database = try open(name, change.former)
        plan.arm()
        let isChanged =
            (try? database.changeEncryptionKey(change.new, rewritingFiles: change.rewritingFiles))
            != nil
        let failures = FaultPlan.disarm().failures
        // A killed process closes nothing. The object keeps only its locks.
        try? database.close()
        try require(
            isChanged || failures > 0, "\(name): the key was not changed, but no call has failed")
        try verify(name, change, isChanged: isChanged)
        try Database.delete(withName: name, inDirectory: directory)
        return failures
    }

    private func configuration(_ key: EncryptionKey?) -> DatabaseConfiguration {
        var config = DatabaseConfiguration(directory: directory)
        config.encryptionKey = key
        return config
    }

    private func open(_ name: String, _ key: EncryptionKey?) throws -> Database {
        try Database(name: name, config: configuration(key))
    }

    private func make(_ name: String, _ key: EncryptionKey?) throws {
        let database = try open(name, key)
        let blob = Blob(contentType: "text/plain", data: Self.blob)
        try database.inBatch {
            try database.saveBlob(blob: blob)
            for number in 0..<50 {
                try FaultScript.save(
                    "\(number)", blob: blob, in: database.defaultCollection())
            }
        }
        try database.close()
    }

    private func verify(_ name: String, _ change: Change, isChanged: Bool) throws {
        let database: Database
        do {
            database = try open(name, isChanged ? change.new : change.former)
        } catch QuireError.Code.unreadableDatabase where !isChanged {
            // The error occurred after the change.
            database = try open(name, change.new)
        }
        try database.performMaintenance(type: .integrityCheck)
        let count = try database.defaultCollection().count
        try require(count == 50, "\(name) has \(count) documents")
        try FaultScript.checkBlob(of: "49", in: database)
        try FaultScript.save("new", in: database.defaultCollection())
        try database.close()
    }
}
