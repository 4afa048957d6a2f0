import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireModels
@testable import QuireQuery

/// Transactions that read before they write, compared with the same transactions without the reads.
///
/// A transaction remembers the document that it read last.
@Suite struct ReadingBeforeWritingTests {
    /// The second and third IDs are canonically equivalent, but different.
    static let ids = ["a", "\u{e9}", "e\u{301}"]

    indirect enum Step {
        case save(String, Int)
        case saveNew(String, Int)
        case saveAtLastRevision(String, Int)
        case merge(String, Int, mergesStored: Bool)
        case delete(String)
        case deleteAtLastRevision(String)
        case purge(String)
        case expire(String)
        case nested([Step], isUndone: Bool)
    }

    struct Undo: Error {}

    /// A run of the steps of a transaction.
    struct Run {
        let collection: DocumentCollection
        /// A closure that returns the IDs of the documents to read before one is written.
        let readsBefore: (String) -> [String]
        var revisions: [DocumentIDKey: RevisionID] = [:]
        var outcomes: [String] = []

        mutating func perform(_ steps: [Step]) throws {
            for step in steps {
                do {
                    try perform(step)
                    outcomes.append("done")
                } catch let error as QuireError {
                    outcomes.append("\(error.code)")
                }
            }
        }

        private mutating func perform(_ step: Step) throws {
            switch step {
            case .save(let id, let value): try save(id, value, .any)
            case .saveNew(let id, let value): try save(id, value, .absent)
            case .saveAtLastRevision(let id, let value): try save(id, value, lastRevision(id))
            case .merge(let id, let value, let mergesStored):
                read(before: id)
                let saved = try collection.save(
                    encoding: { writer in
                        try JSONReader.read("{\"value\": \(value)}", into: writer)
                        return WriteTarget(id: id, if: .any, mergesStored: mergesStored)
                    },
                    merging: { stored, _, writer in
                        let old = stored.body["value"]?.int64 ?? 0
                        try JSONReader.read("{\"value\": \(old + Int64(value))}", into: writer)
                        return true
                    })
                revisions[DocumentIDKey(id)] = try saved.revision(in: collection.storage).revisionID
            case .delete(let id): try delete(id, .any)
            case .deleteAtLastRevision(let id): try delete(id, lastRevision(id))
            case .purge(let id):
                read(before: id)
                try collection.purge(id: id)
            case .expire(let id):
                read(before: id)
                let date = Date(timeIntervalSince1970: 5_000_000_000)
                try collection.setDocumentExpiration(id: id, expiration: date)
            case .nested(let steps, let isUndone):
                do {
                    try collection.database.inBatch {
                        try perform(steps)
                        if isUndone { throw Undo() }
                    }
                } catch is Undo {}
            }
        }

        private mutating func save(
            _ id: String, _ value: Int, _ precondition: RevisionPrecondition
        ) throws {
            read(before: id)
            revisions[DocumentIDKey(id)] = try collection.save(
                id, "{\"value\": \(value)}", expecting: precondition
            ).revisionID
        }

        private mutating func delete(_ id: String, _ precondition: RevisionPrecondition) throws {
            read(before: id)
            let deleted = try collection.delete(id: id, expecting: precondition)
            if let deleted { revisions[DocumentIDKey(id)] = deleted.revisionID }
        }

        private func lastRevision(_ id: String) -> RevisionPrecondition {
            revisions[DocumentIDKey(id)].map { .revision($0) } ?? .existing(nil)
        }

        private func read(before id: String) {
            for id in readsBefore(id) { _ = try? collection.record(id: id) }
        }
    }

    static func steps(_ generator: inout SplitMix64, depth: Int = 0) -> [Step] {
        (0..<12).map { _ in
            let id = ids[generator.next(below: ids.count)]
            let value = generator.next(below: 100)
            switch generator.next(below: depth < 2 ? 12 : 10) {
            case 0...1: return .save(id, value)
            case 2: return .saveNew(id, value)
            case 3...4: return .saveAtLastRevision(id, value)
            case 5: return .merge(id, value, mergesStored: generator.once(in: 2))
            case 6: return .delete(id)
            case 7: return .deleteAtLastRevision(id)
            case 8: return .purge(id)
            case 9: return .expire(id)
            default:
                return .nested(
                    steps(&generator, depth: depth + 1), isUndone: generator.once(in: 2))
            }
        }
    }

    /// Runs a transaction, and returns the outcomes of its steps and the rows of the tables.
    private func result(
        of steps: [Step], readingBefore readsBefore: @escaping (String) -> [String]
    ) throws -> [String] {
        let folder = try StoreFolder()
        let database = try folder.open()
        var run = Run(
            collection: try database.defaultCollection(), readsBefore: readsBefore)
        for id in Self.ids { try run.collection.save(id, "{\"value\": -1}") }
        try database.inBatch { try run.perform(steps) }
        let bodies = try Self.ids.map { id in
            "\(try run.collection.record(id: id)?.body.value.json() ?? "none")"
        }
        try database.close()
        let columns = "hex(key), sequence, flags, expiration"
        let live = try folder.rows("SELECT \(columns) FROM kv_default ORDER BY sequence")
        let dead = try folder.rows("SELECT \(columns) FROM kv_del_default ORDER BY sequence")
        return run.outcomes + bodies + live + dead
    }

    @Test(arguments: 0..<60)
    func `a transaction that reads before each write has the same result as one that does not read`(
        seed: Int
    ) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let steps = Self.steps(&generator)
        #expect(
            try result(of: steps) { [$0] } == result(of: steps) { _ in [] })
    }

    @Test(arguments: 0..<20)
    func `a transaction that reads other documents before each write has the same result`(
        seed: Int
    ) throws {
        var generator = SplitMix64(seed: UInt64(1000 + seed))
        let steps = Self.steps(&generator)
        #expect(
            try result(of: steps) { id in [id] + Self.ids.filter { $0 != id } }
                == result(of: steps) { _ in [] })
    }
}
