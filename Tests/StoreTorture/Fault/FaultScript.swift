import Fleece
import Foundation
import Quire

/// The steps to perform during simulated disk failures, and their preparation.
///
/// Each step uses separate documents, so that its result can be verified at the end.
struct FaultScript {
    let directory: String
    /// Whether a transaction writes so much that SQLite spills to disk before the commit.
    let isLarge: Bool

    static let steadyID = "steady"
    /// The number of vectors before the steps, which fill no chunk of the index.
    private static let vectors = 700
    /// The number of vectors after the steps, which fill a chunk.
    private static let allVectors = 1_100

    /// A model of a document for the repository.
    private struct Model: DocumentModel {
        static let documentType = "fault"

        @DocumentID var id: String?
        var number: Int64
    }

    // MARK: Documents

    static func save(
        _ id: String, number: Int64 = 1, payload: Int = 200, blob: Blob? = nil,
        in collection: DocumentCollection
    ) throws {
        try collection.saveBody(id: id) { writer in
            writer.beginDictionary()
            writer.writeKey("type")
            writer.write(Model.documentType)
            writer.writeKey("number")
            writer.write(number)
            writer.writeKey("payload")
            [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: payload)
                .withUnsafeBytes { writer.write(data: $0) }
            if let digest = blob?.digest {
                writer.writeKey("blob")
                writer.beginDictionary()
                for (key, value) in [
                    (Blob.typeProperty, Blob.blobType), (Blob.blobDigestProperty, digest),
                ] {
                    writer.writeKey(key)
                    writer.write(value)
                }
                writer.endDictionary()
            }
            writer.endDictionary()
        }
    }

    private static func number(_ id: String, in database: Database) throws -> Int64? {
        try database.defaultCollection().body(id: id)?["number"]?.int64
    }

    private static func areThere(_ ids: [String], in database: Database) throws -> FaultStep.State {
        var results: [String: Bool] = [:]
        for id in ids { results[id] = try number(id, in: database) != nil }
        return FaultStep.State(results)
    }

    /// Saves the data that the steps need, without simulated failures.
    func prepare(_ database: Database) throws {
        let collection = try database.defaultCollection()
        let blob = Blob(contentType: "text/plain", data: Data("steady".utf8))
        let orphan = Blob(contentType: "text/plain", data: Data("orphan".utf8))
        try database.inBatch {
            try database.saveBlob(blob: blob)
            try Self.save(Self.steadyID, blob: blob, in: collection)
            for id in ["updated", "deleted", "purged", "expiring"] {
                try Self.save(id, in: collection)
            }
        }
        try database.saveBlob(blob: orphan)
        try collection.createIndex(
            withName: TortureVectors.index, config: TortureVectors.configuration)
        _ = try TortureVectors.save(0..<Self.vectors, in: database)
        let other = try Database(
            name: "removed", config: TortureDatabase.configuration(in: directory))
        try Self.save("a", in: other.defaultCollection())
        try other.close()
    }

    // MARK: Steps

    var steps: [FaultStep] {
        var steps = [
            batch, update, nested, deletion, purge, expiration, index, vectors, changedVectors,
            vectorIndex, collection, secondObject, creation, copy, removal,
        ]
        if isLarge { steps.append(large) }
        return steps + [compaction, integrityCheck]
    }

    private var batch: FaultStep {
        let ids = (0..<5).map { "batch-\($0)" }
        return FaultStep("batch") { database in
            let collection = try database.defaultCollection()
            let blob = Blob(
                contentType: "text/plain", data: Data(repeating: 7, count: 100_000))
            try database.inBatch {
                try database.saveBlob(blob: blob)
                for id in ids {
                    try Self.save(
                        id, payload: 10_000, blob: id == ids[0] ? blob : nil, in: collection)
                }
            }
            return ids
        } state: { database in
            let state = try Self.areThere(ids, in: database)
            guard state == .after else { return state }
            try Self.checkBlob(of: ids[0], in: database)
            return state
        }
    }

    /// Checks that the blob of a document exists and is complete.
    static func checkBlob(of id: String, in database: Database) throws {
        let body = try database.defaultCollection().body(id: id)
        let digest = try require(
            body?["blob"]?.dictionary?["digest"]?.string, "\(id) has no blob")
        let blob = try database.getBlob(properties: [
            Blob.typeProperty: Blob.blobType, Blob.blobDigestProperty: digest,
        ])
        _ = try require(blob, "the blob of \(id) is missing").read()
    }

