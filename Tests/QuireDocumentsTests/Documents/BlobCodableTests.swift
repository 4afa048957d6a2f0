import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireDocuments

@Suite struct BlobCodableTests {
    struct Room: Codable, Equatable {
        var name = "Harbour view"
        var photos: [Photo]
    }

    struct Photo: Codable, Equatable {
        var image: Blob
        var caption: String?
    }

    static func room() -> Room {
        Room(photos: [
            Photo(image: Blob(contentType: "text/plain", data: SampleBlob.content))
        ])
    }

    static let digest = SampleBlob.digest
    static let blobJSON = SampleBlob.json
    static let roomJSON = """
        {"name":"Harbour view","photos":[{"image":\(blobJSON)}]}
        """

    let storage = MemoryBlobStorage()

    var encoder: DocumentEncoder {
        var encoder = DocumentEncoder()
        encoder.userInfo[.blobStorage] = storage
        return encoder
    }

    var decoder: DocumentDecoder {
        var decoder = DocumentDecoder()
        decoder.userInfo[.blobStorage] = storage
        return decoder
    }

    @Test func `encoding a document stores the contents of its blobs`() throws {
        let json = try encoder.encodeToJSON(Self.room(), format: .canonical)
        #expect(json == Self.roomJSON && storage.contents == [Self.digest: SampleBlob.content])
    }

    @Test func `a decoded blob reads its content from the storage`() throws {
        let root = try #require(encoder.encodeToFleece(Self.room()).root)
        let room = try decoder.decode(Room.self, from: root)
        #expect(room == Self.room() && room.photos[0].image.content == SampleBlob.content)
    }

    @Test func `a blob can be the root value of an encoding`() throws {
        let blob = Self.room().photos[0].image
        #expect(try encoder.encodeToJSON(blob, format: .canonical) == Self.blobJSON)
    }

    @Test func `a saved blob survives a round trip through other coders`() throws {
        let blob = Self.room().photos[0].image
        try blob.install(in: storage)
        let decoded = try JSONDecoder().decode(Blob.self, from: JSONEncoder().encode(blob))
        #expect(decoded.toJSON() == blob.toJSON() && decoded.content == nil && decoded == blob)
    }

    @Test func `an unsaved blob cannot be encoded without blob storage`() throws {
        let error = #expect(throws: EncodingError.self) {
            try DocumentEncoder().encodeToFleece(Self.room())
        }
        guard case .invalidValue(_, let context) = error else { return }
        let path = context.codingPath.map(\.stringValue)
        #expect(
            path == ["photos", "Index 0", "image"]
                && context.debugDescription.contains("saveBlob(blob:)"))
    }

    @Test func `an unsaved blob cannot be encoded by JSONEncoder`() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Self.room()) }
    }

    @Test func `a failure to store a content is an encoding error with its cause`() throws {
        let lost = try Blob(
            contentType: "text/plain", fileURL: URL(fileURLWithPath: "/missing/file.txt"))
        let error = #expect(throws: EncodingError.self) {
            try encoder.encodeToFleece(Photo(image: lost))
        }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(
            context.codingPath.map(\.stringValue) == ["image"] && context.underlyingError != nil)
    }

    /// A storage that cannot store anything.
    struct FullStorage: BlobStorage {
        static let error = QuireError(.ioError, "Cannot write blob: No space left on device.")
        let location = "full"

        func install(_ content: Data) throws -> InstalledBlob { throw Self.error }
        func install(readingFrom stream: InputStream) throws -> InstalledBlob { throw Self.error }
        func install(contentsOf file: URL) throws -> InstalledBlob { throw Self.error }
        func length(of digest: BlobDigest) throws -> UInt64? { nil }
        func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? { nil }
        func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? { nil }
    }

    @Test func `the coders rethrow an error of the database unchanged`() throws {
        var encoder = DocumentEncoder()
        encoder.userInfo[.blobStorage] = FullStorage()
        let json = JSONEncoder()
        json.userInfo[.blobStorage] = FullStorage()
        let codes = [
            thrownCode { _ = try encoder.encodeToFleece(Self.room()) },
            thrownCode { _ = try encoder.encodeToFleece(["a": [Self.room().photos[0].image]]) },
            thrownCode { _ = try encoder.encodeToJSON(Self.room().photos[0].image) },
            thrownCode { _ = try encoder.encode(Self.room()) },
            thrownCode { _ = try json.encode(Self.room()) },
        ]
        #expect(codes == Array(repeating: .ioError, count: 5))
    }

    @Test(arguments: [
        #"{"@type":"blob","data":"SGVsbG8gV29ybGQh"}"#,
        #"{"@type":"blob","data":"SGVsbG8gV29ybGQh","length":12,"digest":"ignored"}"#,
    ])
    func `a content in place of the digest is decoded, and kept by encoders without blob storage`(
        json: String
    ) throws {
        let blob = try DocumentDecoder().decode(Blob.self, fromJSON: json)
        let other = try JSONDecoder().decode(Blob.self, from: Data(json.utf8))
        let written = try DocumentEncoder().encodeToJSON(other, format: .canonical)
        #expect(
            [blob.content, other.content] == [SampleBlob.content, SampleBlob.content]
                && written == #"{"@type":"blob","data":"SGVsbG8gV29ybGQh","length":12}"#)
    }

    @Test func `a content in place of the digest is stored when the document is saved`() throws {
        let blob = try decoder.decode(
            Blob.self, fromJSON: #"{"@type":"blob","data":"SGVsbG8gV29ybGQh"}"#)
        let written = try encoder.encodeToJSON(blob, format: .canonical)
        #expect(
            written == #"{"@type":"blob","digest":"\#(Self.digest)","length":12}"#
                && storage.contents == [Self.digest: SampleBlob.content])
    }

    /// Invalid values of `image`, and the key that the error names.
    static let bad: [(json: String, path: [String])] = [
        ("7", ["image"]),
        (#"{"digest":"\#(digest)"}"#, ["image", "@type"]),
        (#"{"@type":"photo","digest":"\#(digest)"}"#, ["image", "@type"]),
        (#"{"@type":7,"digest":"\#(digest)"}"#, ["image", "@type"]),
        (#"{"@type":"blob"}"#, ["image", "digest"]),
        (#"{"@type":"blob","digest":7}"#, ["image", "digest"]),
        (#"{"@type":"blob","digest":"sha1-../../../etc/passwd"}"#, ["image", "digest"]),
        (#"{"@type":"blob","digest":"\#(digest)","length":-1}"#, ["image", "length"]),
        (#"{"@type":"blob","digest":"\#(digest)","length":"12"}"#, ["image", "length"]),
        (#"{"@type":"blob","digest":"\#(digest)","content_type":7}"#, ["image", "content_type"]),
        (#"{"@type":"blob","data":"not base64"}"#, ["image", "data"]),
        (#"{"@type":"blob","data":7}"#, ["image", "data"]),
    ]

    @Test(arguments: bad)
    func `an invalid blob is an error with its location`(json: String, path: [String]) throws {
        let error = #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode(Photo.self, fromJSON: #"{"image":\#(json)}"#)
        }
        #expect(error?.fullPath == path)
    }
}

extension DecodingError {
    /// The coding path of the error, including a missing key.
    fileprivate var fullPath: [String] {
        switch self {
        case .keyNotFound(let key, let context):
            (context.codingPath + [key]).map(\.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }
}
