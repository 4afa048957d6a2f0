import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireDocuments
@testable import QuireStore

@Suite struct DatabaseBlobTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        try self.init(folder: StoreFolder())
    }

    init(folder: StoreFolder) throws {
        self.folder = folder
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    static let digest = SampleBlob.digest

    func blob() -> Blob { Blob(contentType: "text/plain", data: SampleBlob.content) }

    func save(_ blob: Blob, in id: String = "doc") throws {
        try collection.save(id: id, expecting: .any) { writer in
            writer.beginDictionary()
            writer.writeKey("photo")
            try blob.write(to: writer, storage: database.blobs)
            writer.endDictionary()
        }
    }

    /// Compacts the database and returns the number of removed blobs.
    @discardableResult
    func collect() throws -> Int {
        func count() -> Int {
            let location = database.blobs.location
            return (try? FileManager.default.contentsOfDirectory(atPath: location))?.count ?? 0
        }
        let before = count()
        try database.performMaintenance(type: .compact)
        return before - count()
    }

    // MARK: saveBlob and getBlob

    @Test func `a saved blob is found by its properties`() throws {
        let blob = blob()
        try database.saveBlob(blob: blob)
        let found = try database.getBlob(properties: blob.properties)
        #expect(found?.content == SampleBlob.content && found?.toJSON() == blob.toJSON())
    }

    @Test func `a digest suffices to find a blob`() throws {
        try database.saveBlob(blob: blob())
        let found = try database.getBlob(properties: ["@type": "blob", "digest": Self.digest])
        #expect(found?.content == SampleBlob.content && found?.length == 12)
    }

    @Test(arguments: [
        digest, "sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "sha1-../../../etc/passwd", "", "unknown",
    ])
    func `an unknown digest returns nil`(digest: String) throws {
        #expect(try database.getBlob(properties: ["@type": "blob", "digest": digest]) == nil)
    }

    @Test(arguments: SampleBlob.others.indices)
    func `properties that are not a blob's are an error`(index: Int) throws {
        let properties = SampleBlob.others[index]
        #expect(
            thrownCode { _ = try database.getBlob(properties: properties) } == .invalidParameter)
    }

    @Test func `a blob without a content cannot be saved`() throws {
        let properties: [String: Any] = ["@type": "blob", "digest": Self.digest]
        let reference = try JSONDecoder().decode(
            Blob.self, from: JSONSerialization.data(withJSONObject: properties))
        #expect(thrownCode { try database.saveBlob(blob: reference) } == .notFound)
    }

    @Test func `a closed database neither saves nor gets blobs`() throws {
        try database.close()
        let codes = [
            thrownCode { try database.saveBlob(blob: blob()) },
            thrownCode { _ = try database.getBlob(properties: [:]) },
        ]
        #expect(codes == [.notOpen, .notOpen])
    }

    // MARK: Documents

    @Test func `saving a document with a blob stores its content and sets the attachments flag`()
        throws
    {
        try save(blob())
        let record = try #require(try collection.record(id: "doc"))
        let read = try #require(
            record.body["photo"]?.dictionary.flatMap { Blob($0, storage: database.blobs) })
        #expect(
            record.flags == .hasBlobs && read.content == SampleBlob.content
                && record.json == #"{"photo":\#(SampleBlob.json)}"#)
    }

    @Test func `a blob of one database is copied when it is saved to another`() throws {
        let other = try folder.open("other")
        try save(blob())
        let record = try #require(try collection.record(id: "doc"))
        let read = try #require(
            record.body["photo"]?.dictionary.flatMap { Blob($0, storage: database.blobs) })
        try other.saveBlob(blob: read)
        #expect(
            try other.getBlob(properties: read.properties)?.content == SampleBlob.content
                && FileManager.default.contentsOfDirectory(atPath: other.blobs.location).count == 1)
    }

    @Test func `the original's blob is found by its document's properties`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        let record = try #require(try database.defaultCollection().record(id: "hotel-photo"))
        let image = try #require(record.body["image"]?.dictionary)
        let properties: [String: Any] = [
            "@type": "blob", "content_type": "text/plain",
            "digest": "sha1-UimSVVYaHE2TJhjxE2NpZo4LoJs=", "length": 38,
        ]
        let blobs = [
            Blob(image, storage: database.blobs), try database.getBlob(properties: properties),
        ]
        let text = Data("a photograph of the harbour, in words\n".utf8)
        #expect(blobs.map { $0?.content } == [text, text])
    }

    // MARK: Garbage

    @Test func `an unreferenced blob is removed by garbage collection`() throws {
        let blob = blob()
        try database.saveBlob(blob: blob)
        #expect(try collect() == 1 && database.getBlob(properties: blob.properties) == nil)
    }

    @Test func `a blob is kept while a document references it`() throws {
        try save(blob())
        let kept = try collect()
        _ = try collection.delete(id: "doc", expecting: .any)
        #expect(try kept == 0 && collect() == 1)
    }

    @Test func `a blob that was collected before its document was saved is stored again`() throws {
        let blob = blob()
        try database.saveBlob(blob: blob)
        try collect()
        try save(blob)
        #expect(try database.blobs.read(#require(BlobDigest(Self.digest)), length: 12) != nil)
    }

    @Test func `a blob whose document was rolled back is stored again`() throws {
        struct Refusal: Error {}
        let blob = blob()
        try? database.inBatch {
            try save(blob)
            throw Refusal()
        }
        let collected = try collect()
        try save(blob)
        #expect(try collected == 1 && collect() == 0)
    }

    @Test func `garbage collection waits for a document that is being saved with its blob`() throws
    {
        let other = try DatabaseBlobTests(folder: folder)
        let collecting = try database.inBatch {
            try save(blob())
            let collecting = OtherThread { try other.collect() }
            // Gives garbage collection time to remove the blob of the uncommitted document.
            Thread.sleep(forTimeInterval: 0.2)
            return collecting
        }
        let digest = try #require(BlobDigest(Self.digest))
        #expect(try collecting.wait() == 0 && database.blobs.exists(digest))
    }
}
