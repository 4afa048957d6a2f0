import QuirePlatform

/// Random bytes of the operating system.
///
/// The system's generator is used, and not one of this process, because a process that is copied, by `fork`
/// or with its virtual machine, would repeat the bytes.
package enum RandomBytes {
    /// Fills memory.
    package static func fill(_ memory: UnsafeMutableRawBufferPointer) {
        #if canImport(Darwin)
            if let start = memory.baseAddress { arc4random_buf(start, memory.count) }
        #else
            var rest = memory
            while !rest.isEmpty {
                let part = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(longestRequest))
                if let start = part.baseAddress, getentropy(start, part.count) != 0 {
                    fillSlowly(part)
                }
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[part.count...])
            }
        #endif
    }

    #if !canImport(Darwin)
        /// The number of bytes that the system returns with one call.
        private static let longestRequest = 256

        /// Fills memory with Swift's generator, which waits until the system has one.
        private static func fillSlowly(_ memory: UnsafeMutableRawBufferPointer) {
            var generator = SystemRandomNumberGenerator()
            for index in memory.indices { memory[index] = generator.next() }
        }
    #endif

    /// Returns bytes in an array, which is not overwritten when it is released.
    package static func make(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }
}

/// Nonces for a cipher, which are random.
///
/// Two of 2³² random nonces of 96 bits are equal with a probability of 2⁻³³, so a key must not encrypt
/// more messages. Several are requested at a time, because a request takes as long for many bytes as for 12.
struct Nonces {
    private static let sizes = 8...64

    private var bytes: [UInt8] = []
    private var next = 0
    private var size = sizes.lowerBound
    private var process: pid_t = 0

    /// Discards the nonces that were requested and not used.
    ///
    /// Call it at the beginning of a transaction: if a virtual machine is restored to a state between two
    /// transactions, or continues twice, other transactions do not use the same nonces.
    mutating func renew() {
        bytes = []
        next = 0
        size = Self.sizes.lowerBound
    }

    /// Writes the next nonce of 12 bytes.
    mutating func write(to memory: UnsafeMutableRawPointer) {
        // A child process must not use the rest of its parent.
        if next == bytes.count || process != getpid() {
            bytes = RandomBytes.make(count: size * CipherSuite.nonceLength)
            next = 0
            size = min(size * 2, Self.sizes.upperBound)
            process = getpid()
        }
        bytes.withUnsafeBytes {
            let nonce = UnsafeRawBufferPointer(rebasing: $0[next..<next + CipherSuite.nonceLength])
            memory.copyMemory(
                from: nonce.baseAddress ?? UnsafeRawPointer(memory), byteCount: nonce.count)
        }
        next += CipherSuite.nonceLength
    }
}
