#if Replication
    /// The kinds of frames (RFC 6455, section 5.2).
    enum WebSocketOpcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Whether the frame may be sent between the frames of a message.
        var isControl: Bool { rawValue >= 8 }
    }

    /// The encoding of frames.
    enum WebSocketFrame {
        /// The greatest number of bytes in a frame that is not part of a message.
        static let longestControlPayload = 125

        /// Returns the bytes of a frame.
        ///
        /// - Parameters:
        ///   - opcode: The kind.
        ///   - payload: The content.
        ///   - isFinal: Whether no other frame of the message follows.
        ///   - mask: The mask of a client, or `nil` for a server.
        /// - Returns: The header, and the masked content.
        static func encode(
            _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, isFinal: Bool = true,
            mask: WebSocketMask?
        ) -> [UInt8] {
            let count = payload.count
            var frame: [UInt8] = []
            frame.reserveCapacity(count + 14)
            frame.append(opcode.rawValue | (isFinal ? 0x80 : 0))
            let maskBit: UInt8 = mask == nil ? 0 : 0x80
            switch count {
            case ...125: frame.append(UInt8(count) | maskBit)
            case ...0xFFFF:
                frame.append(126 | maskBit)
                append(UInt64(count), bytes: 2, to: &frame)
            default:
                frame.append(127 | maskBit)
                append(UInt64(count), bytes: 8, to: &frame)
            }
            if let mask { append(UInt64(mask.key), bytes: 4, to: &frame) }
            let start = frame.count
            frame.append(contentsOf: payload)
            mask?.apply(to: &frame, from: start, position: 0)
            return frame
        }

        /// Returns the content of a frame that closes the connection.
        ///
        /// - Parameters:
        ///   - code: The status code.
        ///   - reason: The reason, which is cut off if it is too long.
        /// - Returns: The code and the reason.
        static func closePayload(code: UInt16, reason: String) -> [UInt8] {
            var text = ""
            var count = 2
            for character in reason {
                count += character.utf8.count
                if count > longestControlPayload { break }
                text.append(character)
            }
            return [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(text.utf8)
        }

        /// Appends the last bytes of a number, the most significant one first.
        private static func append(_ number: UInt64, bytes count: Int, to frame: inout [UInt8]) {
            for index in (0..<count).reversed() {
                frame.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
            }
        }
    }
#endif
