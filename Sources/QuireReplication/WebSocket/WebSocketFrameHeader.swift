#if Replication
    /// The header of a frame.
    struct WebSocketFrameHeader: Sendable, Equatable {
        let opcode: WebSocketOpcode
        let isFinal: Bool
        /// The number of bytes of the content.
        let count: Int
        let mask: WebSocketMask?
    }

    /// Collects the bytes of a header.
    struct WebSocketFrameHeaderReader: Sendable {
        private var bytes: [UInt8] = []

        init() {}

        /// Takes bytes up to the end of a header.
        ///
        /// - Parameter input: The bytes of the peer. The taken ones are removed.
        /// - Returns: The header, or `nil` if the input ended before.
        /// - Throws: `WebSocketViolation`, as soon as the first bytes violate the protocol.
        mutating func next(
            _ input: inout ArraySlice<UInt8>
        ) throws(WebSocketViolation) -> WebSocketFrameHeader? {
            while let byte = input.popFirst() {
                bytes.append(byte)
                if bytes.count == 2 { try checkStart() }
                guard bytes.count >= 2, bytes.count == expectedCount else { continue }
                defer { bytes = [] }
                return try header()
            }
            return nil
        }

        private var lengthCode: UInt8 { bytes[1] & 0x7F }

        private var lengthBytes: Int {
            switch lengthCode {
            case 126: 2
            case 127: 8
            default: 0
            }
        }

        private var isMasked: Bool { bytes[1] & 0x80 != 0 }

        private var expectedCount: Int { 2 + lengthBytes + (isMasked ? 4 : 0) }

        private var opcode: WebSocketOpcode? { WebSocketOpcode(rawValue: bytes[0] & 0x0F) }

        private func checkStart() throws(WebSocketViolation) {
            guard bytes[0] & 0x70 == 0 else {
                throw .protocolError("A frame uses an extension.")
            }
            guard let opcode else {
                throw .protocolError("A frame has the unknown opcode \(bytes[0] & 0x0F).")
            }
            guard opcode.isControl else { return }
            guard bytes[0] & 0x80 != 0 else {
                throw .protocolError("A control frame is divided.")
            }
            guard lengthCode <= WebSocketFrame.longestControlPayload else {
                throw .protocolError("A control frame has more than 125 bytes.")
            }
        }

        private func header() throws(WebSocketViolation) -> WebSocketFrameHeader {
            guard let opcode else { throw .protocolError("A frame has an unknown opcode.") }
            let length = lengthBytes == 0 ? UInt64(lengthCode) : number(2..<(2 + lengthBytes))
            let shortest: UInt64 = lengthBytes == 8 ? 0x1_0000 : lengthBytes == 2 ? 126 : 0
            guard length >= shortest else {
                throw .protocolError("The length of a frame is not in the shortest form.")
            }
            guard let count = Int(exactly: length) else {
                throw .protocolError("The length of a frame has a sign.")
            }
            let mask = isMasked ? number((2 + lengthBytes)..<expectedCount) : nil
            return WebSocketFrameHeader(
                opcode: opcode, isFinal: bytes[0] & 0x80 != 0, count: count,
                mask: mask.map { WebSocketMask(key: UInt32(truncatingIfNeeded: $0)) })
        }

        private func number(_ range: Range<Int>) -> UInt64 {
            bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
#endif
