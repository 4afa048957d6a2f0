import DatabaseTestSupport
import Foundation
import Quire

@testable import QuireStore

/// Two databases, of which one replicates with the other by the calls that a replicator uses.
///
/// The active database pulls and pushes, and resolves conflicts. The passive one answers.
struct ReplicatedPair {
    let active: Database
    let passive: Database
    let remote: Int

    var activeCollection: DocumentCollection {
        get throws { try active.defaultCollection() }
    }

    var passiveCollection: DocumentCollection {
        get throws { try passive.defaultCollection() }
    }

    init(active: Database, passive: Database, named name: String = "passive") throws {
        self.active = active
        self.passive = passive
        remote = try ReplicationStore(active).remoteNumber(named: name)
    }

    /// Pulls all changes of the passive database.
    ///
    /// - Returns: The results by document ID.
    @discardableResult
    func pull() throws -> [String: InsertionResult] {
        let (target, origin) = (try activeCollection, try passiveCollection)
        let changes = try origin.replicationChanges(since: 0, limit: .max, remote: nil)
        let answers = try target.answers(
            toChanges: changes.map { ($0.id, $0.version) }, remote: remote)
        var revisions: [IncomingRevision] = []
        for (change, answer) in zip(changes, answers) {
            guard case .wanted = answer,
                let revision = try origin.outgoingRevision(of: change.id, version: change.version)
            else { continue }
            for blob in revision.blobs where try !ReplicationStore(active).hasBlob(blob.digest) {
                let writer = try ReplicationStore(active).blobWriter(blob.digest, length: nil)
                let reader = try ReplicationStore(passive).blobReader(blob.digest)
                try writer.append(reader?.next(maximum: .max) ?? [])
                try writer.finish()
            }
            revisions.append(IncomingRevision(revision, refusesConflicts: false))
        }
        let results = try target.insert(revisions, from: remote)
        return Dictionary(uniqueKeysWithValues: zip(revisions.map(\.id), results))
    }

    /// Pushes all changes of the active database that the passive one can accept.
    ///
    /// - Returns: The results by document ID.
    @discardableResult
    func push() throws -> [String: InsertionResult] {
        let (origin, target) = (try activeCollection, try passiveCollection)
        var results: [String: InsertionResult] = [:]
        for change in try origin.replicationChanges(since: 0, limit: .max, remote: remote)
        where change.version != change.remoteVersion && !change.isConflicted {
            var expected = change.remoteVersion
            var answer = try propose(change, expected, target)
            if case .conflict(let current) = answer,
                try origin.setRemoteVersion(
                    current, of: change.id, at: change.version, remote: remote)
            {
                expected = current
                answer = try propose(change, expected, target)
            }
            switch answer {
            case .wanted:
                guard
                    let revision = try origin.outgoingRevision(
                        of: change.id, version: change.version)
                else { continue }
                let result = try target.insert(
                    [IncomingRevision(revision, refusesConflicts: true)], from: nil)[0]
                results[change.id] = result
                guard result == .inserted || result == .existing else { continue }
            case .present: results[change.id] = .existing
            case .conflict, .unwanted, .failed: continue
            }
            try origin.markSynchronized(
                [(change.id, change.version, change.sequence)], with: remote)
        }
        return results
    }

    private func propose(
        _ change: ReplicationChange, _ expected: String?, _ target: DocumentCollection
    ) throws -> ChangeAnswer {
        try target.answers(toProposals: [(change.id, change.version, expected)])[0]
    }

    /// Resolves all conflicts of the active database.
    func resolveAll(_ choose: (OpenConflict) throws -> ConflictResolution) throws {
        let collection = try activeCollection
        for id in try collection.openConflicts() {
            while let conflict = try collection.openConflict(of: id) {
                _ = try collection.resolve(conflict, choose(conflict))
            }
        }
    }
}

extension IncomingRevision {
    init(_ revision: OutgoingRevision, refusesConflicts: Bool) {
        self.init(
            id: revision.id, version: revision.version, history: revision.history,
            isDeleted: revision.isDeleted, body: revision.body, refusesConflicts: refusesConflicts)
    }
}

extension DocumentCollection {
    /// Returns the bodies of all documents, and `deleted` for tombstones, by ID.
    func contents() throws -> [String: String] {
        var contents: [String: String] = [:]
        for change in try replicationChanges(since: 0, limit: .max, remote: nil) {
            contents[change.id] = try change.isDeleted ? "deleted" : json(change.id) ?? "?"
        }
        return contents
    }

    /// Returns the current versions of all documents and tombstones by ID.
    func currentVersions() throws -> [String: String] {
        var versions: [String: String] = [:]
        for change in try replicationChanges(since: 0, limit: .max, remote: nil) {
            versions[change.id] = change.version
        }
        return versions
    }
}
