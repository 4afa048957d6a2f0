import DatabaseTestSupport
import Fleece
import Foundation
import Quire

@testable import QuireDocuments

/// A closed database after all operations that affect the file.
struct WrittenBundle {
    let folder: StoreFolder
    /// The range of times of all writes, in nanoseconds since 1970.
    let times: ClosedRange<UInt64>

    struct Refusal: Error {}

    /// The contents of blobs, with their SHA-1 in base64 as computed by another program.
    static let photo = (text: "photo 11", digest: "uUfwQ/FSQYK5MqdCpt0Pxi+IRj4=")
    static let nothing = (text: "", digest: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")

    /// The names of collections in `kvmeta`.
    static let collections = ["default", ".plain", ".Inventory.Hotels"]

    init() throws {
        let start = HybridClock.systemTime()
        folder = try StoreFolder()
        let database = try folder.open()
        let other = try folder.open()
        try Self.change(database.defaultCollection(), database)
        try Self.undo(database)
        // Capital letters; shared keys added by the other object, and new ones.
        let hotels = try database.createCollection(name: "Hotels", scope: "Inventory")
        try hotels.save("h1", #"{"name":"Harbour House","city":"Bergen"}"#)
        let plain = try other.createCollection(name: "plain")
        try plain.save("p1", #"{"city":"Oslo","zip":"0150"}"#)
        try hotels.save("h2", #"{"zip":"5003","room_rate":145.5,"city":"Bergen"}"#)
        try other.createCollection(name: "gone").save("g1", #"{"goneKey":1}"#)
        try database.deleteCollection(name: "gone")
        try database.close()
        try other.close()
        times = start...HybridClock.systemTime()
    }

    /// Performs all operations on documents.
    private static func change(_ documents: DocumentCollection, _ database: Database) throws {
        try documents.save("new", #"{"name":"a","has space":1,"@type":"x","a.b":2,"":3,"æ":4}"#)
        try documents.save("empty", "{}")
        try documents.save("updated", #"{"sub":{"list":[{"deep":1},{"city":2}]}}"#)
        try documents.save(
            "updated", #"{"exactly_16_bytes":1,"exactly_17_bytes_":2,"A-Z_0-9":true}"#)
        // A long string makes pointers wide, and many items make a count long.
        let long = String(repeating: "x", count: 40_000)
        try documents.save("wide", "{\"first\":{\"city\":1},\"long\":\"\(long)\",\"name\":1}")
        let pairs = (0..<500).map { "\"k\($0)\":[]" }.joined(separator: ",")
        let items = (0..<2100).map { "{\"k\($0 % 500)\":1}" }.joined(separator: ",")
        try documents.save("many", "{\"many\":{\(pairs)},\"items\":[\(items)]}")
        for id in ["deleted", "again", "purged", "expiring"] {
            try documents.save(id, #"{"name":"b"}"#)
        }
        try documents.setDocumentExpiration(
            id: "expiring", expiration: Date(timeIntervalSince1970: 4_102_444_800))
        for id in ["deleted", "again"] { try documents.delete(id: id, expecting: .any) }
        try documents.save("again", #"{"name":"c"}"#)
        try documents.purge(id: "purged")
        for id in ["photo", "no photo"] {
            try save([photo.text, nothing.text], in: id, of: documents)
        }
        try documents.save("no photo", #"{"name":"d"}"#)
    }

    private static func save(
        _ contents: [String], in id: String, of documents: DocumentCollection
    ) throws {
        try documents.save(id: id, expecting: .any) { writer in
            writer.beginDictionary()
            writer.writeKey("photos")
            writer.beginArray()
            for content in contents {
                let blob = Blob(contentType: "text/plain", data: Data(content.utf8))
                try blob.write(to: writer, storage: documents.database.blobs)
            }
            writer.endArray()
            writer.endDictionary()
        }
    }

    /// Rolls back a whole transaction and a nested one.
    private static func undo(_ database: Database) throws {
        let documents = try database.defaultCollection()
        try? database.inBatch {
            try documents.save("undone", #"{"undoneKey":1}"#)
            try database.createCollection(name: "undone").save("u", "{}")
            throw Refusal()
        }
        try database.inBatch {
            try documents.save("kept", #"{"keptKey":1}"#)
            try? database.inBatch {
                try documents.save("undone", #"{"nestedKey":1}"#)
                try documents.delete(id: "new", expecting: .any)
                throw Refusal()
            }
            try documents.save("kept too", #"{"lastKey":1}"#)
        }
    }

    /// Returns the quoted names of a collection's tables, by the rule: a backslash before each
    /// capital
    /// letter.
    static func tables(_ collection: String) -> [String] {
        let escaped = collection.map { $0.isUppercase ? "\\\($0)" : "\($0)" }.joined()
        return ["kv_\(escaped)", "kv_del_\(escaped)"]
    }

    /// Returns the live and deleted rows of a collection, with additional SQL.
    func rows(
        _ columns: String, of collection: String, where condition: String = "1"
    ) throws
        -> [String]
    {
        try Self.tables(collection).flatMap {
            try folder.rows("SELECT \(columns) FROM \"\($0)\" WHERE \(condition) ORDER BY sequence")
        }
    }

    /// Returns the non-null bytes of a column of all documents in all collections.
    func bytes(_ column: String) throws -> [[UInt8]] {
        try Self.collections.flatMap {
            try rows("hex(\(column))", of: $0, where: "\(column) IS NOT NULL")
        }.map { [UInt8](hex: $0) }
    }
}
