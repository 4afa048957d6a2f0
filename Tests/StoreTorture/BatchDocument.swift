import Fleece
import Quire
import QuireTestSupport

/// One of the five documents that the command `save` saves in one transaction.
///
/// Each document contains its batch number and the IDs of the other documents, so that any of them
/// shows whether the batch is complete.
struct BatchDocument {
    /// The number of documents per batch; the last one always has the ID ``headID``.
    static let batchSize = 5
    /// The document that every batch saves.
    static let headID = "head"
    static let type = "torture"

    var id: String
    var batch: Int64
    /// The position in the batch, from 0.
    var part: Int64
    /// The IDs of all documents of the batch.
    var ids: [String]
    /// An integer for the value index.
    var rate: Int64
    /// A string for the full-text index.
    var description: String
    /// The name of a field that contains the batch number.
    var fieldName: String
    /// The properties of the blob: digest and length.
    var blob: (digest: String, length: Int64)?
    /// The expiration date in milliseconds since 1970.
    var expires: Int64?

    private static let contentType = "application/octet-stream"

    /// The properties for looking up the blob.
    var blobProperties: [String: Any]? {
        blob.map {
            [
                Blob.typeProperty: Blob.blobType, Blob.blobDigestProperty: $0.digest,
                Blob.blobLengthProperty: $0.length,
            ]
        }
    }

    /// Writes the document as a body.
    func write(to writer: FleeceWriter) {
        writer.beginDictionary()
        for (key, value) in [("batch", batch), ("part", part), ("room_rate", rate)] {
            writer.writeKey(key)
            writer.write(value)
        }
        for (key, value) in [
            ("type", Self.type), ("description", description), ("field", fieldName),
        ] {
            writer.writeKey(key)
            writer.write(value)
        }
        writer.writeKey("ids")
        writer.beginArray()
        for id in ids { writer.write(id) }
        writer.endArray()
        writer.writeKey(fieldName)
        writer.write(batch)
        if let expires {
            writer.writeKey("expires")
            writer.write(expires)
        }
        if let blob {
            writer.writeKey("blob")
            writer.beginDictionary()
            for (key, value) in [
                (Blob.typeProperty, Blob.blobType), (Blob.blobDigestProperty, blob.digest),
                (Blob.blobContentType, Self.contentType),
            ] {
                writer.writeKey(key)
                writer.write(value)
            }
            writer.writeKey(Blob.blobLengthProperty)
            writer.write(blob.length)
            writer.endDictionary()
        }
        writer.endDictionary()
    }

    /// Reads a document, which must contain everything that was written.
    ///
    /// - Returns: `nil` if the document is not part of a batch.
    init?(id: String, _ body: FleeceDictionary) throws {
        guard body["type"]?.string == Self.type else { return nil }
        func number(_ key: String) throws -> Int64 {
            try require(body[key]?.int64, "\(id) has no integer \(key)")
        }
        func text(_ key: String) throws -> String {
            try require(body[key]?.string, "\(id) has no string \(key)")
        }
        self.id = id
        batch = try number("batch")
        part = try number("part")
        rate = try number("room_rate")
        description = try text("description")
        fieldName = try text("field")
        ids = body["ids"]?.array.map { $0.compactMap(\.string) } ?? []
        expires = body["expires"]?.int64
        if let blob = body["blob"]?.dictionary {
            self.blob = (
                try require(blob["digest"]?.string, "the blob of \(id) has no digest"),
                try require(blob["length"]?.int64, "the blob of \(id) has no length")
            )
        }
        try require(
            ids.count == Self.batchSize && ids.indices.contains(Int(part)) && ids[Int(part)] == id,
            "\(id) is not at position \(part) of its batch \(ids)")
        try require(
            try number(fieldName) == batch, "\(id) has another batch in \(fieldName)")
    }

    /// Creates an unsaved document.
    init(id: String, batch: Int64, part: Int, ids: [String], using random: inout SplitMix64) {
        self.id = id
        self.batch = batch
        self.part = Int64(part)
        self.ids = ids
        rate = .random(in: 0..<100, using: &random)
        // Occasionally uses a new name, while there is space in the table of shared keys.
        fieldName = batch < 15_000 ? "name_\(batch / 10)" : "name_last"
        let words = ["harbour", "house", "quay", "lantern", "gull", "tide"]
        description = (0..<Int.random(in: 3...60, using: &random))
            .map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }
}
