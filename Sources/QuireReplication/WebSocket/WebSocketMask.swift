#if Replication
    /// The key with which a client masks the content of a frame.
    ///
    /// Without masks, a web page could let its browser send bytes that programs between client and
    /// server take for HTTP messages.
    struct WebSocketMask: Sendable, Equatable {
        /// The four bytes of the key, the first one in the most significant bits.
        let key: UInt32

        init(key: UInt32) { self.key = key }

        /// Returns a mask that no other program can predict.
        static func random() -> WebSocketMask { WebSocketMask(key: .random(in: .min ... .max)) }

        /// Masks bytes, or removes the mask.
        ///
        /// - Parameters:
        ///   - bytes: An array with the bytes.
        ///   - start: The index of the first of them. All bytes that follow it are masked.
        ///   - position: The position of the first byte in the content of the frame.
        func apply(to bytes: inout [UInt8], from start: Int, position: Int) {
            // The key twice, beginning with the byte for the position, as it is in memory.
            var pattern: UInt64 = 0
            for index in 0..<8 {
                let shift = 24 - 8 * UInt32((position + index) & 3)
                pattern |= UInt64(UInt8(truncatingIfNeeded: key >> shift)) << UInt64(8 * index)
            }
            let word = pattern.littleEndian
            bytes.withUnsafeMutableBytes { buffer in
                var index = start
                while index + 8 <= buffer.count {
                    let masked = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
                    buffer.storeBytes(of: masked, toByteOffset: index, as: UInt64.self)
                    index += 8
                }
                var rest = pattern
                while index < buffer.count {
                    buffer[index] ^= UInt8(truncatingIfNeeded: rest)
                    rest >>= 8
                    index += 1
                }
            }
        }
    }
#endif