    private var update: FaultStep {
        FaultStep("update") { database in
            try Self.save("updated", number: 2, in: database.defaultCollection())
            return ["updated"]
        } state: { database in
            switch try Self.number("updated", in: database) {
            case 1: .before
            case 2: .after
            case let number: .between("number \(number.map(String.init) ?? "missing")")
            }
        }
    }

    /// A nested transaction whose error the outer one catches.
    private var nested: FaultStep {
        FaultStep("nested batches") { database in
            let collection = try database.defaultCollection()
            try database.inBatch {
                try Self.save("outer-0", in: collection)
                do {
                    try database.inBatch {
                        try Self.save("inner-0", in: collection)
                        throw CancellationError()
                    }
                } catch is CancellationError {}
                try Self.save("outer-1", in: collection)
            }
            return ["outer-0", "outer-1"]
        } state: { database in
            guard try Self.number("inner-0", in: database) == nil else {
                return .between("the nested transaction was not rolled back")
            }
            return try Self.areThere(["outer-0", "outer-1"], in: database)
        }
    }

    private var deletion: FaultStep {
        FaultStep("deletion") { database in
            try database.repository(of: Model.self).delete(id: "deleted")
            return ["deleted"]
        } state: {
            try Self.number("deleted", in: $0) == nil ? .after : .before
        }
    }

    private var purge: FaultStep {
        FaultStep("purge") { database in
            try database.defaultCollection().purge(id: "purged")
            return ["purged"]
        } state: {
            try Self.number("purged", in: $0) == nil ? .after : .before
        }
    }

    private var expiration: FaultStep {
        FaultStep("expiration") { database in
            try database.defaultCollection()
                .setDocumentExpiration(id: "expiring", expiration: .distantFuture)
            return []
        } state: { database in
            let date = try database.defaultCollection().getDocumentExpiration(id: "expiring")
            return date == nil ? .before : .after
        }
    }

    /// A full-text index on a property of all documents.
    private var index: FaultStep {
        FaultStep("index") { database in
            try database.defaultCollection().createIndex(
                withName: "byType", config: FullTextIndexConfiguration(["type"], language: ""))
            return []
        } state: { database in
            guard try database.defaultCollection().indexes().contains("byType") else {
                return .before
            }
            let found = try database.createQuery(
                QuerySource(
                    verbatim: "SELECT number FROM _ WHERE MATCH(byType, '\(Model.documentType)')")
            ).execute().allResults().count
            return found > 1 ? .after : .between("the index finds \(found) documents")
        }
    }

    /// Vectors that fill a chunk of the index.
    private var vectors: FaultStep {
        FaultStep("vectors") { database in
            try TortureVectors.save(Self.vectors..<Self.allVectors, in: database)
        } state: { database in
            try TortureVectors.check(database)
            return try Self.areThere(
                [Self.vectors, Self.allVectors - 1].map(TortureVectors.id), in: database)
        }
    }

    /// Changes of so many vectors that the chunk is removed.
    private var changedVectors: FaultStep {
        FaultStep("changed vectors") { database in
            try TortureVectors.save(0..<Self.vectors, round: 1, in: database)
        } state: { database in
            try TortureVectors.check(database)
            return FaultStep.State([
                "the first one": try Self.number(TortureVectors.id(0), in: database) != 0,
                "the last one": try Self.number(
                    TortureVectors.id(Self.vectors - 1), in: database)
                    != Int64(Self.vectors - 1),
            ])
        }
    }

    /// Another index of the vectors, with their directions.
    private var vectorIndex: FaultStep {
        FaultStep("vector index") { database in
            try database.defaultCollection().createIndex(
                withName: "byDirection",
                config: NearestIndexConfiguration("vector", dimensions: 8, metric: .cosine))
            return []
        } state: { database in
            try TortureVectors.check(database)
            let status = try database.defaultCollection().nearestIndexStatus(named: "byDirection")
            guard let count = status?.indexedCount else { return .before }
            return count >= Self.vectors ? .after : .between("the index has \(count) vectors")
        }
    }

