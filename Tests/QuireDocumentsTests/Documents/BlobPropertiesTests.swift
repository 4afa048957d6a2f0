import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireDocuments

@Suite struct BlobPropertiesTests {
    static let digest = SampleBlob.digest
    static let json = SampleBlob.json

    func saved() throws -> Blob {
        let blob = Blob(contentType: "text/plain", data: SampleBlob.content)
        try blob.install(in: MemoryBlobStorage())
        return blob
    }

    func dictionary(_ json: String) throws -> FleeceDictionary {
        try #require(FleeceStorage(json: json).root?.dictionary)
    }

    @Test func `the keys have Couchbase Lite's names`() {
        #expect(
            [
                Blob.blobType, Blob.typeProperty, Blob.blobDigestProperty,
                Blob.blobLengthProperty, Blob.blobContentType,
            ] == ["blob", "@type", "digest", "length", "content_type"])
    }

    // MARK: Properties

    @Test func `the properties of a saved blob are those stored in documents`() throws {
        let properties = try saved().properties.mapValues { "\($0)" }
        #expect(
            properties == [
                "@type": "blob", "content_type": "text/plain", "digest": Self.digest,
                "length": "12",
            ])
    }

    @Test func `the length can be a number of any type`() throws {
        let length = try saved().properties["length"]
        #expect(length as? Int == 12 && length as? UInt64 == 12)
    }

    @Test func `an unsaved blob has no digest`() {
        let properties = Blob(contentType: "text/plain", data: SampleBlob.content).properties
        #expect(properties.keys.sorted() == ["@type", "content_type", "length"])
    }

    static let blobs: [[String: any Sendable]] = [
        ["@type": "blob", "digest": digest],
        ["@type": "blob", "digest": digest, "length": 12, "content_type": "text/plain"],
        ["@type": "blob", "digest": digest, "length": 12.0],
        ["@type": "blob", "digest": digest, "length": UInt8(12), "other": true],
        ["@type": "blob", "digest": "unknown"],
        ["@type": "blob", "data": "SGVsbG8="],
        ["@type": "blob", "data": Data([1])],
    ]

    @Test(arguments: blobs.indices)
    func `a dictionary with the type and a digest or data is a blob`(index: Int) {
        #expect(Blob.isBlob(properties: Self.blobs[index]))
    }

    @Test(arguments: SampleBlob.others.indices)
    func `any other dictionary is not a blob`(index: Int) {
        #expect(!Blob.isBlob(properties: SampleBlob.others[index]))
    }

    // MARK: JSON and Fleece

    @Test func `the JSON of a saved blob has four keys, sorted`() throws {
        #expect(try saved().toJSON() == Self.json)
    }

    @Test func `an unsaved blob has no JSON`() async {
        await #expect(processExitsWith: .failure) {
            _ = Blob(contentType: "text/plain", data: Data()).toJSON()
        }
    }

    /// Values of documents, and the JSON written for them.
    static let documents: [(stored: String, written: String)] = [
        (json, json),
        (#"{"@type":"blob","digest":"\#(digest)"}"#, #"{"@type":"blob","digest":"\#(digest)"}"#),
        (
            #"{"@type":"blob","digest":"\#(digest)","revpos":2,"length":12}"#,
            #"{"@type":"blob","digest":"\#(digest)","length":12}"#
        ),
        (
            #"{"@type":"blob","data":"SGVsbG8gV29ybGQh"}"#,
            #"{"@type":"blob","data":"SGVsbG8gV29ybGQh","length":12}"#
        ),
    ]

    @Test(arguments: documents)
    func `a blob of a document has the same JSON as the document's value`(
        stored: String, written: String
    ) throws {
        #expect(try Blob(dictionary(stored), storage: nil)?.toJSON() == written)
    }

    @Test func `a content in place of the digest is the content`() throws {
        let blob = try Blob(
            dictionary(#"{"@type":"blob","data":"SGVsbG8gV29ybGQh"}"#), storage: nil)
        #expect(blob?.content == SampleBlob.content && blob?.digest == nil && blob?.length == 12)
    }

    @Test func `a content in place of the digest can be data`() throws {
        let writer = FleeceWriter()
        writer.beginDictionary()
        writer.writeKey("@type")
        writer.write("blob")
        writer.writeKey("data")
        SampleBlob.content.withUnsafeBytes { writer.write(data: $0) }
        writer.endDictionary()
        let dictionary = try #require(FleeceStorage(writer.finish()).root?.dictionary)
        #expect(Blob(dictionary, storage: nil)?.content == SampleBlob.content)
    }

    static let otherDocuments = [
        "{}", #"{"@type":"blob"}"#, #"{"@type":"photo","digest":"\#(digest)"}"#,
        #"{"@type":"blob","digest":"sha1-../../../etc/passwd"}"#, #"{"@type":"blob","digest":7}"#,
        #"{"@type":"blob","digest":"\#(digest)","length":"12"}"#,
        #"{"@type":"blob","digest":"\#(digest)","length":-1}"#,
        #"{"@type":"blob","digest":"\#(digest)","length":1.5}"#,
        #"{"@type":"blob","digest":"\#(digest)","content_type":null}"#,
        #"{"@type":"blob","data":"not base64"}"#, #"{"@type":"blob","data":[]}"#,
    ]

    @Test(arguments: otherDocuments)
    func `a dictionary with other properties is not a blob`(json: String) throws {
        #expect(try Blob(dictionary(json), storage: nil) == nil)
    }

    @Test func `writing a blob into a document stores its content`() throws {
        let storage = MemoryBlobStorage()
        let writer = FleeceWriter()
        try Blob(contentType: "text/plain", data: SampleBlob.content)
            .write(to: writer, storage: storage)
        let written = try FleeceStorage(writer.finish()).root?.json(.canonical)
        #expect(written == Self.json && storage.contents == [Self.digest: SampleBlob.content])
    }

    @Test func `a blob of a document reads its content from the storage`() throws {
        let storage = MemoryBlobStorage()
        _ = try storage.install(SampleBlob.content)
        let blob = try Blob(dictionary(Self.json), storage: storage)
        #expect(blob?.content == SampleBlob.content)
    }
}
