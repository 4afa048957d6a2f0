/// A key of at most 16 bytes as two zero-padded machine words, which are compared and hashed
/// without reading the key's bytes.
///
/// Only a key of at most 16 bytes can have a number in the table of shared keys. The length is part
/// of the value: `"a"` and `"a\0"` differ.
struct KeyWords: Equatable {
    let low: UInt64
    let high: UInt64
    let length: Int

    /// Creates a value from a key's UTF-8 bytes, or returns `nil` if the key is longer than 16
    /// bytes.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= SharedKeys.maximumKeyLength else { return nil }
        length = bytes.count
        if length >= 8 {
            low = Self.whole(bytes, at: 0)
            high = length == 16 ? Self.whole(bytes, at: 8) : Self.rest(bytes, from: 8)
        } else {
            low = Self.rest(bytes, from: 0)
            high = 0
        }
    }

    /// Returns the bytes from an index to the end, of which there are at most seven.
    ///
    /// A word that overlaps both halves of 16 bytes would be slower: the processor has to wait for
    /// the memory if the two halves of a short string have just been stored separately.
    @inline(__always)
    private static func rest(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        let count = bytes.count &- start
        if count >= 4 {
            let last = UInt64(half(bytes, at: bytes.count &- 4))
            return UInt64(half(bytes, at: start)) | last &<< UInt64(8 &* (count &- 4))
        }
        guard count > 0 else { return 0 }
        // If there are fewer than three bytes, the middle one is also the first or the last one.
        let middle = count &>> 1
        return UInt64(bytes[start]) | UInt64(bytes[start &+ middle]) &<< UInt64(8 &* middle)
            | UInt64(bytes[bytes.count &- 1]) &<< UInt64(8 &* (count &- 1))
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

    /// Returns the hash of the words: a 128-bit product, folded.
    ///
    /// Without the seed, an attacker cannot choose strings with equal hashes, or with hashes that
    /// are equal in their low bits.
    @inline(__always)
    func hash(_ seed: HashSeed) -> UInt64 {
        let factor = (high ^ seed.high) &+ UInt64(truncatingIfNeeded: length)
        let product = (low ^ seed.low).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }

    /// Returns whether all bytes are in `[A-Za-z0-9_-]`, as required for a shared key.
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
    /// Calls a closure with the UTF-8 bytes of this string, without a copy if the string is native.
    ///
    /// All strings except bridged ones are native.
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
