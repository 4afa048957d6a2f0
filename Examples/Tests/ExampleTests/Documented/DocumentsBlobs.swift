import Foundation
import Quire
import Testing

/// The examples in the documentation of blobs.
@Suite struct DocumentedBlobs {
    private let photograph = Data("not really a photograph".utf8)
    private let database: Database
    private let collection: DocumentCollection

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        collection = try database.defaultCollection()
    }

    private func temporaryFile() throws -> URL {
        let file = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
        try Data("a brochure".utf8).write(to: file)
        return file
    }

    @Test func `a blob of a document`() throws {
        let document = MutableDocument(id: "hotel-42")
        document.setBlob(Blob(contentType: "image/jpeg", data: photograph), forKey: "photo")
        try collection.save(document: document)
        let content = try collection["hotel-42"]["photo"].blob?.read()
        #expect(content == photograph)
        let digest = BlobDigest(of: photograph)
        if let photo = document.blob(forKey: "photo") {
            print(photo.digest == digest.description)  // true
        }
        #expect(document.blob(forKey: "photo")?.digest == digest.description)
    }

    @Test func `a blob of a file`() throws {
        let file = try temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let hotel = MutableDocument(id: "hotel-42")
        let brochure = try Blob(contentType: "text/plain", fileURL: file)
        hotel.setBlob(brochure, forKey: "brochure")
        try database.saveBlob(blob: brochure)
        try collection.save(document: hotel)
        #expect(try collection["hotel-42"]["brochure"].blob?.read().count == 10)
        let stored = try database.getBlob(properties: brochure.properties)
        #expect(stored?.length == 10)
    }

    @Test func `a blob storage`() throws {
        let file = try temporaryFile()
        defer { try? FileManager.default.removeItem(at: file) }
        let store = collection.storage
        if let blobs = store.blobStorage {
            let photo = try blobs.install(photograph)
            print(try blobs.read(photo.digest, length: photo.length) == photograph)  // true
        }
        let blobs = try #require(store.blobStorage)
        let brochure = try blobs.install(contentsOf: file)
        print(brochure.digest, brochure.length)
        #expect(brochure.length == 10)
        #expect(try blobs.length(of: BlobDigest(of: photograph)) == 23)
    }
}
