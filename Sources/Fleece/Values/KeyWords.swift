/// A key of at most 16 bytes as two machine words, zero-padded, so that it is compared and hashed
/// without a look at its bytes.
///
/// Only such short keys can have a number in the table of shared keys. The length is part of the
/// value: `"a"` and `"a\0"` differ.
struct KeyWords: Equatable {
    let low: UInt64
    let high: UInt64
    let length: Int

    /// Makes the words of a key's UTF-8 bytes, or nothing if the key is longer than 16 bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= SharedKeys.maximumKeyLength else { return nil }
        length = bytes.count
        // Words that overlap instead of a loop over the bytes: keys are short, and there are many.
        let count = bytes.count
        if count >= 8 {
            low = Self.whole(bytes, at: 0)
            high = count == 8 ? 0 : Self.whole(bytes, at: count &- 8) &>> UInt64(8 &* (16 &- count))
        } else if count >= 4 {
            let last = UInt64(Self.half(bytes, at: count &- 4))
            low = UInt64(Self.half(bytes, at: 0)) | last &<< UInt64(8 &* (count &- 4))
            high = 0
        } else {
            var word: UInt64 = 0
            for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
            low = word
            high = 0
        }
    }

    @inline(__always)
    private static func half(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    private static func whole(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    static func == (left: Self, right: Self) -> Bool {
        (left.low ^ right.low) | (left.high ^ right.high) == 0 && left.length == right.length
    }

    /// Returns the hash of the words: a product of 128 bits, folded.
    ///
    /// Whoever doesn't know the seed cannot choose strings of equal hashes, not even of hashes that are
    /// equal in their low bits.
    @inline(__always)
    func hash(_ seed: HashSeed) -> UInt64 {
        let factor = (high ^ seed.high) &+ UInt64(truncatingIfNeeded: length)
        let product = (low ^ seed.low).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }

    /// Whether every byte is one of `[A-Za-z0-9_-]`, as a shared key's must be.
    static func isEligible(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= SharedKeys.maximumKeyLength else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

extension String {
    /// Calls a closure with the UTF-8 bytes of this string, without a copy where the string is
    /// native, as all but bridged ones are.
    @inline(__always)
    func withUTF8Bytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable({
            try body(UnsafeRawBufferPointer($0))
        }) {
            return result
        }
        var copy = self
        return try copy.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}
