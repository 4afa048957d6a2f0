import Foundation
import Quire

/// The verification of the state after a power loss.
struct PowerVerification {
    /// The folder with the databases.
    let directory: String
    /// The operations that had completed before the power loss.
    let history: PowerHistory
    /// Whether every commit waited for the disk.
    let fullSync: Bool

    /// Opens all databases and verifies them.
    func run() throws {
        let shared = BatchVerification(
            directory: directory, acknowledged: history.acknowledgements,
            mayLackLastCommits: !fullSync)
        _ = try shared.run { try PowerWorkload.checkOwners(in: $0) }
        for (name, other) in history.others.sorted(by: { $0.key < $1.key }) {
            try check(other, name)
        }
    }

    private func check(_ other: PowerHistory.Other, _ name: String) throws {
        guard Database.exists(withName: name, inDirectory: directory) else {
            let mayBeMissing = other.isBeingDeleted || !fullSync && !other.isCopy
            return try require(mayBeMissing, "the database \(name) is missing")
        }
        try require(!other.isDeleted, "the database \(name) exists after its deletion")
        if other.isCopy {
            try OtherDatabases.checkCopy(name, in: directory)
        } else {
            let isComplete = try OtherDatabases.checkNew(name, in: directory)
            try require(isComplete || !fullSync, "the database \(name) has lost its document")
        }
    }
}
