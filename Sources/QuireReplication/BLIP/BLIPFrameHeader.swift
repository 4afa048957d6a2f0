#if Replication
    /// The kinds of frames.
    enum BLIPFrameType: UInt8, Sendable {
        case request = 0
        case response = 1
        case errorResponse = 2
        case requestAcknowledgment = 4
        case responseAcknowledgment = 5
    }

    /// The second number of a frame.
    ///
    /// Bits 0…2 are the type.
    struct BLIPFrameFlags: OptionSet, Sendable {
        let rawValue: UInt8

        static let compressed = Self(rawValue: 0x08)
        static let urgent = Self(rawValue: 0x10)
        static let noReply = Self(rawValue: 0x20)
        static let moreComing = Self(rawValue: 0x40)

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        init(_ type: BLIPFrameType, _ flags: Self = []) {
            rawValue = type.rawValue | flags.rawValue
        }

        /// The type of the frame, or `nil` if it is unknown.
        var type: BLIPFrameType? { BLIPFrameType(rawValue: rawValue & 0x07) }
    }

    /// A message among all messages of one direction.
    ///
    /// Requests and responses have separate numbers. A response has the number of its request.
    struct BLIPMessageKey: Hashable, Sendable {
        var isResponse: Bool
        var number: UInt64
    }

    /// The beginning of a frame.
    struct BLIPFrameHeader: Equatable, Sendable {
        var number: UInt64
        var flags: BLIPFrameFlags

        /// The length of the longest header that this side writes.
        static let maximumLength = BLIPVarint.maximumLength + 1

        init(number: UInt64, flags: BLIPFrameFlags) {
            self.number = number
            self.flags = flags
        }

        /// Reads the header of a frame.
        ///
        /// - Parameters:
        ///   - frame: A complete frame.
        ///   - end: Receives the index of the first byte after the header.
        /// - Throws: `BLIPViolation` if the header is incomplete or invalid.
        init(_ frame: [UInt8], end: inout Int) throws(BLIPViolation) {
            guard case .number(let number, let middle) = BLIPVarint.read(frame[...], at: 0),
                case .number(let flags, let last) = BLIPVarint.read(frame[...], at: middle)
            else { throw .protocolError("The header of a frame is invalid.") }
            self.number = number
            // The protocol defines no flags above the first byte, and unknown flags are ignored.
            self.flags = BLIPFrameFlags(rawValue: UInt8(truncatingIfNeeded: flags))
            end = last
        }

        /// The number of bytes of the header that this side writes.
        var length: Int { BLIPVarint.length(number) + BLIPVarint.length(UInt64(flags.rawValue)) }

        func append(to frame: inout [UInt8]) {
            BLIPVarint.append(number, to: &frame)
            BLIPVarint.append(UInt64(flags.rawValue), to: &frame)
        }
    }
#endif
