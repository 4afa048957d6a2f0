#if Replication
    /// Variable-length integers: 7 bits in a byte, the lowest first.
    ///
    /// All bytes but the last have bit 7.
    enum BLIPVarint {
        /// The length of the longest encoding.
        static let maximumLength = 10

        /// Appends the shortest encoding of a number.
        static func append(_ number: UInt64, to bytes: inout [UInt8]) {
            var rest = number
            while rest > 0x7f {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }

        /// Returns the length of the shortest encoding of a number.
        static func length(_ number: UInt64) -> Int {
            max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 6) / 7)
        }

        /// The outcome of reading a number.
        enum Reading: Equatable {
            /// A number, and the index after it.
            case number(UInt64, end: Int)
            /// The bytes end within the number.
            case incomplete
            /// The number exceeds 64 bits.
            case overflow
        }

        /// Reads a number that begins at an index.
        static func read(_ bytes: ArraySlice<UInt8>, at start: Int) -> Reading {
            var number: UInt64 = 0
            var shift: UInt64 = 0
            for index in start..<max(start, bytes.endIndex) {
                let byte = bytes[index]
                let part = UInt64(byte & 0x7f)
                guard shift < 63 || (shift == 63 && byte <= 1) else { return .overflow }
                number |= part << shift
                if byte < 0x80 { return .number(number, end: index + 1) }
                shift += 7
            }
            return .incomplete
        }
    }
#endif
