import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Couchbase Lite's requirements for bodies and the attachment directory, checked without the
/// library.
@Suite struct MinimumBodyTests {
    let bundle: WrittenBundle

    init() throws {
        bundle = try WrittenBundle()
    }

    private var path: String { bundle.folder.path + "/test.cblite2" }

    // MARK: 7

    private func sharedKeys() throws -> [String] {
        let rows = try bundle.folder.rows("SELECT hex(body) FROM kv_info WHERE key = 'SharedKeys'")
        let bytes = [UInt8](hex: try #require(rows.first))
        guard case .array(let items) = PlainFleece(bytes) else { return [] }
        return items.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    private static func isEligible(_ key: String) -> Bool {
        key.utf8.count <= 16
            && key.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    @Test func `rule 7, the table contains eligible keys only, each once`() throws {
        let keys = try sharedKeys()
        #expect(
            Set(keys).count == keys.count && keys.count == 521
                && keys.allSatisfy(Self.isEligible))
    }

    @Test func `rule 7, keys get numbers in order of use, except those rolled back`() throws {
        let keys = try sharedKeys().filter { !$0.hasPrefix("k") || Int($0.dropFirst()) == nil }
        #expect(
            keys == [
                "name", "", "sub", "list", "deep", "city", "exactly_16_bytes", "A-Z_0-9", "first",
                "long", "many", "items", "photos", "content_type", "digest", "length", "keptKey",
                "lastKey", "zip", "room_rate", "goneKey",
            ])
    }

    @Test func `rule 7, every eligible key of a body is a shared key`() throws {
        let count = try sharedKeys().count
        let wrong = try bundle.bytes("body").flatMap { PlainFleece($0).keys }.filter { key in
            switch key {
            case .integer(let number): !(0..<count ~= number)
            case .string(let text): Self.isEligible(text)
            case .array, .dictionary, .other: true
            }
        }
        #expect(wrong == [])
    }

    @Test func `rule 7, the pairs of a dictionary are sorted, numbers first`() throws {
        let bodies = try bundle.bytes("body").map(PlainFleece.init)
        #expect(bodies.allSatisfy(Self.isSorted))
    }

    private static func isSorted(_ value: PlainFleece) -> Bool {
        switch value {
        case .array(let items):
            return items.allSatisfy(isSorted)
        case .dictionary(let pairs):
            let order = pairs.map { pair -> (Int, [UInt8]) in
                switch pair.key {
                case .integer(let number): (number, [])
                case .string(let text): (.max, Array(text.utf8))
                case .array, .dictionary, .other: (-1, [])
                }
            }
            let inOrder = zip(order, order.dropFirst()).allSatisfy { left, right in
                left.0 == right.0 ? left.1.lexicographicallyPrecedes(right.1) : left.0 < right.0
            }
            return inOrder && pairs.allSatisfy { isSorted($0.value) }
        case .integer, .string, .other:
            return true
        }
    }

    @Test func `rule 7, the keys of a body resolve to the saved ones`() throws {
        let table = try sharedKeys()
        let rows = try bundle.folder.rows("SELECT hex(body) FROM kv_default WHERE key = 'new'")
        let keys = PlainFleece([UInt8](hex: try #require(rows.first))).keys.map { key in
            switch key {
            case .integer(let number): table[number]
            case .string(let text): text
            case .array, .dictionary, .other: "?"
            }
        }
        #expect(Set(keys) == ["name", "has space", "@type", "a.b", "", "æ"])
    }

    // MARK: 8

    @Test func `rule 8, a blob's file is named after its SHA-1 and has its content`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: path + "/Attachments")
        let contents = files.map { name in
            let data = FileManager.default.contents(atPath: path + "/Attachments/" + name)
            return "\(name): \(String(decoding: data ?? Data(), as: UTF8.self))"
        }
        let expected = [WrittenBundle.photo, WrittenBundle.nothing].map { blob in
            "\(blob.digest.map { $0 == "/" ? "_" : "\($0)" }.joined()).blob: \(blob.text)"
        }
        #expect(contents.sorted() == expected.sorted())
    }

    @Test func `rule 8, the attachment directory and its files have Couchbase Lite's permissions`()
        throws
    {
        let files = try FileManager.default.contentsOfDirectory(atPath: path + "/Attachments")
        let permissions = try ([""] + files.sorted()).map { name in
            let attributes = try FileManager.default.attributesOfItem(
                atPath: path + "/Attachments/" + name)
            return attributes[.posixPermissions] as? Int
        }
        #expect(permissions == [0o700, 0o400, 0o400])
    }

    @Test
    func `rule 8, a document's blob is a dictionary with type, digest, length and content type`()
        throws
    {
        let table = try sharedKeys()
        let rows = try bundle.folder.rows("SELECT hex(body) FROM kv_default WHERE key = 'photo'")
        let body = PlainFleece([UInt8](hex: try #require(rows.first)))
        func number(_ key: String) -> PlainFleece { .integer(table.firstIndex(of: key) ?? -1) }
        func blob(_ text: String, _ digest: String) -> [PlainFleece.Pair] {
            [
                .init(key: number("length"), value: .integer(text.utf8.count)),
                .init(key: number("digest"), value: .string("sha1-" + digest)),
                .init(key: number("content_type"), value: .string("text/plain")),
                .init(key: .string("@type"), value: .string("blob")),
            ]
        }
        guard case .dictionary(let pairs) = body, case .array(let items)? = pairs.first?.value
        else {
            Issue.record("The body is not as it was saved.")
            return
        }
        let found = items.map { item -> [String] in
            guard case .dictionary(let pairs) = item else { return [] }
            return pairs.map { "\($0)" }.sorted()
        }
        let expected = [WrittenBundle.photo, WrittenBundle.nothing].map {
            blob($0.text, $0.digest).map { "\($0)" }.sorted()
        }
        #expect(found == expected)
    }
}