    private var collection: FaultStep {
        FaultStep("collection") { database in
            try database.inBatch {
                try Self.save("a", in: database.createCollection(name: "added"))
            }
            return []
        } state: { database in
            let collection = try database.collection(name: "added")
            return FaultStep.State([
                "the collection": collection != nil,
                "its document": try collection?.body(id: "a") != nil,
            ])
        }
    }

    /// Another object for the same file, opened and closed.
    private var secondObject: FaultStep {
        FaultStep("second object") { _ in
            let second = try TortureDatabase.open(in: directory)
            try Self.save("second", in: second.defaultCollection())
            try second.close()
            return ["second"]
        } state: {
            try Self.areThere(["second"], in: $0)
        }
    }

    /// The creation of a database.
    private var creation: FaultStep {
        let config = TortureDatabase.configuration(in: directory)
        return FaultStep("creation") { _ in
            let other = try Database(name: "created", config: config)
            try Self.save("a", in: other.defaultCollection())
            try other.close()
            return []
        } state: { _ in
            // A partially created database must not prevent creating it.
            let other = try Database(name: "created", config: config)
            defer { try? other.close() }
            try other.performMaintenance(type: .integrityCheck)
            return try Self.areThere(["a"], in: other)
        }
    }

    private var copy: FaultStep {
        let config = TortureDatabase.configuration(in: directory)
        return FaultStep("copy") { database in
            let path = try require(database.path, "an open database has no path")
            try Database.copy(fromPath: path, toDatabase: "copied", withConfig: config)
            return []
        } state: { _ in
            try removeDrafts()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter { $0.hasPrefix("copied") || $0.hasPrefix(".quire-draft-copied") }
            guard names == ["copied.cblite2"] else {
                return names.isEmpty ? .before : .between("\(names) are left")
            }
            let copy = try Database(name: "copied", config: config)
            defer { try? copy.close() }
            try copy.performMaintenance(type: .integrityCheck)
            try Self.checkBlob(of: Self.steadyID, in: copy)
            return .after
        }
    }

    /// Makes the deletion of a database remove left-over temporary folders, by making them one
    /// minute
    /// old.
    private func removeDrafts() throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: directory)
        where name.hasPrefix(".quire-draft-") {
            try files.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)],
                ofItemAtPath: "\(directory)/\(name)")
        }
        let config = TortureDatabase.configuration(in: directory)
        try Database(name: "deleted", config: config).close()
        try Database.delete(withName: "deleted", inDirectory: directory)
    }

    /// The deletion of a database, of which at most a temporary folder remains.
    private var removal: FaultStep {
        let config = TortureDatabase.configuration(in: directory)
        return FaultStep("removal", mayThrowAfterwards: true) { _ in
            try Database.delete(withName: "removed", inDirectory: directory)
            return []
        } state: { _ in
            guard Database.exists(withName: "removed", inDirectory: directory) else {
                return .after
            }
            let other = try Database(name: "removed", config: config)
            defer { try? other.close() }
            try other.performMaintenance(type: .integrityCheck)
            return try Self.areThere(["a"], in: other) == .after
                ? .before : .between("the database has lost its document")
        }
    }

    /// More data than the cache can contain, in a nested transaction whose error the outer one
    /// catches.
    private var large: FaultStep {
        let outer = ["large-0", "large-1"]
        let inner = (0..<14).map { "large-inner-\($0)" }
        return FaultStep("large batch") { database in
            let collection = try database.defaultCollection()
            var told = outer
            try database.inBatch {
                try Self.save(outer[0], in: collection)
                do {
                    try database.inBatch {
                        for id in inner { try Self.save(id, payload: 1_000_000, in: collection) }
                    }
                    told = [outer[0]] + inner + [outer[1]]
                } catch is QuireError {}
                try Self.save(outer[1], in: collection)
            }
            return told
        } state: { database in
            if case .between(let reason) = try Self.areThere(inner, in: database) {
                return .between(reason)
            }
            let state = try Self.areThere(outer, in: database)
            let isInnerThere = try Self.number(inner[0], in: database) != nil
            return state == .before && isInnerThere ? .between("only the nested one") : state
        }
    }

    private var compaction: FaultStep {
        FaultStep("compaction") { database in
            try database.performMaintenance(type: .compact)
            return []
        }
    }

    private var integrityCheck: FaultStep {
        FaultStep("integrity check") { database in
            try database.performMaintenance(type: .integrityCheck)
            return []
        }
    }
}
