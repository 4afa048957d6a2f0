// SHA-1 as defined in FIPS 180-4, for platforms without CryptoKit.
//
// The message is padded with a byte 0x80, with zeros up to 8 bytes before the end of a 64-byte
// block, and with its length in bits as a big-endian integer. Each block is expanded to 80 words,
// which are mixed into a state of five words. The final state is the digest.
//
// Example: "abc" gives A9993E36 4706816A BA3E2571 7850C26C 9CD0D89D.

/// An implementation of SHA-1 in Swift.
struct PortableSHA1 {
    private static let blockLength = 64

    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    /// The beginning of an incomplete block.
    private var pending: [UInt8] = []
    private var length: UInt64 = 0
    private var words = [UInt32](repeating: 0, count: 80)

    /// Adds bytes to the message.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        length &+= UInt64(bytes.count)
        var start = 0
        if !pending.isEmpty {
            start = min(Self.blockLength - pending.count, bytes.count)
            pending.append(contentsOf: bytes[..<start])
            guard pending.count == Self.blockLength else { return }
            let block = pending
            block.withUnsafeBytes { stir($0) }
            pending.removeAll(keepingCapacity: true)
        }
        while bytes.count - start >= Self.blockLength {
            stir(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Self.blockLength)]))
            start += Self.blockLength
        }
        pending.append(contentsOf: bytes[start...])
    }

    /// The digest of all bytes so far.
    ///
    /// More bytes can follow.
    var digest: [UInt8] {
        var padded = self
        let bits = length &* 8
        let zeros = (2 * Self.blockLength - 9 - pending.count) % Self.blockLength
        let padding =
            [0x80] + [UInt8](repeating: 0, count: zeros)
            + withUnsafeBytes(of: bits.bigEndian) { Array($0) }
        padding.withUnsafeBytes { padded.update($0) }
        let (a, b, c, d, e) = padded.state
        return [a, b, c, d, e].flatMap { word in
            withUnsafeBytes(of: word.bigEndian) { Array($0) }
        }
    }

    private mutating func stir(_ block: UnsafeRawBufferPointer) {
        var (a, b, c, d, e) = state
        words.withUnsafeMutableBufferPointer { words in
            for index in 0..<16 {
                words[index] = UInt32(
                    bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            for index in 16..<80 {
                words[index] = Self.rotate(
                    words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
            }
            for index in 0..<80 {
                let (mixed, constant): (UInt32, UInt32) =
                    switch index {
                    case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
                    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = Self.rotate(a, 5) &+ mixed &+ e &+ constant &+ words[index]
                (e, d, c, b, a) = (d, c, Self.rotate(b, 30), a, next)
            }
        }
        state = (
            state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e
        )
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
