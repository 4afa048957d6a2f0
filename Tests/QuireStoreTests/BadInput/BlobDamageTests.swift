import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireDocuments

/// Blobs whose files are missing, truncated or changed, and hostile blob properties.
@Suite struct BlobDamageTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let content = Data("content of the blob".utf8)

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try save("photo", content)
        try save("other", Data("another".utf8))
        try collection.save("plain", #"{"n":1}"#)
    }

    func save(_ id: String, _ content: Data) throws {
        let blob = Blob(contentType: "text/plain", data: content)
        try collection.save(id: id, expecting: .any) { writer in
            writer.beginDictionary()
            writer.writeKey("blob")
            try blob.write(to: writer, storage: database.blobs)
            writer.endDictionary()
        }
    }

    func blob(_ id: String) throws -> Blob? {
        let body = try collection.record(id: id)?.body
        return body?["blob"]?.dictionary.flatMap { Blob($0, storage: database.blobs) }
    }

    var file: String {
        let digest = PlainDigest.fileName(of: content)
        return folder.path + "/test.cblite2/Attachments/" + digest
    }

    typealias Damage = @Sendable (_ path: String) throws -> Void

    static let damages: [(name: String, code: QuireError.Code, damage: Damage)] = [
        ("missing", .notFound, { try FileManager.default.removeItem(atPath: $0) }),
        ("empty", .corruptData, { try replace($0, with: "") }),
        ("cut off", .corruptData, { try replace($0, with: "content of the blo") }),
        ("longer", .corruptData, { try replace($0, with: "content of the blob!") }),
        ("changed", .corruptData, { try replace($0, with: "content of the BLOB") }),
        (
            "a folder", .cantOpenFile,
            {
                try FileManager.default.removeItem(atPath: $0)
                try FileManager.default.createDirectory(
                    atPath: $0, withIntermediateDirectories: false)
            }
        ),
    ]

    static func replace(_ path: String, with text: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test(arguments: damages.indices)
    func `a damaged blob is a typed error that names it, and everything else can be read`(
        index: Int
    ) throws {
        let (_, code, damage) = Self.damages[index]
        try damage(file)
        let error = thrownError { _ = try blob("photo")?.read() }
        #expect(error?.code == code)
        #expect(
            error?.message.contains(file) == true
                || error?.message.contains(PlainDigest.text(of: content)) == true,
            "\(error?.message ?? "")")
        #expect(try blob("other")?.read() == Data("another".utf8))
        #expect(try collection.json("plain") == #"{"n":1}"# && collection.json("photo") != nil)
    }

    @Test(arguments: damages.indices.dropLast())
    func `saving its content again repairs a damaged blob`(index: Int) throws {
        try Self.damages[index].damage(file)
        try database.saveBlob(blob: Blob(contentType: "text/plain", data: content))
        #expect(try blob("photo")?.read() == content)
    }

    static let digests = [
        "sha1-../../../../../../../etc/passwd", "sha1-/etc/passwd", "../db.sqlite3",
        "sha1-../db.sqlite3", "sha1-..", "sha1-", "", "sha1-../secret\u{0}AAAAAAAAAAAAAAAAAA=",
        "sha1-..%2F..%2Fetc%2Fpasswd=", "sha1-....................../....=",
    ]

    @Test(arguments: digests)
    func `a digest in a document cannot escape the attachment directory`(
        digest: String
    ) throws {
        // The target of the path traversal.
        try Data("secret".utf8).write(to: URL(filePath: folder.path + "/test.cblite2/secret"))
        try collection.save(id: "evil", expecting: .any) { writer in
            writer.beginDictionary()
            writer.writeKey("blob")
            writer.beginDictionary()
            writer.writeKey("@type")
            writer.write("blob")
            writer.writeKey("digest")
            writer.write(digest)
            writer.writeKey("length")
            writer.write(Int64(6))
            writer.endDictionary()
            writer.endDictionary()
        }
        let content = Result { try blob("evil")?.read() }
        #expect((try? content.get()) == nil)
        let properties: [String: Any] = ["@type": "blob", "digest": digest]
        #expect((try? database.getBlob(properties: properties)) == nil)
        // Compacting removes unreferenced blobs, but nothing outside of the folder.
        try database.performMaintenance(type: .compact)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/test.cblite2/secret"))
        #expect(try blob("photo")?.read() == self.content)
    }
}

/// Digests computed without the library.
enum PlainDigest {
    static func text(of content: Data) -> String {
        var hash = SHA1()
        content.withUnsafeBytes { hash.update($0) }
        return "sha1-" + Data(hash.digest).base64EncodedString()
    }

    static func fileName(of content: Data) -> String {
        text(of: content).dropFirst(5).replacing("/", with: "_") + ".blob"
    }
}
