import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Blobs in documents: nested, in JSON, and from other databases.
@Suite struct DocumentBlobTests {
    let folder: StoreFolder
    let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    private static let content = Data("Hello World!".utf8)
    private static let json =
        #"{"@type":"blob","content_type":"text/plain","digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=","length":12}"#

    private func blob() -> Blob { Blob(contentType: "text/plain", data: Self.content) }

    @Test func `a blob is saved with its document, in any position`() throws {
        let document = MutableDocument(
            id: "a",
            data: [
                "blob": blob(), "list": [["blob": blob()]], "d": ["list": [blob()]],
            ])
        try database.defaultCollection().save(document: document)
        try database.close()
        let read = try #require(try folder.open().defaultCollection().document(id: "a"))
        let blobs = [
            read.blob(forKey: "blob"), read["list"][0]["blob"].blob, read["d"]["list"][0].blob,
        ]
        for blob in blobs {
            #expect(blob?.content == Self.content && blob?.content == Self.content)
            #expect(blob?.toJSON() == Self.json && blob == self.blob())
        }
        #expect(read.blob(forKey: "blob") === read.value(forKey: "blob") as AnyObject)
        #expect(read.toDictionary()["blob"] is Blob && read.dictionary(forKey: "blob") == nil)
        #expect((read.toDictionary()["d"] as? [String: [Blob]])?["list"]?.first == blob())
    }

    @Test func `a blob is preserved when its document is saved again after reopening`() throws {
        try database.defaultCollection().save(
            document: MutableDocument(id: "a", data: ["blob": blob(), "n": 1]))
        try database.close()
        let database = try folder.open()
        let document = try #require(try database.defaultCollection().document(id: "a")?.toMutable())
        _ = document.blob(forKey: "blob")
        try database.defaultCollection().save(document: document.setInt(2, forKey: "n"))
        try database.performMaintenance(type: .compact)
        #expect(
            try database.defaultCollection().document(id: "a")?.blob(forKey: "blob")?.content
                == Self.content)
    }

    @Test func `a blob's JSON in a document is a blob, without a content until it is saved`() throws
    {
        try database.saveBlob(blob: blob())
        let json = "{\"blob\":\(Self.json),\"list\":[1,\(Self.json)]}"
        let document = try MutableDocument(id: "a", json: json)
        let (one, other) = (document.blob(forKey: "blob"), document["list"][1].blob)
        #expect(one != nil && one?.content == nil && other?.content == nil)
        #expect(one?.length == 12 && one?.contentType == "text/plain" && document.toJSON() == json)
        try database.defaultCollection().save(document: document)
        #expect(one?.content == Self.content && other?.content == Self.content)
        #expect(document.blob(forKey: "blob") === one)
        #expect(try database.defaultCollection().document(id: "a")?.toJSON() == json)
        #expect(
            try database.defaultCollection().document(id: "a")?["list"][1].blob?.content
                == Self.content)
    }

    @Test func `a blob first accessed after the save has its content too`() throws {
        try database.saveBlob(blob: blob())
        let document = try MutableDocument(id: "a", json: "{\"d\":{\"blob\":\(Self.json)}}")
        try database.defaultCollection().save(document: document)
        #expect(document["d"]["blob"].blob?.content == Self.content)
    }

    @Test func `a native dictionary with a blob's properties is a blob`() throws {
        let saved = blob()
        try database.saveBlob(blob: saved)
        let document = MutableDocument(id: "a", data: ["blob": saved.properties])
        #expect(document.blob(forKey: "blob") == saved)
        try database.defaultCollection().save(document: document)
        #expect(document.blob(forKey: "blob")?.content == Self.content)
    }

    @Test func `a content in place of a digest is stored by the save`() throws {
        let text =
            #"{"list":[{"@type":"blob","data":"SGVsbG8gV29ybGQh","content_type":"text/plain"}]}"#
        try database.defaultCollection().save(document: try MutableDocument(id: "a", json: text))
        #expect(
            try database.defaultCollection().document(id: "a")?.toJSON()
                == "{\"list\":[\(Self.json)]}")
        #expect(
            try database.defaultCollection().document(id: "a")?["list"][0].blob?.content
                == Self.content)
    }

    @Test func `a document's JSON contains the known properties of an unsaved blob`() {
        let document = MutableDocument(data: ["blob": blob()])
        #expect(
            document.toJSON()
                == #"{"blob":{"@type":"blob","content_type":"text/plain","length":12}}"#)
    }

    @Test func `a value from another database's document includes its blobs`() throws {
        try database.defaultCollection().save(
            document:
                MutableDocument(id: "a", data: ["d": ["list": [blob()], "n": 1]]))
        let source = try #require(try database.defaultCollection().document(id: "a"))
        let other = try folder.open("other")
        let target = MutableDocument(id: "b").setDictionary(
            source.dictionary(forKey: "d"), forKey: "d")
        try other.defaultCollection().save(document: target)
        try database.delete()
        #expect(
            try other.defaultCollection().document(id: "b")?["d"]["list"][0].blob?.content
                == Self.content)
        #expect(target["d"]["list"][0].blob?.content == Self.content)
    }

    @Test func `a dictionary that only resembles a blob is a dictionary`() throws {
        let text = #"{"bad":{"@type":"blob","digest":"sha1-x"},"other":{"@type":"thing"}}"#
        let document = try MutableDocument(id: "a", json: text)
        try database.defaultCollection().save(document: document)
        for read in [document, try #require(try database.defaultCollection().document(id: "a"))] {
            #expect(read.blob(forKey: "bad") == nil)
            #expect(read.dictionary(forKey: "bad")?.string(forKey: "@type") == "blob")
            #expect(read.toJSON() == text)
        }
    }

    @Test func `a stream's blob is read when its document is saved`() throws {
        let stream = InputStream(data: Self.content)
        let streamed = Blob(contentType: "text/plain", contentStream: stream)
        let document = MutableDocument(id: "a").setBlob(streamed, forKey: "blob")
        try database.defaultCollection().save(document: document)
        #expect(document.blob(forKey: "blob") === streamed && streamed.length == 12)
        #expect(streamed.content == Self.content && streamed.content == Self.content)
    }

    @Test func `the stream of a stored blob keeps its delegate`() throws {
        final class Delegate: NSObject, StreamDelegate {}
        let blob = Blob(contentType: "text/plain", data: Self.content)
        let document = MutableDocument(id: "a").setBlob(blob, forKey: "blob")
        try database.defaultCollection().save(document: document)
        let saved = try database.defaultCollection().document(id: "a")
        let stream = try #require(saved?.blob(forKey: "blob")?.contentStream)
        let delegate = Delegate()
        stream.delegate = delegate
        #expect(stream.delegate === delegate)
    }
}
