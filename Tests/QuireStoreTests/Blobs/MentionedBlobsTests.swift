import Fleece
import Quire
import Testing

@testable import QuireStore
@testable import QuireDocuments

@Suite struct MentionedBlobsTests {
    static let digests = ["a", "b", "c"].map(BlobDigest.init(of:))

    static func blob(_ index: Int) -> String {
        #"{"@type":"blob","digest":"\#(digests[index])","length":1}"#
    }

    static let bodies: [(json: String, digests: [Int])] = [
        ("{}", []),
        (#"{"a":1,"b":[true,null,"s","sha","sha1-","ssha1-"],"c":{"d":{}}}"#, []),
        (blob(0), [0]),
        (#"{"a":[[{"b":{"c":[1,\#(blob(1))]}}],\#(blob(0)),\#(blob(0))]}"#, [0, 1]),
        (#"{"@type":"blob","digest":"\#(digests[0])","more":\#(blob(2))}"#, [0, 2]),
        (#"{"_attachments":{"photo":{"digest":"\#(digests[1])","stub":true}}}"#, [1]),
        (#"{"a":{"@type":"blob","digest":"sha1-../../../etc/passwd"}}"#, []),
        (#"{"a text":"about ssha1-\#(digests[2]) and so on"}"#, [2]),
    ]

    @Test(arguments: bodies)
    func `every digest is found in any position`(json: String, digests: [Int]) throws {
        let body = try FleeceStorage(json: json)
        for prefix in ["", "s", "sha1-", "\u{0}\u{FF}"] {
            var found: Set<BlobDigest> = []
            let bytes = Array(prefix.utf8) + body.withUnsafeBytes { Array($0) }
            bytes.withUnsafeBytes { MentionedBlobs.add($0, to: &found) }
            #expect(
                Set(found.map(\.description)) == Set(digests.map { Self.digests[$0].description }))
        }
    }

    @Test func `a truncated digest is ignored`() throws {
        let bytes = Array(Self.digests[0].description.utf8)
        for count in bytes.indices {
            var found: Set<BlobDigest> = []
            bytes.prefix(count).withUnsafeBytes { MentionedBlobs.add($0, to: &found) }
            #expect(found == [])
        }
    }
}
