import Foundation
import Quire

/// The batches in a database, read document by document.
struct StoredBatches {
    let documents: [String: BatchDocument]
    private let rows: StoredRows

    /// Reads every document in the tables.
    init(_ database: Database, _ rows: StoredRows) throws {
        self.rows = rows
        let collection = try database.defaultCollection()
        var documents: [String: BatchDocument] = [:]
        for id in rows.live.keys {
            let body = try require(
                try collection.body(id: id), "\(id) has a row and is not read")
            // Documents of the fixture must only be readable.
            documents[id] = try BatchDocument(id: id, body)
        }
        self.documents = documents
    }

    /// The rules of the batches.
    var rules: BatchRules {
        BatchRules(documents: documents, sequences: rows.live.mapValues(\.sequence))
    }

    /// Checks that every blob exists and is complete, and that its document has the attachments
    /// flag.
    func checkBlobs(in database: Database) throws {
        for (id, document) in documents {
            let isMarked = (rows.live[id]?.flags ?? 0) & 4 != 0
            try require(
                isMarked == (document.blob != nil), "the flag 4 of \(id) says \(isMarked)")
            guard let properties = document.blobProperties else { continue }
            let blob = try require(
                try database.getBlob(properties: properties),
                "the blob \(document.blob?.digest ?? "") of \(id) is missing")
            // Reading compares the digest and the length with those in the document.
            _ = try blob.read()
        }
    }

    /// Checks that documents have their expiration dates.
    func checkExpirations(in database: Database) throws {
        let collection = try database.defaultCollection()
        for (id, document) in documents {
            guard let expires = document.expires else { continue }
            let date = try collection.getDocumentExpiration(id: id)
            try require(
                date == Date(timeIntervalSince1970: Double(expires) / 1000)
                    && rows.live[id]?.expiration == expires,
                "\(id) expires at \(date.map { "\($0)" } ?? "no time"), not at \(expires)")
        }
    }

    /// Checks that the full-text index contains the strings of the documents.
    func checkFullText() throws {
        for (id, document) in documents {
            try require(
                rows.indexedTexts[id] == document.description,
                "the full-text index has another text of \(id)")
        }
    }

    /// Checks that a query, which uses an index if there is one, has the same results as a full
    /// scan.
    func checkQuery(in database: Database) throws {
        let query = try database.createQuery(
            "SELECT meta().id AS id FROM _ WHERE type = 'torture' AND room_rate >= 50")
        struct Row: Decodable { let id: String }
        let found = try query.execute().decode(Row.self).map(\.id)
        let expected = documents.values.filter { $0.rate >= 50 }.map(\.id)
        try require(
            found.sorted() == expected.sorted(),
            "a query finds \(found.count) documents and a scan \(expected.count)")
        try TortureIndexes.check(Array(documents.values), in: database)
    }
}
