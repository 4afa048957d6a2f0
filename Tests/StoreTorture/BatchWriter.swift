import Fleece
import Foundation
import Quire
import QuireTestSupport

/// A writer of batches of documents with consecutive numbers, starting after the last one stored.
struct BatchWriter {
    private let database: Database
    private let collection: DocumentCollection

    /// Late enough that no document expires before it is verified.
    private static let firstExpiration: Int64 = 4_102_444_800_000

    init(_ database: Database) throws {
        self.database = database
        collection = try database.defaultCollection()
    }

    /// Saves the next batch in one transaction.
    ///
    /// - Returns: The acknowledgement to print once the batch is saved.
    func saveNext(using random: inout SplitMix64) throws -> Acknowledgement {
        let blob = Blob(
            contentType: "application/octet-stream", data: Self.content(using: &random))
        return try database.inBatch {
            // Another process may have saved batches.
            let id = BatchDocument.headID
            let last = try collection.body(id: id).flatMap { try BatchDocument(id: id, $0) }
            return try save((last?.batch ?? 0) + 1, blob, using: &random)
        }
    }

    private func save(
        _ batch: Int64, _ blob: Blob, using random: inout SplitMix64
    ) throws -> Acknowledgement {
        try database.saveBlob(blob: blob)
        let digest = try require(blob.digest, "a saved blob has no digest")
        let documents = Self.documents(of: batch, (digest, Int64(blob.length)), using: &random)
        for document in documents { try save(document) }
        return Acknowledgement(
            batch: batch, sequence: try database.sequence(of: BatchDocument.headID),
            ids: documents.map(\.id))
    }

    private func save(_ document: BatchDocument) throws {
        try collection.saveBody(id: document.id) { document.write(to: $0) }
        if let expires = document.expires {
            try collection.setDocumentExpiration(
                id: document.id,
                expiration: Date(timeIntervalSince1970: Double(expires) / 1000))
        }
    }

    /// Returns the documents of a batch, one of which has a blob and one of which expires.
    static func documents(
        of batch: Int64, _ blob: (digest: String, length: Int64), using random: inout SplitMix64
    ) -> [BatchDocument] {
        let ids = ids(of: batch, using: &random)
        var documents = ids.enumerated().map { part, id in
            BatchDocument(id: id, batch: batch, part: part, ids: ids, using: &random)
        }
        let owner = Int.random(in: 0..<documents.count, using: &random)
        let mortal = Int.random(in: 0..<documents.count, using: &random)
        documents[owner].blob = blob
        documents[mortal].expires = firstExpiration + batch * 1000
        return documents
    }

    /// Returns IDs of existing, possibly existing, and new documents.
    private static func ids(of batch: Int64, using random: inout SplitMix64) -> [String] {
        var ids: [String] = []
        while ids.count < BatchDocument.batchSize - 1 {
            let id =
                random.once(in: 4)
                ? "new-\(batch)-\(ids.count)" : "doc-\(Int.random(in: 0..<150, using: &random))"
            if !ids.contains(id) { ids.append(id) }
        }
        return ids + [BatchDocument.headID]
    }

    private static func content(using random: inout SplitMix64) -> Data {
        let count = Int.random(in: 1...20_000, using: &random)
        var content = Data(capacity: count)
        while content.count < count { content.append(UInt8.random(in: 0...255, using: &random)) }
        return content
    }
}
