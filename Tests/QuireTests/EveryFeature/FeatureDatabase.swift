import DatabaseTestSupport
import Fleece
import Foundation
import Quire

/// Writes the database that has every feature, always with the same content.
///
/// The fixture `every-feature.cblite2` is such a database, written by the release that added this
/// test. Later releases must read it as `every-feature.json` describes it. To update both, run:
///
///     QUIRE_WRITE_FIXTURES=1 Scripts/test --filter FeatureDatabaseTests
struct FeatureDatabase {
    static let name = "every-feature"

    /// 2100-01-01.
    static let expiration = Date(timeIntervalSince1970: 4_102_444_800)

    let database: Database

    /// Writes the database.
    ///
    /// It begins as a copy of a database that a replicator of Couchbase Lite has synchronized, with
    /// revisions of remote databases, a conflict, a tombstone and checkpoints.
    init(in folder: StoreFolder) throws {
        try folder.copyFixture("legacy-and-conflict.cblite2")
        try FileManager.default.moveItem(
            atPath: folder.path + "/legacy-and-conflict.cblite2",
            toPath: folder.path + "/\(Self.name).cblite2")
        database = try folder.open(Self.name)
        try saveSynchronizedDocuments()
        try saveValues()
        try saveLives()
        try saveModels()
        try createIndexes()
        try saveManyKeys()
    }

    /// Documents of which a remote database has revisions: some stay as they were synchronized.
    private func saveSynchronizedDocuments() throws {
        let documents = try database.defaultCollection()
        for id in ["d2", "q1"] {
            try documents.saveBody(id: id) { writer in
                writer.beginDictionary()
                writer.writeKey("saved")
                writer.write("here")
                writer.endDictionary()
            }
        }
    }

    /// Documents that were deleted, purged, restored or expire.
    private func saveLives() throws {
        let lives = try database.createCollection(name: "Lives", scope: "Kinds")
        for id in ["deleted", "expires", "again", "purged", "changed", "rolled back"] {
            try lives.save(document: MutableDocument(id: id, json: #"{"round":1,"kept":true}"#))
        }
        for id in ["deleted", "again"] { try lives.delete(id: id) }
        try lives.save(document: MutableDocument(id: "again", json: #"{"round":2}"#))
        try lives.purge(id: "purged")
        try lives.setDocumentExpiration(id: "expires", expiration: Self.expiration)
        for round in 2...4 {
            if let document = try lives.document(id: "changed")?.toMutable() {
                try lives.save(document: document.setInt(round, forKey: "round"))
            }
        }
        try? database.inBatch {
            try lives.delete(id: "rolled back")
            try lives.save(document: MutableDocument(id: "never", json: "{}"))
            throw CancellationError()
        }
        try database.createCollection(name: "empty", scope: "Kinds")
        try database.createCollection(name: "removed", scope: "Kinds")
            .save(document: MutableDocument(id: "a", json: "{}"))
        try database.deleteCollection(name: "removed", scope: "Kinds")
    }

    /// More keys than the table of shared keys can have.
    private func saveManyKeys() throws {
        let keys = try database.createCollection(name: "keys", scope: "Kinds")
        let pairs = (0..<2060).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
        try keys.save(document: MutableDocument(id: "many", json: "{\(pairs)}"))
        try keys.save(document: MutableDocument(id: "after", json: #"{"unshared":{"later":1}}"#))
    }
}

extension DocumentCollection {
    /// Deletes the document of an ID.
    fileprivate func delete(id: String) throws {
        if let document = try document(id: id) { try delete(document: document) }
    }
}
