#if Replication
    import CZlib

    /// The CRC-32 of all contents of one direction of a connection.
    struct BLIPChecksum: Equatable {
        /// The number of bytes of a checksum at the end of a frame.
        static let length = 4

        private(set) var value: UInt32 = 0

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            value = bytes.withUnsafeBufferPointer { bytes in
                // Frames are limited to less than 4 GB. Without an address, zlib resets the value.
                guard let start = bytes.baseAddress, !bytes.isEmpty else { return value }
                return UInt32(truncatingIfNeeded: crc32(uLong(value), start, uInt(bytes.count)))
            }
        }

        /// Appends the value, the highest byte first.
        func append(to frame: inout [UInt8]) {
            for shift: UInt32 in [24, 16, 8, 0] {
                frame.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }

        /// Returns whether four bytes are the value.
        func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
            bytes.reduce(0) { $0 << 8 | UInt32($1) } == value
        }
    }
#endif
