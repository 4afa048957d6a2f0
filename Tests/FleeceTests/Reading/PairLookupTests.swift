import Fleece
import QuireTestSupport
import Testing

@Suite struct PairLookupTests {
    private static let json = """
        {"id":"hotel-1","stars":4,"rate":240.5,"open":true,"none":null,"tags":["a","quay"],"empty":[],\
        "geo":{"lat":60.25,"lon":5.125},"text":"A timber house at the quay","count":70000,"no":{}}
        """

    /// Returns variants of a document in which some bytes have random values.
    static func damaged(seed: UInt64) throws -> [FleeceStorage] {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        try JSONReader.read(json, into: writer)
        let bytes = try writer.finish()
        var generator = SplitMix64(seed: seed)
        return (0..<2000).map { _ in
            var bytes = bytes
            for _ in 0..<(1 + generator.next(below: 3)) {
                // The dictionary is at the end.
                let index = bytes.count - 1 - generator.next(below: min(50, bytes.count))
                bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            }
            return FleeceStorage(bytes, sharedKeys: keys.snapshot)
        }
    }

    /// Returns whether reading the pairs in stored order finds the same values as reading them by
    /// their index.
    static func agree(_ storage: FleeceStorage) -> Bool {
        guard let root = storage.root, let pairs = storage.reader.pairs(root.location) else {
            return true
        }
        var lookups = pairs
        return (0..<pairs.count).prefix { (pairs.keyNumber(at: $0) ?? -1) >= 0 }.allSatisfy {
            lookups.find(number: pairs.keyNumber(at: $0) ?? -1) == pairs.value(at: $0)
        }
    }

    @Test(arguments: 0..<4)
    func `keys of a damaged dictionary in stored order have the values of their pairs`(
        seed: UInt64
    ) throws {
        let wrong = try Self.damaged(seed: seed).first { !Self.agree($0) }
        #expect(wrong?.withUnsafeBytes { Array($0) } == nil)
    }

    // 0: a string. 4: undefined or a pointer. 6: a dictionary, in whose slot are undefined, a pointer
    // to offset 4, a pointer out of bounds, an array of one item, a pointer to the string, a pointer
    // to an extern range, and a pointer into the dictionary.
    @Test(arguments: [
        "4361 6263 3C00 7001 0000 3C00 8003", "4361 6263 3C00 7001 0000 8003 8003",
        "4361 6263 3C00 7001 0000 BFFF 8003", "4361 6263 8003 7001 0000 8003 8003",
        "4361 6263 3C00 7001 0000 6001 8003", "4361 6263 3C00 7001 0000 8005 8003",
        "4361 6263 3C00 7001 0000 C005 8003", "4361 6263 3C00 7001 0000 8001 8003",
    ])
    func `a special value in stored order is the value of its pair`(hex: String) {
        #expect(Self.agree(FleeceStorage([UInt8](hex: hex))))
    }
}
