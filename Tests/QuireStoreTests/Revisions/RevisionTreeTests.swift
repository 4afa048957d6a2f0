import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct RevisionTreeTests {
    typealias Revision = RevisionTree.Revision

    static func read(_ bytes: [UInt8]) throws -> RevisionTree {
        try bytes.withUnsafeBytes { try RevisionTree(stored: $0) }
    }

    static let digest = String(repeating: "5E", count: 20)
    static let first = [UInt8](hex: "01" + digest)

    // The bytes are composed by hand according to the format.
    static let golden: [(hex: String, tree: RevisionTree)] = [
        // A new document whose body is in a separate column.
        (
            "0000001E FFFF 02 15 01\(digest) 00 00000000 00000000",
            RevisionTree(revisions: [Revision(id: first, flags: .leaf)])
        ),
        // A document with its body in the tree, and a digest of a single byte.
        (
            "0000000D FFFF 82 02 0107 00 7000 00000000 00000000",
            RevisionTree(revisions: [Revision(id: [1, 7], flags: .leaf, body: [0x70, 0])])
        ),
        // Two branches, the losing one conflicting; the sequence 300 is AC 02. Remotes 1 and 260;
        // both leaves were rejected.
        (
            "0000000B 0002 0A 02 0207 00" + "0000000C 0002 22 02 0208 AC02"
                + "0000000D FFFF 90 02 0109 01 7000" + "00000000" + "0001 0000 0104 0002"
                + "00000000" + "0000 0000 0000 0001",
            RevisionTree(
                revisions: [
                    Revision(id: [2, 7], parent: 2, flags: [.leaf, .hasBlobs]),
                    Revision(id: [2, 8], parent: 2, flags: [.leaf, .conflict], sequence: 300),
                    Revision(
                        id: [1, 9], flags: .init(rawValue: 0x10), sequence: 1, body: [0x70, 0]),
                ], remotes: [1: 0, 260: 2], rejected: [0, 1])
        ),
        // A generation of two bytes, the greatest sequence, an empty body.
        (
            "00000015 FFFF 83 03 800107 FFFFFFFFFFFFFFFFFF01"
                + "00000000 00000000",
            RevisionTree(revisions: [
                Revision(
                    id: [0x80, 1, 7], flags: [.leaf, .deleted], sequence: .max, body: [])
            ])
        ),
    ]

    @Test(arguments: golden.indices)
    func `a tree can be read`(index: Int) throws {
        #expect(try Self.read([UInt8](hex: Self.golden[index].hex)) == Self.golden[index].tree)
    }

    @Test(arguments: golden.indices)
    func `a tree is written in the bytes of the format`(index: Int) {
        let (hex, tree) = Self.golden[index]
        #expect(tree.encoded() == [UInt8](hex: hex))
    }

    @Test func `a tree that ends after the records or the remotes is complete`() throws {
        let (hex, tree) = Self.golden[2]
        let bytes = [UInt8](hex: hex)
        var cut = tree
        cut.rejected = []
        let withoutRejected = try Self.read(Array(bytes.dropLast(12)))
        cut.remotes = [:]
        let withoutRemotes = try Self.read(Array(bytes.dropLast(20)))
        #expect(withoutRejected.remotes == tree.remotes && withoutRemotes == cut)
    }

    static let damaged = [
        "", "00", "00000000", "0000000000000000",
        "00000001", "00000008 FFFF0200 00000000", "00000009 FFFF0200 00 00000000",
        "FFFFFFFF FFFF0202 0107 00 00000000", "0000000B FFFF0202 0107 00",
        "0000000B FFFF0202 0107 00 0000", "0000000B FFFF0202 0007 00 00000000",
        "0000000B FFFF02FF 0107 00 00000000", "0000000B FFFF0203 010700 00000000",
        "0000000A FFFF0202 0107 00000000", "0000000B FFFF0202 0107 80 00000000",
        "0000000C FFFF0202 0107 00FF 00000000", "0000000B 00010202 0107 00 00000000",
        "00000015 FFFF0202 0107 FFFFFFFFFFFFFFFFFFFF01 00000000",
        "0000000B FFFF0202 0107 00 00000000 0001", "0000000B FFFF0202 0107 00 00000000 00010001",
        "0000000B FFFF0202 0107 00 00000000 00000001",
        "0000000B FFFF0202 0107 00 00000000 00000000 00010000",
        "0000000B FFFF0202 0107 00 00000000 00000000 00000001",
        "0000000B FFFF0202 0107 00 00000000 00000000 00",
    ]

    @Test(arguments: damaged)
    func `a damaged tree is a typed error`(hex: String) {
        let error = thrownError { _ = try Self.read([UInt8](hex: hex)) }
        #expect(
            error?.code == .corruptRevisionData
                && error?.message.hasPrefix("The revision tree is damaged: ") == true)
    }

    @Test func `a tree with more revisions than indexes is a typed error, quickly`() {
        let record = [UInt8](hex: "0000000B FFFF 02 02 0107 00")
        let most = Array(repeatElement(record, count: 0xFFFF).joined())
        let end: [UInt8] = [0, 0, 0, 0]
        let counts = (try? Self.read(most + end).revisions.count, most.count)
        #expect(
            counts == (0xFFFF, 720_885)
                && thrownCode { _ = try Self.read(most + record + end) } == .corruptRevisionData)
    }

    /// Every tree that differs from a valid one in a byte, and every truncated one.
    @Test(arguments: golden.indices)
    func `a mutated tree is read as encoded or is a typed error`(
        index: Int
    ) {
        let bytes = [UInt8](hex: Self.golden[index].hex)
        var variants = bytes.indices.map { Array(bytes[..<$0]) }
        for position in bytes.indices {
            for value in [0, 1, 2, 0x0B, 0x7F, 0x80, 0xFF, bytes[position] ^ 1] as [UInt8] {
                var variant = bytes
                variant[position] = value
                variants.append(variant)
            }
        }
        let outcomes = variants.map { variant in
            Result { try Self.read(variant) }
        }
        let areRight = zip(variants, outcomes).allSatisfy { variant, outcome in
            switch outcome {
            // Encoding the tree again preserves everything except optional endings and overlong
            // numbers.
            case .success(let tree): (try? Self.read(tree.encoded())) == tree
            case .failure(let error): (error as? QuireError)?.code == .corruptRevisionData
            }
        }
        #expect(areRight)
    }
}
